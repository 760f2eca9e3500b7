import { applyEdits, type Edit, findNodeAtLocation, modify, type Node, parseTree } from 'jsonc-parser';
import { settingsObject } from './foreignFile';
import { isDeepStrictEqual } from 'node:util';
import { type SettingsChange, valueAt, withChanges } from '../../core/feedback/settingsChange';
import { SECTION } from '../../core/settings/table';

interface Style {
  readonly indent: string;
  readonly eol: string;
}

/**
 * The text of a settings.json with changes of our settings in it; comments, order and every other line stay as they
 * are.
 * @returns undefined when the text is no JSON object with comments, so that there is no place to write to
 */
export function editSettingsText(text: string, changes: readonly SettingsChange[]): string | undefined {
  const before = text.trim() === '' ? '{}' : text;
  const settings = settingsObject(before);
  if (settings === undefined) {
    return undefined;
  }
  const style = { indent: /^([ \t]+)"/m.exec(text)?.[1] ?? '    ', eol: text.includes('\r\n') ? '\r\n' : '\n' };
  const inFile = changes.map(({ path: [setting, ...keys], value }): SettingsChange => ({
    path: [`${SECTION}.${setting}`, ...keys],
    value,
  }));
  const edited = inFile.reduce((now, { path, value }) => {
    const listed = valueAt(settings, path);
    // What is added to a list leaves the comments in it.
    const isAdded = Array.isArray(listed) && Array.isArray(value) && isDeepStrictEqual(listed, value.slice(0, -1));
    const edits = isAdded
      ? modify(now, [...path, listed.length], value.at(-1), { isArrayInsertion: true })
      : modify(now, [...path], value, {}).map((edit) => inStyle(now, edit, path, style));
    return applyEdits(now, edits);
  }, before);
  // What is written must be what was meant; a person's settings are no place for surprises.
  return isDeepStrictEqual(settingsObject(edited), withChanges(settings, inFile)) ? edited : undefined;
}

/** Our settings in the text of a settings.json, without their section; undefined when it cannot be read. */
export function ownSettingsIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const settings = text.trim() === '' ? {} : settingsObject(text);
  return settings === undefined
    ? undefined
    : Object.fromEntries(
        Object.entries(settings).flatMap(([name, value]) =>
          name.startsWith(`${SECTION}.`) ? [[name.slice(SECTION.length + 1), value]] : [],
        ),
      );
}

/** Whether two texts hold the same settings, whatever their comments and their layout. */
export function haveSameSettings(one: string, other: string): boolean {
  return isDeepStrictEqual(settingsObject(one), settingsObject(other));
}

/**
 * The library would format the lines around a new value with it; so it is told not to, and only what is new is laid out
 * here.
 */
function inStyle(text: string, edit: Edit, path: readonly string[], { indent, eol }: Style): Edit {
  if (edit.length > 0 || edit.content === '') {
    return edit;
  }
  const { container, depth } = containerOf(text, path);
  const follows = edit.content.startsWith(',');
  const added = JSON.parse(`{${follows ? edit.content.slice(1) : edit.content}}`) as unknown;
  const lines = JSON.stringify(added, undefined, indent).split('\n').slice(1, -1);
  const isInline = depth > 0 && !text.slice(container.offset, container.offset + container.length).includes('\n');
  if (isInline) {
    const inner = lines.map((line) => line.trim()).join(' ');
    return { ...edit, content: follows ? `, ${inner}` : ` ${inner} ` };
  }
  const laidOut = lines.map((line) => `${eol}${indent.repeat(depth)}${line}`).join('');
  const nothingBehind =
    text.slice(edit.offset, container.offset + container.length - 1).trim() === '' &&
    !text.slice(edit.offset, container.offset + container.length).includes('\n');
  return { ...edit, content: `${follows ? ',' : ''}${laidOut}${nothingBehind ? eol + indent.repeat(depth) : ''}` };
}

/** The innermost object on the way that is there already, and how deep it lies. */
function containerOf(text: string, path: readonly string[]): { readonly container: Node; readonly depth: number } {
  const tree = parseTree(text, [], { allowTrailingComma: true }) as Node;
  for (let depth = path.length - 1; depth > 0; depth--) {
    const container = findNodeAtLocation(tree, path.slice(0, depth));
    if (container !== undefined) {
      return { container, depth };
    }
  }
  return { container: tree, depth: 0 };
}
