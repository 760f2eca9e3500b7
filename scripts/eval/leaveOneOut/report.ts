/** Prints how settings and patterns do on sources that they weren't chosen on. */
import type { DataSet } from '../dataSet';
import { groupBy } from '../group';
import { score, type SessionFirings } from '../score';
import { sessionScore } from '../sessionScore';
import { sessionTable, type SessionRow } from '../sessionTable';
import { type Row, table } from '../table';
import { builtJudge } from './builtEngine';
import { choiceFirings, remembered } from './choiceFirings';
import { type Fold, foldOf, leaveOneOut } from './folds';
import { lonelyPatterns } from './lonelyPatterns';
import { readRecordings, type Recordings } from './recordings';
import { choiceKey, constantsIn } from './tunable';

/** Measured on left-out sources: hints, warnings, then stops. */
export interface LeftOut {
  readonly title: string;
  readonly spans: readonly Row[];
  readonly whole: readonly SessionRow[];
}

export const LEFT_OUT_TITLES = ['settings only', 'settings and patterns'] as const;

const SEVERITIES = ['hint', 'warn', 'block'] as const;

/** A source is left out wherever its sessions are. @returns sums over all sources, with and without lonely patterns */
export async function printLeaveOneOut(sets: readonly DataSet[]): Promise<LeftOut[]> {
  const recordings = await readRecordings(sets);
  const { sessions, episodes, candidates } = recordings;
  const firings = remembered(choiceFirings(sessions));
  const folds = await leaveOneOut({ firings, episodes, candidates });
  const lonely = lonelyPatterns(sessions, foldOf);
  const unlearned = await withoutLonely(folds, recordings, lonely);
  const measured = LEFT_OUT_TITLES.map((title, index) =>
    measuredAs(title, index === 0 ? folds : unlearned, recordings),
  );
  const [usual = []] = await firings([{}]);
  const defaults = measuredAs('the defaults', [{ source: '', choice: {}, sessions: usual }], recordings);
  const bySource = unlearned.flatMap((fold) => measuredAs(fold.source, [fold], recordings).spans);
  const all = [...measured, defaults];
  console.log(`\nLeave one source out: ${sets.map(({ name }) => name).join(', ')}`);
  console.log(table([...all.flatMap(({ spans }) => spans), ...bySource]));
  console.log(`\nSessions read from end to end\n${sessionTable(all.flatMap(({ whole }) => whole))}\n`);
  for (const { source, choice } of folds) {
    console.log(`Chosen without ${source}: ${choiceKey(choice) || 'the defaults'}`);
    console.log(`  patterns seen only there: ${lonely.get(source)?.join(', ') ?? 'none'}`);
  }
  return measured;
}

async function withoutLonely(
  folds: readonly Fold[],
  { sessions }: Recordings,
  lonely: ReadonlyMap<string, readonly string[]>,
): Promise<Fold[]> {
  const byFold = groupBy(sessions, ({ source }) => foldOf(source));
  const again: Fold[] = [];
  for (const fold of folds) {
    const patterns = lonely.get(fold.source);
    if (patterns === undefined) {
      again.push(fold);
      continue;
    }
    const { judgeSession } = await builtJudge(constantsIn(fold.choice), patterns);
    const judged = (byFold.get(fold.source) ?? []).map((session) => ({
      source: session.source,
      id: session.id,
      calls: session.calls.length,
      firings: judgeSession(session, fold.choice),
    }));
    again.push({ ...fold, sessions: judged });
  }
  return again;
}

function measuredAs(title: string, folds: readonly Fold[], { episodes, candidates, whole }: Recordings): LeftOut {
  const sessions: SessionFirings[] = folds.flatMap((fold) => fold.sessions);
  const read = sessions.filter(({ id }) => whole.has(id));
  return {
    title,
    spans: SEVERITIES.map((severity) => ({
      rule: title,
      severity,
      score: score(sessions, episodes, candidates, severity),
    })),
    whole: SEVERITIES.map((severity) => ({ rule: title, severity, score: sessionScore(read, episodes, severity) })),
  };
}
