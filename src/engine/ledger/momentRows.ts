import type { BoundedMap } from '../values/boundedMap';
import type { Moment } from '../facts/moment';

/** How many answers are remembered, to tell new ones from old ones. */
export const REMEMBERED_ANSWERS = 500;
export const REMEMBERED_FAILURES = 100;

/** Moments of each kind in a row, with nothing new between them. */
export interface MomentRow {
  readonly count: number;
  /** A call has told something new since the last one. */
  readonly hasNews: boolean;
  /** Of turns that no person began: the last one has made a call. */
  readonly hasCalls?: boolean | undefined;
}

/** What a conversation learned since the last message, beyond what its window holds. */
export interface Learned {
  /** The last answer of each call that went well; both by their {@link shortName}. */
  readonly answers: BoundedMap<string, string>;
  readonly failures: BoundedMap<string, string>;
  readonly rows: Map<Moment, MomentRow>;
}

/** So few calls are known that the end of a digest tells them apart; states of 0.3.0 hold no more of it. */
const SHORT_NAME = 5;

function shortName(digest: string): string {
  return digest.slice(-SHORT_NAME);
}

/**
 * Takes note of the last answer of a call, which keeps its place if it is known.
 * @returns whether it is another one than before
 */
export function noteLast(known: Map<string, string>, signature: string, digest: string): boolean {
  const [name, answer] = [shortName(signature), shortName(digest)];
  const isNew = known.get(name) !== answer;
  known.set(name, answer);
  return isNew;
}

/** Takes note of a call that runs, whose answer may never be known. */
export function noteCall({ answers, failures, rows }: Learned, signature: string): void {
  const row = rows.get('woken');
  if (row !== undefined) {
    const isNew = !answers.has(shortName(signature)) && !failures.has(shortName(signature));
    rows.set('woken', { ...row, hasCalls: true, hasNews: row.hasNews || isNew });
  }
}

/** What became of a call, as far as it can be news. */
interface Answered {
  readonly signature: string;
  /** Of the answer. */
  readonly digest: string;
  readonly isSuccess: boolean;
  /** It looked at something that is still running. */
  readonly isWait: boolean;
}

/** Takes note of what became of a call. */
export function noteAnswer(
  { answers, failures, rows }: Learned,
  { signature, digest, isSuccess, isWait }: Answered,
): void {
  const isNew = noteLast(isSuccess ? answers : failures, signature, digest);
  rows.forEach((row, moment) => {
    const ends = moment === 'woken' ? isNew || isWait : isNew && isSuccess;
    if (ends && !row.hasNews) {
      rows.set(moment, { ...row, hasNews: true });
    }
  });
}

/**
 * Takes note of a moment.
 * @param signature what happened, as a digest
 * @returns how many of its kind have come in a row, with nothing new between them; for turns that no person began, how
 * many have ended so, or 0 if the last one made no call
 */
export function noteMoment(learned: Learned, moment: Moment, signature: string): number {
  const { rows } = learned;
  const row = rows.get(moment);
  if (moment === 'woken') {
    return noteWaking(learned, row, signature);
  }
  const count = row === undefined || row.hasNews ? 1 : row.count + 1;
  rows.set(moment, { count, hasNews: false });
  return count;
}

/** A turn without calls neither counts nor ends the row: the agent may wait for several things. */
function noteWaking({ answers, rows }: Learned, row: MomentRow | undefined, signature: string): number {
  const saysNews = noteLast(answers, signature, signature);
  const isInRow = row !== undefined && !row.hasNews && !saysNews;
  const counts = isInRow && row.hasCalls === true;
  const count = isInRow ? row.count + (counts ? 1 : 0) : 0;
  rows.set('woken', { count, hasNews: false, hasCalls: false });
  return counts ? count : 0;
}
