import { structuredPatch } from 'diff';

/** With more differing lines, a change is shown as all of the old and all of the new. */
const MOST_COMPARED = 2_000;

/** Marked as by `diff -u`; `…` stands for omitted unchanged lines. */
export function lineDiff(before: string, after: string): string[] {
  const patch = structuredPatch('', '', before, after, '', '', {
    context: 2,
    maxEditLength: MOST_COMPARED,
    stripTrailingCr: true,
  });
  if (patch === undefined) {
    return [...before.split('\n').map((line) => `- ${line}`), ...after.split('\n').map((line) => `+ ${line}`)];
  }
  return patch.hunks.flatMap(({ oldStart, lines }) => [
    ...(oldStart > 1 ? ['  …'] : []),
    ...lines.filter((line) => !line.startsWith('\\')).map((line) => `${line.charAt(0)} ${line.slice(1)}`),
  ]);
}
