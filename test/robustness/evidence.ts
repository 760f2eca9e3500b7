import assert from 'node:assert/strict';
import type { Detection } from '../../src/engine/decision/verdict';
import { type Answer, ANSWERS, ARGUMENTS, callName } from './session';

/** One call as the test made it: nothing of it but its round comes from the guard. */
export interface MadeCall {
  readonly tool: string;
  readonly variant: number;
  round: string;
  readonly atMs: number;
  /** Of the turn of the conversation. */
  readonly turn: number;
  /** How often the counters had been reset before. */
  readonly resets: number;
  ran: boolean;
  /** What the call was answered when the finding was made; undefined while nobody has told. */
  answer: Answer | undefined;
}

const name = ({ tool, variant }: MadeCall): string => callName(tool, variant);
const known = (calls: readonly MadeCall[]): Answer[] =>
  calls.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
/** What an answer brings: a failure in which only numbers differ is no other failure. */
const said = ({ says, text, useless }: Answer): string | undefined => (useless ? says : text);
const allEqual = (values: readonly unknown[]): boolean => new Set(values).size <= 1;

/**
 * Checks a finding against the calls as they were made, without any code of the engine: that the calls it names are
 * there, without a longer pause than the TTL or a message that changed something, and really repeat, take turns, are
 * alike or get nowhere as often as it says.
 *
 * @param made every call that the guard numbered, by its number; the judged one is the last
 */
