import { DATA_STARTS, DONE, EMPTY_VALUES, NOTHING_FOUND } from '../src/engine/facts/patterns/answers';
import { CAUSES, EMPTY_CAUSES } from '../src/engine/facts/patterns/causes';
import { FAILURE_PROSE, NO_ERRORS, REJECTIONS, SENTENCES } from '../src/engine/facts/patterns/failureProse';
import {
  CANCELED,
  EMPTY_OUTPUTS,
  EXIT_REPORTS,
  FAILURE_BEGINNINGS,
  FAILURES_ANYWHERE,
  STACK_TRACES,
} from '../src/engine/facts/patterns/failures';
import { EXITED, GONE, RUNNING } from '../src/engine/facts/patterns/life';
import type { Patterns } from '../src/engine/facts/patterns/pattern';
import { CLOCK, MEASURES, VOLATILE } from '../src/engine/facts/patterns/volatileParts';
import { EMPTY_INPUTS, STARTS, WAITING_COMMANDS, WAITING_TOOLS } from '../src/engine/facts/patterns/waitingCalls';

/** Which text the rows of a subject read. */
export type Reads = 'beginning' | 'short result' | 'ends' | 'line' | 'result' | 'tool' | 'argument';

/** All subjects, in the order of the documents. */
export const PATTERN_SUBJECTS: readonly { readonly patterns: Patterns; readonly reads: Reads }[] = [
  { patterns: CANCELED, reads: 'beginning' },
  { patterns: FAILURE_BEGINNINGS, reads: 'beginning' },
  { patterns: STACK_TRACES, reads: 'beginning' },
  { patterns: SENTENCES, reads: 'beginning' },
  { patterns: REJECTIONS, reads: 'beginning' },
  { patterns: NO_ERRORS, reads: 'beginning' },
  { patterns: EXIT_REPORTS, reads: 'beginning' },
  { patterns: EMPTY_OUTPUTS, reads: 'beginning' },
  { patterns: FAILURES_ANYWHERE, reads: 'short result' },
  { patterns: FAILURE_PROSE, reads: 'short result' },
  { patterns: NOTHING_FOUND, reads: 'short result' },
  { patterns: EMPTY_VALUES, reads: 'short result' },
  { patterns: DATA_STARTS, reads: 'short result' },
  { patterns: DONE, reads: 'short result' },
  { patterns: CAUSES, reads: 'line' },
  { patterns: EMPTY_CAUSES, reads: 'line' },
  { patterns: RUNNING, reads: 'ends' },
  { patterns: EXITED, reads: 'ends' },
  { patterns: GONE, reads: 'ends' },
  { patterns: WAITING_TOOLS, reads: 'tool' },
  { patterns: WAITING_COMMANDS, reads: 'argument' },
  { patterns: EMPTY_INPUTS, reads: 'argument' },
  { patterns: STARTS, reads: 'argument' },
  { patterns: VOLATILE, reads: 'result' },
  { patterns: MEASURES, reads: 'result' },
  { patterns: CLOCK, reads: 'short result' },
];

/** The table of all rows in docs/patterns.md, as Markdown. */
export function patternTable(): string {
  const rows = PATTERN_SUBJECTS.flatMap(({ patterns, reads }) =>
    patterns.rows.map(([id, { says, examples, not, from, because }]) =>
      [`\`${id}\``, reads, says, code(examples[0]), code(not[0]), from.join(', '), because ?? ''].join(' | '),
    ),
  );
  return [
    '| Pattern | Reads | Says | Matches | Does not match | Seen in | Why it stays, seen in few of our sources |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '|': '&#124;',
  '*': '&#42;',
  _: '&#95;',
  '`': '&#96;',
  '[': '&#91;',
  '\\': '&#92;',
  '\n': '⏎',
  '\t': '→',
};

function code(text: string): string {
  const safe = text.replace(/[&<>|*_`[\\\n\t]/g, (character) => ENTITIES[character] ?? character);
  return safe === '' ? '(empty)' : `<code>${safe}</code>`;
}
