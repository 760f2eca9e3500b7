import type { ModelName } from '../../engine/facts/call';
import type { Hash } from '../../engine/facts/signature';
import { type Firing, type RecordedCall, Replay } from '../../engine/replay';
import type { DetectorId } from '../../engine/rules/registry';
import type { Configuration } from '../settings/configuration';
import type { ConversationSettings } from '../settings/conversationSettings';
import { modelNames } from '../settings/resolve';
import { callLabel } from '../words/callLabel';

/** A later firing belongs to the same loop if at most this many calls lie in between. */
const MOST_CALLS_BETWEEN = 10;

/** Shorter runs of identical calls aren't counted. */
const LEAST_RUN = 4;

export interface TokenCount {
  /** Including what came from caches. */
  readonly input: number;
  /** Part of `input`; left out if not recorded. */
  readonly cachedInput?: number;
  readonly output: number;
  /** As the agent recorded it, or by the user's own prices; left out if neither is known. */
  readonly dollars?: number;
}

const PRICED_TOKENS = 1_000_000;

export interface ScannedLoop {
  readonly detector: DetectorId;
  readonly tool: string;
  /** The call that fired first, masked and short. */
  readonly label: string;
  /** The first call that would have been warned about or stopped, counted from 1. */
  readonly firstCall: number;
  /** Counted from 1; undefined for a loop that leads only to warnings. */
  readonly stoppedAt: number | undefined;
  /** At `stoppedAt`, the call would only have been blocked, and the agent continues. */
  readonly hasSecondChance: boolean;
  /** From `stoppedAt` on. All of them ran. */
  readonly callsAfterStop: number;
  /** Of the requests that made these calls; undefined if not recorded. */
  readonly tokensAfterStop: TokenCount | undefined;
}

/** Texts are masked; nothing else of arguments or results is kept. */
export interface ScannedSession {
  readonly calls: number;
  readonly loops: readonly ScannedLoop[];
  /** Runs of identical calls that were no loop: waits, or results that changed. */
  readonly runsLeftAlone: number;
  /** Of all requests; undefined if not recorded. */
  readonly tokens: TokenCount | undefined;
  readonly model: string | undefined;
}

/** Its detector is what would have stopped it, or else what fired first. */
type OpenLoop = { -readonly [Name in keyof Omit<ScannedLoop, 'tokensAfterStop'>]: ScannedLoop[Name] } & {
  readonly roundsAfterStop: Set<string>;
};

/** Finds loops in one recorded session, as the guard would have. Keeps only counts. */
export class SessionScan {
  readonly #replay: Replay;
  readonly #prices: Configuration['prices'];
  readonly #loops: OpenLoop[] = [];
  /** The call that fired last. */
  #lastFiring = 0;
  /** By round. */
  readonly #tokens = new Map<string, TokenCount>();
  #calls = 0;
  #model: string | undefined;
  #run = { identity: '', length: 0, fired: false };
  #runsLeftAlone = 0;

  /** @param settings can be shared by sessions, so that what it resolved for a tool is reused */
  constructor({ settingsFor, configuration }: ConversationSettings, hash: Hash) {
    this.#replay = new Replay(settingsFor, hash);
    this.#prices = configuration.prices;
  }

  /** @throws if the guard failed */
  call(call: RecordedCall, model: ModelName | undefined): void {
    const number = ++this.#calls;
    this.#model = model?.id ?? this.#model;
    const firing = this.#replay.play(call, model);
    this.#count(call, firing !== undefined);
    if (firing !== undefined && firing.severity !== 'hint') {
      this.#take(firing, call, number);
    }
  }

  /** A later count of the same answer replaces the earlier one. */
  tokens(round: string, count: TokenCount, model: ModelName | undefined): void {
    const dollars = count.dollars ?? dollarsFor(count, model, this.#prices);
    this.#tokens.set(round, dollars === undefined ? count : { ...count, dollars });
  }

  end(): ScannedSession {
    this.#endRun();
    return {
      calls: this.#calls,
      loops: this.#loops.map(({ roundsAfterStop, ...loop }) => ({
        ...loop,
        tokensAfterStop: sumOf([...roundsAfterStop].map((round) => this.#tokens.get(round))),
      })),
      runsLeftAlone: this.#runsLeftAlone,
      tokens: sumOf([...this.#tokens.values()]),
      model: this.#model,
    };
  }

  #take(firing: Firing, call: RecordedCall, number: number): void {
    let loop = this.#loops.at(-1);
    if (loop === undefined || number - this.#lastFiring > MOST_CALLS_BETWEEN) {
      loop = {
        detector: firing.detector,
        firstCall: number,
        tool: call.tool,
        label: callLabel(call.tool, call.arguments),
        stoppedAt: undefined,
        hasSecondChance: false,
        callsAfterStop: 0,
        roundsAfterStop: new Set(),
      };
      this.#loops.push(loop);
    }
    this.#lastFiring = number;
    if (firing.severity === 'block' && loop.stoppedAt === undefined) {
      loop.stoppedAt = number;
      loop.hasSecondChance = firing.detection.action === 'chance';
      loop.detector = firing.detector;
    }
    if (loop.stoppedAt !== undefined && call.isRefused !== true) {
      loop.callsAfterStop += 1;
      if (call.round !== undefined) {
        loop.roundsAfterStop.add(call.round);
      }
    }
  }

  #count(call: RecordedCall, fired: boolean): void {
    const identity = call.moment === undefined ? JSON.stringify([call.tool, call.arguments]) : '';
    if (identity !== this.#run.identity || identity === '') {
      this.#endRun();
      this.#run = { identity, length: 0, fired: false };
    }
    this.#run.length += 1;
    this.#run.fired ||= fired;
  }

  #endRun(): void {
    const { length, fired, identity } = this.#run;
    this.#runsLeftAlone += identity !== '' && length >= LEAST_RUN && !fired ? 1 : 0;
    this.#run = { identity: '', length: 0, fired: false };
  }
}

/** Undefined if none is known. */
export function sumOf(counts: readonly (TokenCount | undefined)[]): TokenCount | undefined {
  const known = counts.filter((count) => count !== undefined);
  return known.length === 0 ? undefined : known.reduce(sum);
}

/** The cost is known only if both are. */
function sum(one: TokenCount, other: TokenCount): TokenCount {
  const tokens = { input: one.input + other.input, output: one.output + other.output };
  return one.dollars === undefined || other.dollars === undefined
    ? tokens
    : { ...tokens, dollars: one.dollars + other.dollars };
}

/** By the user's own prices; undefined if there are none for this model. */
function dollarsFor(
  { input, cachedInput = 0, output }: TokenCount,
  model: ModelName | undefined,
  prices: Configuration['prices'],
): number | undefined {
  const names = model === undefined ? [] : [model.id, ...modelNames(model)];
  const price = prices.find(({ matches }) => names.some(matches))?.values;
  if (price?.input === undefined || price.output === undefined) {
    return undefined;
  }
  const cached = cachedInput * (price.cachedInput ?? price.input);
  return ((input - cachedInput) * price.input + cached + output * price.output) / PRICED_TOKENS;
}