export function assertEvidence({ finding, settings, afterChance }: Detection, made: readonly MadeCall[]): void {
  const { calls, count, threshold, certainty, detector } = finding;
  const evidence = calls.map((index) => made[index] ?? assert.fail(`there is no call ${index}`));
  const judged = evidence.at(-1) ?? assert.fail('no evidence');
  assert.equal(calls.at(-1), made.length - 1, 'the judged call is the last');
  assert.ok(
    calls.every((index, at) => at === 0 || index > (calls[at - 1] ?? 0)),
    'the calls are in order',
  );
  assert.ok(evidence.every(counts), 'no message in between has changed anything');
  assert.ok(count >= threshold && threshold >= 2, `${count} of ${threshold}`);
  const earlier = evidence.slice(0, -1);
  if (afterChance && certainty === 'certain') {
    // The call was refused before and comes again; how it came to be refused was checked then.
    assert.ok(
      earlier.some((call) => name(call) === name(judged) && !call.ran) || detectorHolds(),
      'the refused call is the judged one',
    );
    assert.ok(count <= calls.length, `counts ${count} of ${calls.length} calls`);
    return;
  }
  assert.ok(
    earlier.every(({ ran }) => ran),
    'only calls that ran are evidence',
  );
  assert.ok(isSlowRow() || (calls[0] ?? -1) >= firstAfterPause(), 'no pause is longer than the TTL');
  assert.ok(detectorHolds());
  assertComparison();

  /** A warning about nothing but the identical call, however far apart. */
  function isSlowRow(): boolean {
    const since = made.slice(calls[0]).filter((call) => call === judged || (call.ran && counts(call)));
    return certainty === 'likely' && since.every((call) => name(call) === name(judged));
  }

  function counts({ turn, resets }: MadeCall): boolean {
    return resets === judged.resets && changedNothing(made, turn, judged.turn);
  }

  /** The number of the first call since the last pause: that lasts from the newest time on, whatever call it is of. */
  function firstAfterPause(): number {
    const ttlMs = settings.ttlSeconds * 1000;
    let first = 0;
    let newestMs = -Infinity;
    let lastMs = -Infinity;
    for (const [index, call] of made.entries()) {
      if (!counts(call) || !(call.ran || call === judged)) {
        continue;
      }
      // A clock that was set back by less is no pause.
      const isPause = call.atMs - newestMs > ttlMs || lastMs - call.atMs > ttlMs;
      first = isPause ? index : first;
      newestMs = isPause ? call.atMs : Math.max(newestMs, call.atMs);
      lastMs = call.atMs;
    }
    return first;
  }

  function detectorHolds(): boolean {
    switch (detector) {
      case 'repeat':
        return repeats();
      case 'cycle':
        return cycles();
      case 'similar':
        return alike();
      case 'stall':
        return getsNowhere();
      default:
        // A detector that this file does not know: only what holds for every finding is checked.
        return true;
    }
  }

  /** Where only a warning may follow, such as at the first call after a message, it has the limit of a stop. */
  function limit(warns: number, stops: number): number {
    return certainty === 'certain' || (threshold === stops && isFirstOfTurn()) ? stops : warns;
  }

  function isFirstOfTurn(): boolean {
    return made.at(-2)?.turn !== judged.turn;
  }

  /** The identical call in `count` rounds; below the ceiling no known answer differs from another. */
  function repeats(): boolean {
    const usual = limit(settings.warnRepeats, settings.maxRepeats);
    // Of a rush, only the calls that are remembered are named.
    assert.ok(threshold === usual * 16 ? count >= calls.length : count === calls.length);
    assert.ok(allEqual(evidence.map(name)), 'identical calls');
    assert.equal(new Set(evidence.map(({ round }) => round)).size, evidence.length, 'each in a round of its own');
    if (threshold === usual) {
      assert.ok(
        earlier.slice(1).every((call, at) => bringsNothing(call, earlier.slice(0, at + 1))),
        'no new answer',
      );
    } else {
      const hint = (times: number): number => usual * Math.max(1, Math.floor((settings.maxRepeats * times) / usual));
      assert.ok([usual * 4, usual * 16, hint(2), hint(4)].includes(threshold), `the limit ${threshold}`);
    }
    return true;
  }

  /** `count` passes through `period` rounds; each pass asks what the one before asked. */
  function cycles(): boolean {
    const rounds: MadeCall[][] = [];
    for (const call of evidence) {
      const last = rounds.at(-1);
      if (last?.[0]?.round === call.round) {
        last.push(call);
      } else {
        rounds.push([call]);
      }
    }
    const { period } = finding;
    assert.equal(rounds.length, count * period, 'whole passes');
    assert.ok(period >= settings.minPatternLength && period <= settings.maxPatternLength);
    const asked = (round: readonly MadeCall[] | undefined): Set<string> => new Set(round?.map(name));
    const usual = limit(settings.minPatternRepetitions, settings.maxPatternRepetitions);
    for (let at = period; at < rounds.length; at++) {
      const [older, newer] = [asked(rounds[at - period]), asked(rounds[at])];
      assert.ok(
        [...newer].every((call) => older.has(call)),
        'each pass asks for what the one before asked for',
      );
      assert.ok(at === rounds.length - 1 || older.size === newer.size);
      if (threshold === usual) {
        for (const call of rounds[at]?.slice(0, at === rounds.length - 1 ? 0 : undefined) ?? []) {
          assert.ok(bringsNothing(call, rounds[at - period] ?? []), 'no new answer');
        }
      }
    }
    assert.ok(
      new Set(rounds.slice(-period).map((round) => [...asked(round)].sort().join())).size > 1,
      'different calls take turns',
    );
    return true;
  }

  /** One tool, every call a small step from the next, all answered alike. */
  function alike(): boolean {
    assert.ok(count <= calls.length && new Set(evidence.map(name)).size > 1);
    assert.ok(allEqual(evidence.map(({ tool }) => tool)), 'one tool');
    assert.equal(new Set(evidence.map(({ round }) => round)).size, evidence.length);
    assert.equal(known(earlier).length, earlier.length, 'every answer is known');
    assert.ok(allEqual(known(earlier).map(said)), 'answered alike');
    for (const [at, call] of earlier.entries()) {
      const next = evidence[at + 1] ?? judged;
      assert.ok(
        name(next) === name(call) ||
          likeness(queryOf(call), queryOf(next), settings.similarityAlgorithm) >= settings.similarityThreshold,
        'a small step',
      );
    }
    return true;
  }

  /** The same failure of one tool, or the same answer of several, or nothing but calls that were made before. */
  function getsNowhere(): boolean {
    assert.equal(count, calls.length);
    assert.equal(new Set(evidence.map(({ round }) => round)).size, evidence.length);
    const answers = known(earlier);
    const failing =
      answers.length === earlier.length &&
      answers.every(({ useless }) => useless) &&
      allEqual(answers.map(({ says }) => says)) &&
      allEqual(evidence.map(({ tool }) => tool));
    const echo =
      answers.length === earlier.length &&
      allEqual(answers.map(({ text }) => text)) &&
      new Set(earlier.map(({ tool, variant }) => `${tool} ${operationOf(variant)}`)).size > 1;
    return (
      failing ||
      echo ||
      ritual() ||
      evidence.every((call) => (call === judged ? madeBefore(call) : madeBefore(call) || failedBefore(call)))
    );
  }

  /** Two passes through the same different calls, one of which failed, and the first of a third: only a warning. */
  function ritual(): boolean {
    const names = earlier.map(name);
    const [older, newer] = [names.slice(0, names.length / 2), names.slice(names.length / 2)];
    return (
      certainty === 'likely' &&
      newer.length === new Set(newer).size &&
      older.join() === newer.join() &&
      name(judged) === newer[0] &&
      earlier.some(({ answer }) => answer?.useless === true)
    );
  }

  /**
   * Nobody knows its answer, or its call got it in the round of one of them or when it was made last, or it failed as
   * its tool had before.
   */
  function bringsNothing(call: MadeCall, others: readonly MadeCall[]): boolean {
    const rounds = new Set(others.map(({ round }) => round));
    const answers = known(made.filter((other) => name(other) === name(call) && rounds.has(other.round))).map(said);
    const last = known(before(call).filter((other) => name(other) === name(call))).slice(-1);
    return (
      call.answer === undefined ||
      answers.length === 0 ||
      [...answers, ...last.map(said)].includes(said(call.answer)) ||
      failedBefore(call, made.indexOf(call))
    );
  }

  function before(call: MadeCall): MadeCall[] {
    return made
      .slice(0, made.indexOf(call))
      .filter((other) => other.ran && changedNothing(made, other.turn, call.turn));
  }

  function madeBefore(call: MadeCall): boolean {
    return before(call).some((other) => name(other) === name(call));
  }

  /** @param end which calls count as earlier; all that were made, if it is left out */
  function failedBefore({ answer, ...call }: MadeCall, end = made.length): boolean {
    return (
      answer?.useless === true &&
      made.slice(0, end).some((other) => other.tool === call.tool && other.answer?.says === answer.says)
    );
  }

  /** What the finding says of the answers, as far as it must be so whatever the detector. */
  function assertComparison(): void {
    const answers = known(earlier);
    switch (finding.results) {
      case 'unknown':
        assert.equal(answers.length, 0, 'no answer is known');
        break;
      case 'errors':
        assert.ok(answers.length > 0 && answers.every(({ useless, text }) => useless && text !== '[]'), 'all failed');
        break;
      case 'same':
        assert.ok(
          detector === 'stall' ||
            [...new Set(earlier.map(name))].every((each) =>
              allEqual(known(earlier.filter((call) => detector !== 'cycle' || name(call) === each)).map(said)),
            ),
          'the same',
        );
        break;
      case 'similar':
        assert.ok(allEqual(answers.map(({ says }) => says)), 'similar');
        break;
      case 'changed':
        assert.ok(new Set(answers.map(({ text }) => text)).size > 1, 'changed');
    }
  }
}

