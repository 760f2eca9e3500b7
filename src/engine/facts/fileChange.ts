import { PATCH_LINES, suggests, textIn } from './patterns/fieldNames';
import { groupsIn } from './patterns/pattern';
import { isNamedTo } from './patterns/toolNames';
import { type Fields, fieldsOf, isRecord } from '../values/fields';
import { plainPath } from './paths';

export interface FileChange {
  readonly path: string;
  readonly replaces?: { readonly old: string; readonly new: string };
  /** The whole content of the file afterwards. */
  readonly content?: string;
}

const MOST_CHANGES = 50;

const PATCH = '*** Begin Patch';

/** Recognizes fields by their names, whatever the tool is. None if the call changes no file, or doesn't say which. */
export function fileChangesOf(tool: string, value: unknown, folder?: string): FileChange[] {
  const patch = patchIn(value);
  const changes = patch === undefined ? changesByFields(tool, value) : patchChanges(patch).slice(0, MOST_CHANGES);
  return changes.map((change) => ({ ...change, path: plainPath(change.path, folder) }));
}

function changesByFields(tool: string, value: unknown): FileChange[] {
  if (!isRecord(value)) {
    return [];
  }
  const changes = changesIn(value, textIn(value, 'path')).slice(0, MOST_CHANGES);
  // A path and a text alone may also be a search, or an input.
  if (!isEdit(tool, value) && changes.every(({ replaces }) => replaces === undefined)) {
    return [];
  }
  return appends(tool, value)
    ? changes.map(({ path, replaces }) => (replaces === undefined ? { path } : { path, replaces }))
    : changes;
}

/** An appended text isn't the whole content. The name of the tool, a switch, or a mode says so. */
function appends(tool: string, fields: Fields): boolean {
  const says = ([name, field]: [string, unknown]): boolean =>
    field === 'append' || (field === true && isNamedTo(name, 'append'));
  return isNamedTo(tool, 'append') || Object.entries(fields).some(says);
}

function changesIn(fields: Fields, path: string | undefined): FileChange[] {
  const list = Object.keys(fields).find((name) => Array.isArray(fields[name]) && suggests(name, 'changeList'));
  if (list !== undefined) {
    return (fields[list] as unknown[])
      .filter(isRecord)
      .flatMap((each) => changesIn({ ...each, edits: undefined }, textIn(each, 'path') ?? path));
  }
  if (path === undefined) {
    return [];
  }
  const [old, replacement] = [textIn(fields, 'oldText'), textIn(fields, 'newText')];
  if (old !== undefined && replacement !== undefined) {
    return [{ path, replaces: { old, new: replacement } }];
  }
  const content = textIn(fields, 'content');
  return [content === undefined || replacement !== undefined ? { path } : { path, content }];
}

/** A patch is an argument or all of them. */
function patchIn(value: unknown): string | undefined {
  if (!isRecord(value)) {
    return isPatch(value) ? value : undefined;
  }
  const name = Object.keys(value).find((each) => isPatch(value[each]));
  return name === undefined ? undefined : (value[name] as string);
}

function isPatch(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(PATCH);
}

function patchChanges(patch: string): FileChange[] {
  const changes: { path: string; isUpdate: boolean; old: string[]; new: string[] }[] = [];
  for (const line of patch.split('\n')) {
    const [action, path] = groupsIn(PATCH_LINES, line) ?? [];
    const change = changes.at(-1);
    if (path !== undefined) {
      changes.push({ path, isUpdate: action === 'Update', old: [], new: [] });
    } else if (change !== undefined && !line.startsWith('***')) {
      if (!line.startsWith('+')) {
        change.old.push(withoutMark(line));
      }
      if (!line.startsWith('-')) {
        change.new.push(withoutMark(line));
      }
    }
  }
  return changes.map(({ path, isUpdate, old, new: replacement }) =>
    isUpdate ? { path, replaces: { old: old.join('\n'), new: replacement.join('\n') } } : { path },
  );
}

function withoutMark(line: string): string {
  return [' ', '-', '+'].includes(line.charAt(0)) ? line.slice(1) : line;
}

const MOST_DEPTH = 3;

/** By two of three signs: tool name, a field for new text, several lines. Too large arguments (undefined) have two. */
export function isEdit(tool: string, value: unknown): boolean {
  if (value === undefined) {
    return true;
  }
  const isNamed = isNamedTo(tool, 'edit');
  const hasEditedField = someField(value, ([name]) => isEdited(name), 0);
  return isNamed === hasEditedField ? isNamed : someText(value, (text) => text.includes('\n'));
}

function isEdited(name: string): boolean {
  return suggests(name, 'oldText') || suggests(name, 'newText') || suggests(name, 'change');
}

function someField(value: unknown, test: (field: [string, unknown]) => boolean, depth: number): boolean {
  const fields = depth > MOST_DEPTH ? [] : fieldsOf(value);
  return fields.some(test) || fields.some(([, field]) => someField(field, test, depth + 1));
}

/** A text that is a field, or all arguments. */
function someText(value: unknown, test: (text: string) => boolean): boolean {
  return typeof value === 'string'
    ? test(value)
    : someField(value, ([, field]) => typeof field === 'string' && test(field), 0);
}

/** Shorter texts, such as a bracket or an empty line, may be needed several times. */
const BLOCK_LINES = 6;

export function writesBlock(tool: string, value: unknown): boolean {
  const isBlock = (text: string): boolean => text.split('\n', BLOCK_LINES).length === BLOCK_LINES;
  return isNamedTo(tool, 'edit') && someText(value, isBlock);
}
