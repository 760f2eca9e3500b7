/** Prints how settings and patterns do on sources that they weren't chosen on. */
import type { DataSet } from '../dataSet';
import { groupBy } from '../group';
import { FROM_MILD_TO_STRICT, type SessionFirings } from '../score';
import { figureLine, type Row, scoreTable, type Scoring, SESSIONS, SPANS } from '../scoring';
import { builtJudge } from './builtEngine';
import { choiceFirings } from './choiceFirings';
import { type Fold, foldOf, leaveOneOut } from './folds';
import { lonelyPatterns } from './lonelyPatterns';
import { readRecordings, type Recordings } from './recordings';
import { choiceKey, constantsIn } from './tunable';

/** A source is left out wherever its sessions are. @returns lines of the document, with and without lonely patterns */
export async function printLeaveOneOut(sets: readonly DataSet[]): Promise<string[]> {
  const recordings = await readRecordings(sets);
  const { sessions, episodes, candidates, whole } = recordings;
  const firings = choiceFirings(sessions);
  const folds = await leaveOneOut({ firings, episodes, candidates });
  const lonely = lonelyPatterns(sessions, foldOf);
  const unlearned = await withoutLonely(folds, recordings, lonely);
  const [usual = []] = await firings([{}]);
  const rowsOf = <Score>(scoring: Scoring<Score>, rule: string, judged: readonly SessionFirings[]): Row<Score>[] =>
    FROM_MILD_TO_STRICT.map((severity) => ({
      rule,
      severity,
      score: scoring.score(judged, episodes, candidates, severity),
    }));
  const measuredAs = (title: string, judged: readonly SessionFirings[]) => {
    const read = judged.filter(({ id }) => whole.has(id));
    return { title, spans: rowsOf(SPANS, title, judged), whole: rowsOf(SESSIONS, title, read) };
  };
  const measured = [
    measuredAs('settings only', sessionsOf(folds)),
    measuredAs('settings and patterns', sessionsOf(unlearned)),
  ];
  const all = [...measured, measuredAs('the defaults', usual)];
  const bySource = unlearned.map((fold) => measuredAs(fold.source, fold.sessions));
  const spanRows = [...all, ...bySource].flatMap(({ spans }) => spans);
  const wholeRows = all.flatMap((each) => each.whole);
  console.log(`\nLeave one source out: ${sets.map(({ name }) => name).join(', ')}`);
  console.log(scoreTable(SPANS, spanRows));
  console.log(`\nSessions read from end to end\n${scoreTable(SESSIONS, wholeRows)}\n`);
  for (const { source, choice } of folds) {
    console.log(`Chosen without ${source}: ${choiceKey(choice) || 'the defaults'}`);
    console.log(`  patterns seen only there: ${lonely.get(source)?.join(', ') ?? 'none'}`);
  }
  return measured.flatMap(({ title, spans, whole: read }) => [
    figureLine(`leave one source out (${title})`, SPANS, spans),
    figureLine(`leave one source out, \`coding\` (${title})`, SESSIONS, read),
  ]);
}

const sessionsOf = (folds: readonly Fold[]): SessionFirings[] => folds.flatMap(({ sessions }) => sessions);

async function withoutLonely(
  folds: readonly Fold[],
  { sessions }: Recordings,
  lonely: ReadonlyMap<string, readonly string[]>,
): Promise<Fold[]> {
  const byFold = groupBy(sessions, ({ source }) => foldOf(source));
  const again: Fold[] = [];
  for (const fold of folds) {
    const { judgeSession } = await builtJudge(constantsIn(fold.choice));
    const judged = (byFold.get(fold.source) ?? []).map((session) => ({
      source: session.source,
      id: session.id,
      calls: session.calls.length,
      firings: judgeSession(session, fold.choice, lonely.get(fold.source)),
    }));
    again.push({ ...fold, sessions: judged });
  }
  return again;
}