/** With an `operationField`, each operation of a tool counts as a tool of its own. */
function operationOf(variant: number): string {
  const made = ARGUMENTS[variant]?.();
  return (typeof made === 'object' && (made as { operation?: string }).operation) || '';
}

function queryOf({ variant }: MadeCall): string {
  const made = ARGUMENTS[variant]?.();
  const { query } = (typeof made === 'string' ? JSON.parse(made) : made) as { query?: unknown };
  assert.equal(typeof query, 'string', 'only the variants with a query are alike');
  return query as string;
}

/** 1 less the share of characters to be changed (Wagner and Fischer), or the share of common words (Jaccard). */
function likeness(a: string, b: string, algorithm: 'levenshtein' | 'jaccard'): number {
  if (algorithm === 'jaccard') {
    const [left, right] = [a, b].map(
      (text) =>
        new Set(
          text
            .toLowerCase()
            .split(/[^\p{L}\p{N}_]+/u)
            .filter((word) => word !== ''),
        ),
    ) as [Set<string>, Set<string>];
    const shared = [...left].filter((word) => right.has(word)).length;
    return shared / (left.size + right.size - shared);
  }
  const [short, long] = [a, b].map((text) => text.toLowerCase().replace(/\s+/g, ' ')) as [string, string];
  let row = Array.from({ length: long.length + 1 }, (_, at) => at);
  for (let i = 1; i <= short.length; i++) {
    const next = [i];
    for (let j = 1; j <= long.length; j++) {
      next.push(
        Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (short[i - 1] === long[j - 1] ? 0 : 1)),
      );
    }
    row = next;
  }
  return 1 - (row.at(-1) ?? 0) / Math.max(a.length, b.length);
}

export const answerOf = (index: number): Answer => ANSWERS[index] ?? assert.fail(`no answer ${index}`);

/**
 * Whether the first call of each later turn was one of those before it, and answered as it had been answered then.
 * While it has no answer, the first call of the turn before decides.
 */
function changedNothing(made: readonly MadeCall[], from: number, to: number): boolean {
  const begins = made.flatMap(({ turn }, at) => (made[at - 1]?.turn === turn ? [] : [at]));
  const isKnown = (at: number): boolean => {
    const first = made[at];
    const earlier = made.slice(0, at);
    return earlier.some((call) => first && name(call) === name(first) && call.answer === first.answer);
  };
  return begins.every((at, index) => {
    const turn = made[at]?.turn ?? 0;
    return turn <= from || turn > to || isKnown(at === made.length - 1 ? (begins[index - 1] ?? at) : at);
  });
}
