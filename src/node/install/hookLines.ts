import { isDeepStrictEqual } from 'node:util';
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { HookGroup } from '../agents/agent';
import { settingsObject } from '../files/foreignFile';
import { fieldsOf, isJsonObject, listOf, withoutMark } from '../files/jsonFields';

type Lines = Readonly<Record<string, HookGroup>>;

export interface TextChange {
  readonly offset: number;
  readonly inserted: number;
  readonly removed: string;
}

/** A command in a line that an installation of any version wrote. */
const OUR_COMMAND = /TOOL_LOOP_GUARD_PLUGIN=|[\\/]tool-loop-guard[\\/]+agents[\\/]+plugin[\\/]/;

/**
 * A file's text with exactly these lines of ours in it. Comments and every other line stay as they are, byte for byte.
 * @returns the text, and the changes in the order in which they were made; undefined if it is not a JSON object (with
 * comments), so that there is no place for the lines
 */
export function withLines(
  text: string,
  lines: Lines,
): { readonly text: string; readonly changes: readonly TextChange[] } | undefined {
  if (text.trim() === '') {
    const written = `${JSON.stringify({ hooks: withGroups({}, lines) }, undefined, 2)}\n`;
    return { text: written, changes: [{ offset: 0, inserted: written.length, removed: text }] };
  }
  const before = settingsObject(text);
  if (before === undefined || !hasPlaceForLines(before, Object.keys(lines))) {
    return undefined;
  }
  let now = text;
  const changes: TextChange[] = [];
  for (const [event, group] of Object.entries(lines)) {
    for (const { offset, content } of insertions(now, event, group)) {
      now = now.slice(0, offset) + content + now.slice(offset);
      changes.push({ offset, inserted: content.length, removed: '' });
    }
  }
  // Check that the result is what was intended, because these are the user's settings.
  const meant = { ...before, hooks: withGroups((before['hooks'] ?? {}) as Record<string, unknown>, lines) };
  return isDeepStrictEqual(settingsObject(now), meant) ? { text: now, changes } : undefined;
}

export function undone(text: string, changes: readonly TextChange[]): string {
  return changes.reduceRight(
    (now, { offset, inserted, removed }) => now.slice(0, offset) + removed + now.slice(offset + inserted),
    text,
  );
}

/** The lines of ours in a text, by their events; other hooks of a shared group are left out. */
export function linesIn(text: string): Readonly<Record<string, readonly unknown[]>> {
  const hooks = settingsObject(text)?.['hooks'];
  return Object.fromEntries(
    Object.entries(fieldsOf(hooks))
      .map(([event, list]) => [event, listOf(list).filter((group) => hooksIn(group).some(isOurs))] as const)
      .filter(([, list]) => list.length > 0),
  );
}

/**
 * A text without our lines, if it is no longer what an installation left: lists and objects that become
 * empty are removed, too.
 */
export function withoutLines(text: string): string {
  let now = text;
  for (let path = ourPath(now); path !== undefined; path = ourPath(now)) {
    const tree = treeOf(now);
    const isAlone = (): boolean => findNodeAtLocation(tree, path?.slice(0, -1) ?? [])?.children?.length === 1;
    // A group without hooks is nothing, whatever else it has.
    while (path.length > 1 && (path.length === GROUP_HOOKS || isAlone())) {
      path = path.slice(0, -1);
    }
    now = without(now, path);
  }
  return now;
}

/** The length of a path to the hooks of a group. */
const GROUP_HOOKS = 4;

/** Where the first hook of ours stands: `hooks`, event, group, `hooks`, index. */
function ourPath(text: string): (string | number)[] | undefined {
  const hooks = settingsObject(text)?.['hooks'];
  for (const [event, list] of Object.entries(fieldsOf(hooks))) {
    for (const [index, group] of listOf(list).entries()) {
      const inGroup = hooksIn(group).findIndex(isOurs);
      if (inGroup >= 0) {
        return ['hooks', event, index, 'hooks', inGroup];
      }
    }
  }
  return undefined;
}

function hooksIn(group: unknown): readonly unknown[] {
  return listOf(fieldsOf(group)['hooks']);
}

function isOurs(hook: unknown): boolean {
  return (
    isJsonObject(hook) &&
    Object.entries(hook).some(
      ([name, value]) => /^command/.test(name) && typeof value === 'string' && OUR_COMMAND.test(value),
    )
  );
}

function withGroups(hooks: Readonly<Record<string, unknown>>, lines: Lines): Record<string, unknown> {
  const added = Object.entries(lines).map(([event, group]) => [
    event,
    [...((hooks[event] ?? []) as readonly unknown[]), group],
  ]);
  return { ...hooks, ...(Object.fromEntries(added) as object) };
}

function hasPlaceForLines(settings: Readonly<Record<string, unknown>>, events: readonly string[]): boolean {
  const { hooks } = settings;
  return (
    hooks === undefined ||
    (isJsonObject(hooks) && events.every((event) => hooks[event] === undefined || Array.isArray(hooks[event])))
  );
}

/** What puts a group into the list of its event; the places are those before the first of them is made. */
function insertions(text: string, event: string, group: HookGroup): Insertion[] {
  const tree = treeOf(text);
  const list = findNodeAtLocation(tree, ['hooks', event]);
  if (list !== undefined) {
    return appended(text, list, group);
  }
  const hooks = findNodeAtLocation(tree, ['hooks']);
  return hooks === undefined
    ? appended(text, tree, { [event]: [group] }, 'hooks')
    : appended(text, hooks, [group], event);
}

/** @param text an object with comments, without a mistake */
function treeOf(text: string): Node {
  return parseTree(withoutMark(text), [], { allowTrailingComma: true }) as Node;
}

interface Insertion {
  readonly offset: number;
  readonly content: string;
}

/** A text without a value, its comma and the space before it. Comments stay; the library would take some along. */
function without(text: string, path: readonly (string | number)[]): string {
  const value = findNodeAtLocation(treeOf(text), [...path]) as Node;
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
function appended(text: string, container: Node, value: unknown, name?: string): Insertion[] {
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
