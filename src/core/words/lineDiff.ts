import { structuredPatch } from 'diff';

/** With more lines that differ, a change is shown as all of the old and all of the new. */
const OPTIONS = { context: 2, stripTrailingCr: true, maxEditLength: 2_000 } as const;

/** The changes between two texts, line by line, marked as by `diff -u`; `…` stands for omitted unchanged lines. */
export function lineDiff(before: string, after: string): string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const patch = structuredPatch('', '', old.join(''), now.join(''), '', '', OPTIONS);
  if (patch === undefined) {
    return [...old.map((line) => `- ${line.trimEnd()}`), ...now.map((line) => `+ ${line.trimEnd()}`)];
  }
  return patch.hunks.flatMap(({ oldStart, oldLines, lines }, index) => [
    ...(index === 0 && oldStart <= 1 ? [] : ['  …']),
    ...lines.map((line) => `${line.charAt(0)} ${line.slice(1)}`),
    ...(index === patch.hunks.length - 1 && oldStart + oldLines <= old.length ? ['  …'] : []),
  ]);
}

/** Each with an end, or the last one would differ by that alone. */
function linesOf(text: string): string[] {
  return text === ''
    ? []
    : text
        .replace(/\r?\n$/, '')
        .split('\n')
        .map((line) => `${line}\n`);
}
