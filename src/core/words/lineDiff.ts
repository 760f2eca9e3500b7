const CONTEXT = 2;

/** Above this many lines that differ, a change is shown as all of the old and all of the new. */
const MOST_COMPARED = 2_000;

type Row = readonly [sign: ' ' | '+' | '-', line: string];

/** The changes between two texts, line by line, marked as by `diff -u`; `…` stands for omitted unchanged lines. */
export function lineDiff(before: string, after: string): string[] {
  const rows = rowsOf(linesOf(before), linesOf(after));
  const near = rows.map((_, index) =>
    rows.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(([sign]) => sign !== ' '),
  );
  return rows.flatMap(([sign, line], index) => {
    if (near[index] === true) {
      return [`${sign} ${line}`];
    }
    return index === 0 || near[index - 1] === true ? ['  …'] : [];
  });
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function rowsOf(old: readonly string[], now: readonly string[]): Row[] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) {
    tail += 1;
  }
  return [
    ...old.slice(0, head).map((line): Row => [' ', line]),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...old.slice(old.length - tail).map((line): Row => [' ', line]),
  ];
}

function middle(old: readonly string[], now: readonly string[]): Row[] {
  const removed = old.map((line): Row => ['-', line]);
  const added = now.map((line): Row => ['+', line]);
  if (old.length === 0 || now.length === 0 || old.length + now.length > MOST_COMPARED) {
    return [...removed, ...added];
  }
  const common: number[][] = [...old, ''].map(() => [...now, ''].map(() => 0));
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      (common[row] as number[])[column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const rows: Row[] = [];
  let [row, column] = [0, 0];
  while (row < old.length && column < now.length) {
    if (old[row] === now[column]) {
      rows.push([' ', old[row] as string]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      rows.push(removed[row] as Row);
      row += 1;
    } else {
      rows.push(added[column] as Row);
      column += 1;
    }
  }
  return [...rows, ...removed.slice(row), ...added.slice(column)];
}
