export interface RunResult {
  readonly agent: string;
  /** The lines of its stops, without any text of arguments, results, or prompts. */
  readonly stops: readonly string[];
  /** Whether any hook of the run was answered. */
  readonly wasChecked: boolean;
}

/**
 * What is said of a guarded run, for a terminal or for the summary of a job. A run that the guard did not see is never
 * called free of loops.
 */
export function summaryText({ agent, stops, wasChecked }: RunResult, form: 'plain' | 'markdown'): string {
  const head = form === 'plain' ? 'tool-loop-guard: ' : '### Tool Loop Guard\n\n';
  const item = form === 'plain' ? '  ' : '- ';
  if (stops.length > 0) {
    return [`${head}${agent} was stopped because of a loop.`, '', ...stops.map((line) => item + line)]
      .filter((line) => form === 'markdown' || line !== '')
      .join('\n');
  }
  return wasChecked
    ? `${head}${agent} ended without a loop.`
    : `${head}${agent} made no tool call that the guard could check.`;
}

/** A JUnit report with one test: that the run had no loop. It is skipped if no call was checked. */
export function junitReport({ agent, stops, wasChecked }: RunResult): string {
  const counts = `tests="1" failures="${Number(stops.length > 0)}" skipped="${Number(!wasChecked)}"`;
  const failures = stops.map((line) => `<failure message="${escaped(line)}"/>`);
  const inside = wasChecked ? failures : ['<skipped message="No call was checked."/>'];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="Tool Loop Guard" ${counts}>`,
    `  <testcase classname="${escaped(agent)}" name="has no tool call loop">${inside.join('')}</testcase>`,
    '</testsuite>',
    '',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
