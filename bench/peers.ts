import { isDeepStrictEqual } from 'node:util';
import { ConversationSettings } from '../src/core/settings/conversationSettings';
import { parseConfiguration } from '../src/core/settings/parse';
import { Guard } from '../src/engine/guard';
import { DETECTOR_IDS } from '../src/engine/detectors/registry';
import { sha256 } from '../src/node/files/hash';
import { type BenchCall, callOf, distinctCalls } from './calls';
import type { Figure } from './figure';
import { interleaved, Lane, median, ratio } from './interleave';
import { floor, type Subject } from './subject';

const ROUNDS = 100;
const STEPS = 100;
const SIZE = '1 kB';

/**
 * What a whole call costs, its result included, beside the rules of two others at the same work: each gets the call and
 * what it was answered. Ours with one detector and with all, so that one sees what results and similarity cost.
 *
 * The rules of the others are made again here from what they publish, as plain as possible: gemini-cli's takes no
 * results; OpenHands' compares calls and results as objects.
 */
export function peerFigures(): Figure[] {
  return (
    [
      ['distinct', distinctCalls(SIZE), true],
      ['repeating', [callOf(SIZE, 1)], false],
    ] as const
  ).flatMap(([kind, calls, areNew]) => {
    const results = new Results(areNew);
    const subjects: Record<string, Subject> = {
      'rule of gemini-cli, without results': new GeminiRule(),
      'rules of OpenHands, with results': new OpenHandsRules(results),
      'ours, repeat alone, without results': new OurRules(['repeat'], undefined),
      'ours, repeat alone, with results': new OurRules(['repeat'], results),
      'ours, all but similar, with results': new OurRules(
        DETECTOR_IDS.filter((id) => id !== 'similar'),
        results,
      ),
      'ours, all, with results': new OurRules(DETECTOR_IDS, results),
    };
    const lanes = [floor(), ...Object.values(subjects)].map((subject) => new Lane(subject, calls));
    const [base = [], ...costs] = interleaved(lanes, ROUNDS, STEPS);
    return Object.keys(subjects).map((name, at): Figure => ({
      group: 'peers',
      name: `${SIZE} ${kind}: ${name}`,
      unit: '× floor',
      measured: ratio(costs[at] ?? [], base),
      microseconds: median(costs[at] ?? []) / 1000,
    }));
  });
}

/** What calls are answered: a text of 1 kB, a new one each time or always the same. */
class Results {
  #count = 0;

  constructor(private readonly areNew: boolean) {}

  next(): string {
    return `${this.areNew ? this.#count++ : 0} ${RESULT}`;
  }
}

const RESULT = 'The file has many lines of this kind.\n'.repeat(26);

/** Calls by name and arguments, hashed: one to five of them, five times in a row among the last 25. */
class GeminiRule implements Subject {
  #keys: string[] = [];

  step({ tool, arguments: given }: BenchCall): boolean {
    this.#keys.push(sha256(`${tool}:${JSON.stringify(given)}`));
    if (this.#keys.length > 25) {
      this.#keys.shift();
    }
    for (let period = 1; period <= 5; period++) {
      if (endsInPattern(this.#keys, period, 5, (a, b) => a === b)) {
        this.#keys = [];
        return true;
      }
    }
    return false;
  }
}

interface OpenHandsStep {
  readonly call: { readonly tool: string; readonly arguments: unknown };
  readonly result: { readonly text: string; readonly isError: boolean };
}

/** The same call with the same result four times, the same call failing three times, or two in turns three times. */
class OpenHandsRules implements Subject {
  #steps: OpenHandsStep[] = [];

  constructor(private readonly results: Results) {}

  step({ tool, arguments: given }: BenchCall): boolean {
    const isStuck =
      endsInPattern(this.#steps, 1, 4, isDeepStrictEqual) ||
      (this.#steps.slice(-3).every(({ result }) => result.isError) &&
        endsInPattern(this.#steps, 1, 3, (a, b) => isDeepStrictEqual(a.call, b.call))) ||
      endsInPattern(this.#steps, 2, 3, isDeepStrictEqual);
    if (isStuck || this.#steps.length > 20) {
      this.#steps = isStuck ? [] : this.#steps.slice(-10);
    }
    this.#steps.push({ call: { tool, arguments: given }, result: { text: this.results.next(), isError: false } });
    return isStuck;
  }
}

function endsInPattern<T>(
  items: readonly T[],
  period: number,
  times: number,
  equal: (one: T, other: T) => boolean,
): boolean {
  if (items.length < period * times) {
    return false;
  }
  for (let at = items.length - 1; at >= items.length - period * (times - 1); at--) {
    if (!equal(items[at] as T, items[at - period] as T)) {
      return false;
    }
  }
  return true;
}

const SECOND = 1000;

/** Our guard with some of its detectors, which lets every call run. */
class OurRules implements Subject {
  readonly #guard: Guard;
  #calls = 0;

  constructor(
    detectors: readonly string[],
    private readonly results: Results | undefined,
  ) {
    const configuration = parseConfiguration({ user: { detectors } });
    this.#guard = new Guard({
      hash: sha256,
      settingsFor: new ConversationSettings(() => configuration).settingsFor,
      report: () => undefined,
      observeOnly: true,
    });
  }

  step({ tool, arguments: given }: BenchCall): unknown {
    const id = `call-${this.#calls++}`;
    const verdict = this.#guard.check('peer', { id, tool, arguments: given }, START_MS + this.#calls * SECOND);
    if (this.results !== undefined) {
      this.#guard.record('peer', { callId: id, result: this.results.next(), isError: false });
    }
    return verdict;
  }
}

const START_MS = 1_760_000_000_000;
