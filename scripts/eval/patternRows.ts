/** All rows of all patterns, and which of them a replay asks. */
import * as answers from '../../src/engine/facts/patterns/answers';
import * as causes from '../../src/engine/facts/patterns/causes';
import * as commands from '../../src/engine/facts/patterns/commands';
import * as failureProse from '../../src/engine/facts/patterns/failureProse';
import * as failures from '../../src/engine/facts/patterns/failures';
import * as fieldNames from '../../src/engine/facts/patterns/fieldNames';
import * as handles from '../../src/engine/facts/patterns/handles';
import * as languages from '../../src/engine/facts/patterns/languages';
import * as life from '../../src/engine/facts/patterns/life';
import type { PatternId, Patterns } from '../../src/engine/facts/patterns/pattern';
import * as servers from '../../src/engine/facts/patterns/servers';
import * as toolNames from '../../src/engine/facts/patterns/toolNames';
import * as volatileParts from '../../src/engine/facts/patterns/volatileParts';

const RESULTS = [answers, causes, failureProse, failures, languages, life, servers, volatileParts];
const CALLS = [commands, fieldNames, handles, toolNames];

export const PATTERNS: readonly Patterns[] = [...RESULTS, ...CALLS].flatMap((file) =>
  Object.values<unknown>({ ...file }).filter(isPatterns),
);

const ROWS = PATTERNS.flatMap(({ rows }) => rows);

export const ROW_IDS: readonly PatternId[] = ROWS.map(([id]) => id);

function isPatterns(value: unknown): value is Patterns {
  return typeof value === 'object' && value !== null && 'rows' in value;
}

/** Does something without some rows, and says which others matched. Rows joined by `anyOf` don't notice. */
export function watching<Result>(
  work: () => Result,
  without: readonly string[] = [],
): { readonly result: Result; readonly matched: readonly PatternId[] } {
  const off = new Set(without);
  const matched = new Set<PatternId>();
  const watched = ROWS.map(([id, pattern]) => {
    const row: { match: RegExp } = pattern;
    const { match } = row;
    const copy = watchedCopy(match, (found) => {
      const counts = found && !off.has(id);
      if (counts) {
        matched.add(id);
      }
      return counts;
    });
    return { row, match, copy };
  });
  watched.forEach(({ row, copy }) => (row.match = copy));
  try {
    return { result: work(), matched: ROW_IDS.filter((id) => matched.has(id)) };
  } finally {
    watched.forEach(({ row, match }) => (row.match = match));
  }
}

/** A copy that finds only what counts. */
function watchedCopy(match: RegExp, counts: (found: boolean) => boolean): RegExp {
  const copy = new RegExp(match);
  const exec = copy.exec.bind(copy);
  copy.exec = (text) => {
    const found = exec(text);
    return counts(found !== null) ? found : null;
  };
  return copy;
}
