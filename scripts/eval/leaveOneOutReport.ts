/** Prints what the thresholds do on sources that they were not chosen on. */
import type { Configuration } from '../../src/core/settings/configuration';
import { parseConfiguration } from '../../src/core/settings/parse/parse';
import type { DataSet } from './dataSet';
import { type Fold, leaveOneOut, remembered } from './leaveOneOut';
import { score, type SessionFirings } from './score';
import { simulate } from './simulate';
import { type Row, table } from './table';
import { type Episode, readCandidates, readEpisodes, readSessions, type Session, type Span } from './traces';
import { type Choice, choiceKey, KEENEST } from './tunable';

const WITHOUT_EACH = 'all sources, thresholds chosen without each';

/**
 * Folds of all data sets together: a source is left out of the choice wherever its sessions lie.
 * @returns the sum over all sources, each measured with thresholds that were chosen without it: warnings, then stops
 */
export async function printLeaveOneOut(sets: readonly DataSet[]): Promise<Row[]> {
  const sessions: Session[] = [];
  const episodes: Episode[] = [];
  const candidates: Span[] = [];
  for (const { directory } of sets) {
    episodes.push(...(await readEpisodes(directory)));
    candidates.push(...(await readCandidates(directory)));
    for await (const session of readSessions(directory)) {
      sessions.push(session);
    }
  }
  const firings = remembered(firingsOf(sessions));
  const folds = leaveOneOut({ firings, episodes, candidates });
  const rows = (['warn', 'block'] as const).flatMap((severity): Row[] => {
    const row = (rule: string, of: readonly SessionFirings[]): Row => ({
      rule,
      severity,
      score: score(of, episodes, candidates, severity),
    });
    return [
      row(
        WITHOUT_EACH,
        folds.flatMap((fold) => fold.sessions),
      ),
      row('all sources, the defaults', firings({})),
      ...folds.map((fold) => row(fold.source, fold.sessions)),
    ];
  });
  console.log(`\nLeave one source out: ${sets.map(({ name }) => name).join(', ')}\n${table(rows)}\n\n${chosen(folds)}`);
  return rows.filter(({ rule }) => rule === WITHOUT_EACH);
}

/**
 * Judges all sessions with a choice of thresholds. A session in which the strictest thresholds find nothing is not
 * judged again.
 */
function firingsOf(sessions: readonly Session[]): (choice: Choice) => SessionFirings[] {
  const judge = (session: Session, configuration: Configuration): SessionFirings['firings'] =>
    // Only what the score reads is kept: the firings of many choices are in memory at once.
    simulate(session, configuration).map(({ index, severity, detector }) => ({ index, severity, detector }));
  const keenest = parseConfiguration({ user: KEENEST });
  const eventful = new Set(sessions.filter((session) => judge(session, keenest).length > 0));
  return (choice) => {
    const configuration = parseConfiguration({ user: choice });
    return sessions.map((session) => ({
      source: session.source,
      id: session.id,
      calls: session.calls.length,
      firings: eventful.has(session) ? judge(session, configuration) : [],
    }));
  };
}

function chosen(folds: readonly Fold[]): string {
  return folds
    .map(({ source, choice }) => `Chosen without ${source}: ${choiceKey(choice) || 'the defaults'}`)
    .join('\n');
}
