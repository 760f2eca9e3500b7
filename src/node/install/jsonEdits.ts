import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

/** Trailing commas are allowed, as in most settings files. */
export const LENIENT = { allowTrailingComma: true };

/** A text that is put into another. */
export interface Insertion {
  readonly offset: number;
  readonly content: string;
}

/** A text without a value, its comma and the space before it. Comments stay; the library would take some along. */
export function without(text: string, path: readonly (string | number)[]): string {
  const value = findNodeAtLocation(parseTree(text, [], LENIENT) as Node, [...path]) as Node;
  const node = value.parent?.type === 'property' ? value.parent : value;
  const siblings = node.parent?.children ?? [];
  const index = siblings.indexOf(node);
  const next = siblings[index + 1];
  const previous = siblings[index - 1];
  const container = node.parent as Node;
  const end = node.offset + node.length;
  const commaBehind = commaIn(text, end, next?.offset ?? container.offset + container.length - 1);
  const commaBefore =
    commaBehind === undefined && previous !== undefined
      ? commaIn(text, previous.offset + previous.length, node.offset)
      : undefined;
  const start = text.slice(0, node.offset).trimEnd().length;
  const behind =
    commaBehind === undefined ? text.slice(end) : text.slice(end, commaBehind) + text.slice(commaBehind + 1);
  const head =
    commaBefore === undefined
      ? text.slice(0, start)
      : text.slice(0, commaBefore) + text.slice(commaBefore + 1, Math.max(start, commaBefore + 1));
  // What follows must not become part of a comment that ends the line before.
  const isOnComment = head.slice(head.lastIndexOf('\n') + 1).includes('//') && !/^[ \t]*\r?\n/.test(behind);
  return `${head}${isOnComment ? '\n' : ''}${behind}`;
}

/** Where a comma stands between two places, comments left out. */
function commaIn(text: string, from: number, to: number): number | undefined {
  const blank = text.slice(from, to).replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, (comment) => ' '.repeat(comment.length));
  const index = blank.indexOf(',');
  return index < 0 ? undefined : from + index;
}

/** What puts a value behind everything that a list or an object holds, in the layout that the text has already. */
export function appended(text: string, container: Node, value: unknown, name?: string): Insertion[] {
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const contentEnd = last === undefined ? container.offset + 1 : last.offset + last.length;
  const end = contentEnd + text.slice(contentEnd, close).trimEnd().length;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const lineStart = text.lastIndexOf('\n', container.offset - 1) + 1;
  const base = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
  const head = name === undefined ? '' : `${JSON.stringify(name)}: `;
  const lines = `${head}${JSON.stringify(value, undefined, indent)}`.split('\n');
  const laidOut = lines.map((line) => `${eol}${base}${indent}${line}`).join('');
  const isInline = !text.slice(end, close).includes('\n');
  const content = `${laidOut}${isInline ? `${eol}${base}` : ''}`;
  // The comma stands behind the last value, before a comment that may follow it.
  return last === undefined || commaIn(text, contentEnd, close) !== undefined
    ? [{ offset: end, content }]
    : [
        { offset: contentEnd, content: ',' },
        { offset: end + 1, content },
      ];
}
