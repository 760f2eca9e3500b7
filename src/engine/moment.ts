import type { KnownAnswers } from './knownAnswers';

/**
 * What happens in a conversation besides calls: the agent had ended and was made to go on (`continued`), or what it
 * knew was summed up to make room (`compacted`).
 */
export type Moment = 'continued' | 'compacted';

export const MOMENTS = ['continued', 'compacted'] as const satisfies readonly Moment[];

/** What a moment goes by where a call would go by its tool. */
export const MOMENT_NAMES: Readonly<Record<Moment, string>> = {
  continued: 'agent_continued',
  compacted: 'context_compacted',
};

/** How many answers are remembered, to tell new ones from old ones. */
export const REMEMBERED_ANSWERS = 500;

/** Moments of each kind in a row, with nothing new between them. */
export interface MomentRow {
  readonly count: number;
  /** A call has told something new since the last one. */
  readonly hasNews: boolean;
}

/** What a conversation learned since the last message, beyond what its window holds. */
export interface Learned {
  readonly answers: KnownAnswers;
  readonly rows: Map<Moment, MomentRow>;
}

/** Takes note of the answer of a call that went well. */
export function noteAnswer({ answers, rows }: Learned, signature: string, digest: string): void {
  if (answers.note(signature, digest)) {
    rows.forEach(({ count }, moment) => rows.set(moment, { count, hasNews: true }));
  }
}

/**
 * Takes note of a moment.
 * @returns how many of its kind have come in a row, with nothing new between them
 */
export function noteMoment({ rows }: Learned, moment: Moment): number {
  const row = rows.get(moment);
  const count = row === undefined || row.hasNews ? 1 : row.count + 1;
  rows.set(moment, { count, hasNews: false });
  return count;
}
