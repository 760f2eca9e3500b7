import { isEdit } from './edits';

/** How a call changes one file, as far as its arguments say so. */
export interface FileChange {
  /** As the arguments name it. */
  readonly path: string;
  /** The text that is replaced, and what it is replaced by. */
  readonly replaces?: { readonly old: string; readonly new: string };
  /** All that the file holds afterwards. */
  readonly content?: string;
}

/** How many changes of one call are looked at. */
const MOST_CHANGES = 50;

const PATH_FIELD = /^(?:(?:absolute_?|target_?)?file(?:_?path|_?name)?|(?:absolute_?)?path|uri)$/i;
const OLD_FIELD = /^old_?(?:str(?:ing)?|text|code|content)$/i;
const NEW_FIELD = /^new_?(?:str(?:ing)?|text|code|content)$/i;
const CONTENT_FIELD = /^(?:(?:file_?)?(?:content|text)|contents)$/i;
const LIST_FIELD = /^(?:edits|replacements|changes)$/i;

/** Where a patch names a file, and what follows: `*** Update File: src/a.ts`. */
const PATCHED_FILE = /^\*\*\* (Update|Add|Delete) File: (.+)$/;
const PATCH = '*** Begin Patch';

type Fields = Readonly<Record<string, unknown>>;

/**
 * How a call changes files. Fields are recognised by what they are called, whatever the tool is.
 * @param value the arguments, parsed
 * @returns none for a call that changes none, or does not say which
 */
export function fileChangesOf(tool: string, value: unknown): FileChange[] {
  const patch = patchIn(value);
  if (patch !== undefined) {
    return patchChanges(patch).slice(0, MOST_CHANGES);
  }
  if (!isFields(value)) {
    return [];
  }
  const changes = changesIn(value, textOf(value, PATH_FIELD)).slice(0, MOST_CHANGES);
  const saysHow = changes.some(({ replaces, content }) => replaces !== undefined || content !== undefined);
  return saysHow || isEdit(tool, value) ? changes : [];
}

function changesIn(fields: Fields, path: string | undefined): FileChange[] {
  const list = Object.keys(fields).find((name) => LIST_FIELD.test(name) && Array.isArray(fields[name]));
  if (list !== undefined) {
    return (fields[list] as unknown[])
      .filter(isFields)
      .flatMap((each) => changesIn({ ...each, edits: undefined }, textOf(each, PATH_FIELD) ?? path));
  }
  if (path === undefined) {
    return [];
  }
  const [old, replacement] = [textOf(fields, OLD_FIELD), textOf(fields, NEW_FIELD)];
  if (old !== undefined && replacement !== undefined) {
    return [{ path, replaces: { old, new: replacement } }];
  }
  const content = textOf(fields, CONTENT_FIELD);
  return [content === undefined || replacement !== undefined ? { path } : { path, content }];
}

/** The text of a patch, which is an argument or all of them. */
function patchIn(value: unknown): string | undefined {
  if (!isFields(value)) {
    return isPatch(value) ? value : undefined;
  }
  const name = Object.keys(value).find((each) => isPatch(value[each]));
  return name === undefined ? undefined : (value[name] as string);
}

function isPatch(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(PATCH);
}

/** Each file of a patch with the lines that it takes away and those it puts there. */
function patchChanges(patch: string): FileChange[] {
  const changes: { path: string; isUpdate: boolean; old: string[]; new: string[] }[] = [];
  for (const line of patch.split('\n')) {
    const file = PATCHED_FILE.exec(line);
    const change = changes.at(-1);
    if (file !== null) {
      changes.push({ path: file[2] as string, isUpdate: file[1] === 'Update', old: [], new: [] });
    } else if (change !== undefined && !line.startsWith('***')) {
      if (!line.startsWith('+')) {
        change.old.push(line.replace(/^[ -]/, ''));
      }
      if (!line.startsWith('-')) {
        change.new.push(line.replace(/^[ +]/, ''));
      }
    }
  }
  return changes.map(({ path, isUpdate, old, new: replacement }) =>
    isUpdate ? { path, replaces: { old: old.join('\n'), new: replacement.join('\n') } } : { path },
  );
}

function textOf(fields: Fields, name: RegExp): string | undefined {
  const found = Object.keys(fields).find((each) => name.test(each) && typeof fields[each] === 'string');
  return found === undefined ? undefined : (fields[found] as string);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
