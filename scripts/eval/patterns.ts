/** How often each pattern matches in the recorded sessions, and which firings it stands behind. */
import { PATTERN_SUBJECTS } from '../patternSubjects';
import type { DataSet } from './dataSet';
import { ours } from './judges';
import { textsFor } from './patternTexts';
import { readCandidates, readEpisodes, readSessions, type TraceCall } from './traces';
import { verdicts } from './verdict';

/** How many calls before a firing may stand behind it, if they are of the same tool. */
const CALLS_BEHIND = 10;

/** How often a row matched, and in how many right and wrong firings it took part. */
interface Account {
  hits: number;
  right: number;
  wrong: number;
}

/** The accounts of all rows, by the row and then by the source. */
type Accounts = Map<string, Map<string, Account>>;

/** The accounts of all rows in some data sets, as text: those that only one source shows at the end. */
export async function patternReport(sets: readonly DataSet[]): Promise<string> {
  const accounts: Accounts = new Map();
  for (const { directory, kind } of sets) {
    const episodes = await readEpisodes(directory);
    const candidates = kind === 'labelled' ? await readCandidates(directory) : [];
    const verdictAt = verdicts(kind, episodes, candidates);
    for await (const session of readSessions(directory)) {
      const idsOf = session.calls.map(patternsIn);
      idsOf.flat().forEach((id) => accountOf(accounts, id, session.source).hits++);
      for (const index of new Set(ours.judge(session).map((firing) => firing.index))) {
        const verdict = verdictAt(session, index);
        if (verdict === 'open') {
          continue;
        }
        for (const id of new Set(idsBehind(session.calls, idsOf, index))) {
          accountOf(accounts, id, session.source)[verdict]++;
        }
      }
    }
  }
  return textOf(accounts);
}

function idsBehind(calls: readonly TraceCall[], idsOf: readonly (readonly string[])[], index: number): string[] {
  const from = Math.max(0, index - CALLS_BEHIND);
  return idsOf.slice(from, index + 1).flatMap((ids, at) => (calls[from + at]?.name === calls[index]?.name ? ids : []));
}

function patternsIn(call: TraceCall): string[] {
  return PATTERN_SUBJECTS.flatMap(({ patterns, reads }) => {
    const texts = textsFor(reads, call);
    return patterns.rows.flatMap(([id, { match }]) => {
      const once = new RegExp(match.source, match.flags.replace('g', ''));
      return texts.some((text) => once.test(text)) ? [id] : [];
    });
  });
}

function accountOf(accounts: Accounts, id: string, source: string): Account {
  const sources = accounts.get(id) ?? new Map<string, Account>();
  accounts.set(id, sources);
  const account = sources.get(source) ?? { hits: 0, right: 0, wrong: 0 };
  sources.set(source, account);
  return account;
}

function textOf(accounts: Accounts): string {
  const rows = PATTERN_SUBJECTS.flatMap(({ patterns }) => patterns.rows);
  const lines = rows.flatMap(([id]) => {
    const sources = [...(accounts.get(id) ?? [])].sort(([, a], [, b]) => b.hits - a.hits);
    return [
      `${id}: ${sources.length} sources`,
      ...sources.map(([name, { hits, right, wrong }]) => `  ${name}: ${hits} hits, ${right} right, ${wrong} wrong`),
    ];
  });
  const lonely = rows.filter(([id, { because }]) => because === undefined && (accounts.get(id)?.size ?? 0) <= 1);
  const ends = lonely.map(([id]) => `  ${id}: ${[...(accounts.get(id)?.keys() ?? ['none'])].join()}`);
  return [...lines, '', 'In one source or none, without a reason:', ...ends].join('\n');
}
