import { fieldsOf } from '../values/fields';
import { quickDigest } from '../values/quickDigest';
import { suggests } from './patterns/fieldNames';
import { HANDLES, OUTPUT_FILES, PATHS, TASK_FILES } from './patterns/handles';
import { anyOf, groupsIn } from './patterns/pattern';

/*
 * The handles by which calls and results name what runs: the ID of a terminal, a session, a process, a task. They are
 * only compared with each other, so a few bits of each are enough, and nobody can tell from them what it was.
 */

/** 18 bits of a digest. */
const KEPT_CHARACTERS = 3;

const MOST_HANDLES = 16;

const MOST_CHARACTERS = 2000;

const MOST_PATHS = 8;

const ANY_HANDLE = anyOf(HANDLES);
const ANY_PATH = anyOf(PATHS);

/** Shared, because most calls name no handles. */
const NO_HANDLES: readonly string[] = [];

export function handlesOf(value: unknown): readonly string[] {
  const handles = fieldsOf(value).flatMap(([name, field]) =>
    suggests(name, 'handle') && (typeof field === 'string' || typeof field === 'number') ? [digest(field)] : [],
  );
  return handles.length === 0 ? NO_HANDLES : handles;
}

/** The paths that arguments name, and the tasks whose output they hold, as digests like those of handles. */
export function pathsOf(value: unknown): string[] {
  const texts = fieldsOf(value).flatMap(([, field]) => (typeof field === 'string' ? [field] : []));
  return texts.flatMap((text) =>
    [...text.slice(0, MOST_CHARACTERS).matchAll(ANY_PATH)].slice(0, MOST_PATHS).flatMap(([path]) => {
      const [task] = groupsIn(TASK_FILES, path) ?? [];
      return task === undefined ? [digest(path)] : [digest(path), digest(task)];
    }),
  );
}

export function handlesIn(text: string): string[] | undefined {
  const files = OUTPUT_FILES.rows.flatMap(([, { match }]) => [...text.matchAll(match)].slice(0, MOST_PATHS));
  // A mark at the end belongs to the sentence around the path.
  const handles = new Set(files.map(([, file = '']) => digest(file.replace(/[.,:]$/, ''))));
  for (const [, ...groups] of text.matchAll(ANY_HANDLE)) {
    handles.add(digest(groups.find((group) => group !== undefined) ?? ''));
    if (handles.size === MOST_HANDLES) {
      break;
    }
  }
  return handles.size === 0 ? undefined : [...handles];
}

function digest(handle: string | number): string {
  return quickDigest(String(handle)).slice(0, KEPT_CHARACTERS);
}
