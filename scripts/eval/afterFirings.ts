/** What follows firings in all data sets, under three modes and without one. */
import type { DataSet } from './dataSet';
import { ours } from './judges';
import { groupBy } from './group';
import { MODES, type ModeScore, modeScore, NOTHING, sumOf } from './modes';
import { type Recovery, recoveriesOf, recoveryTable } from './recovery';
import { key } from './score';
import { type Column, type markdown, plainMarkdown } from './table';
import { readCandidates, readEpisodes, readSessions } from './traces';
import { verdicts } from './verdict';

export interface ModeRow {
  readonly set: string;
  readonly mode: string;
  readonly score: ModeScore;
}

export interface After {
  readonly modes: readonly ModeRow[];
  readonly recoveries: readonly Recovery[];
}

export async function afterFirings(sets: readonly DataSet[]): Promise<After> {
  const modes: ModeRow[] = [];
  const recoveries: Recovery[] = [];
  for (const { name, kind, directory } of sets) {
    const episodes = await readEpisodes(directory);
    const verdictAt = verdicts(kind, episodes, kind === 'labelled' ? await readCandidates(directory) : []);
    const bySession = groupBy(episodes, key);
    const scores = new Map<string, ModeScore>();
    for await (const session of readSessions(directory)) {
      const firings = ours.judge(session);
      recoveries.push(...recoveriesOf(session, firings, verdictAt));
      for (const mode of MODES) {
        const score = modeScore(mode, session, firings, bySession.get(key(session)) ?? [], verdictAt);
        scores.set(mode, sumOf(scores.get(mode) ?? NOTHING, score));
      }
    }
    modes.push(...[...scores].map(([mode, score]) => ({ set: name, mode, score })));
  }
  return { modes, recoveries };
}

const columns: readonly Column<ModeRow>[] = [
  { title: 'Sessions', cell: ({ set }) => `\`${set}\`` },
  { title: 'Mode', cell: ({ mode }) => `\`${mode}\`` },
  { title: 'Loops ended', cell: ({ score }) => `${score.ended} of ${score.loops}` },
  { title: 'Loops told of first', cell: ({ score }) => String(score.told) },
  { title: 'Calls wasted', cell: ({ score }) => `${score.wasted} of ${score.calls}` },
  { title: 'Sessions stopped wrongly', cell: ({ score }) => `${score.stoppedWrongly} of ${score.sessions}` },
  { title: 'Calls blocked wrongly', cell: ({ score }) => String(score.blockedWrongly) },
];

export function modesTable(rows: readonly ModeRow[], layout: typeof markdown<ModeRow>): string {
  return layout(columns, [...rows, ...ofAll(rows)]);
}

/** For the document: without single data sets and single models. */
export function partsOfAfter({ modes, recoveries }: After): Readonly<Record<string, string>> {
  return {
    modes: plainMarkdown(columns, ofAll(modes)),
    recovery: recoveryTable(recoveries, plainMarkdown, false),
  };
}

function ofAll(rows: readonly ModeRow[]): ModeRow[] {
  return [...groupBy(rows, ({ mode }) => mode)].map(([mode, own]) => ({
    set: 'all',
    mode,
    score: own.map(({ score }) => score).reduce(sumOf, NOTHING),
  }));
}
