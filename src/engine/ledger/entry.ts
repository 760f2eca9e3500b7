import type { RecordedOutcome, Moment } from '../facts/call';
import type { CallFacts, NewCall } from '../facts/callFacts';
import { fieldWordsOf, type Wording } from '../facts/fieldWords';

/** Calls of one silent wait share this object. */
export interface WaitingSince {
  readonly sinceMs: number;
  /** Digest of that result; the same result again counts as silence. */
  readonly answer?: string | undefined;
}

/** One call in the window. Blocked calls are never in the window. */
export interface WindowEntry extends CallFacts {
  readonly index: number;
  /** As the surface that saw it first names it. */
  readonly id: string;
  /** The surfaces that saw it; none if the only one has no name. */
  seenBy: readonly string[];
  /** Running number of the model turn; entries with the same round were made in parallel. */
  readonly round: number;
  readonly tool: string;
  /** Digest of tool and canonical arguments: equal for identical calls. */
  readonly signature: string;
  /** The parsed arguments if they are small enough to keep, for comparison field by field. */
  readonly argumentsValue: unknown;
  /** How its words are taken; a restored call has them already. */
  readonly wording?: Wording | undefined;
  /** Computed on demand, see {@link fieldWordsOf}. */
  fields?: readonly string[] | undefined;
  readonly atMs: number;
  /** When the result came, on the clock of `atMs`; undefined if it isn't known. */
  doneMs?: number | undefined;
  changes?: CallFacts['changes'];
  readonly moment?: Moment | undefined;
  /** How many moments of its kind had come in a row, with nothing new in between. */
  momentsInRow?: number | undefined;
  /** How many known calls came back to back up to this one; undefined for a call that was not made before. */
  rush?: number | undefined;
  /** The call ended, and nobody could see its result. */
  unseen?: boolean | undefined;
  /** How often the conversation had been compacted before. */
  readonly compactions?: number | undefined;
  /** Doesn't count: a known call repeated after a compaction, or one that was canceled with its answer. */
  excused?: boolean | undefined;
  wait?: WaitingSince | undefined;
  step?: readonly number[] | undefined;
  /** Undefined until the outcome is known; then unknown counts as unchanged. */
  outcome: RecordedOutcome | undefined;
}

/**
 * The calls of one model turn. The model chose all of them before it saw any of their results, so a round is one
 * decision and one piece of evidence, and the calls of the candidate's own round are no evidence against it.
 */
export type Round = readonly [WindowEntry, ...WindowEntry[]];

/** Shared, because most calls are seen by one surface that has no name for itself. */
const BY_ONE_UNNAMED: readonly string[] = [];

export function entryOf(
  { call: { id, surface, moment }, tool, signature: { digest: signature, argumentsValue }, wording, facts }: NewCall,
  { index, round, atMs, compactions }: Pick<WindowEntry, 'index' | 'round' | 'atMs' | 'compactions'>,
): WindowEntry {
  return {
    ...facts,
    index,
    id,
    seenBy: surface === undefined ? BY_ONE_UNNAMED : [surface],
    round,
    tool,
    signature,
    argumentsValue,
    wording,
    atMs,
    moment,
    compactions,
    outcome: undefined,
  };
}

/** No text of its arguments, and of its handles only those that later calls may ask for. */
export interface StoredEntry extends Omit<WindowEntry, 'seenBy' | 'argumentsValue'> {
  readonly seenBy: undefined;
  readonly argumentsValue: undefined;
}

export function storedEntry(entry: WindowEntry): StoredEntry {
  const isReport = entry.outcome === undefined || entry.outcome.life !== undefined;
  return {
    ...entry,
    seenBy: undefined,
    argumentsValue: undefined,
    wording: undefined,
    step: undefined,
    asksToWait: isReport ? entry.asksToWait : undefined,
    handles: isReport ? entry.handles : undefined,
    fields: fieldWordsOf(entry),
  };
}

export function restoredEntry(stored: StoredEntry): WindowEntry {
  return { ...stored, seenBy: [] };
}
