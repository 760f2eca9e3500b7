import { fieldsOf } from '../values/fields';
import { quickDigest } from '../values/quickDigest';

/*
 * The handles by which calls and results name what runs: the ID of a terminal, a session, a process, a task. They are
 * only compared with each other, so a few bits of each are enough, and nobody can tell from them what it was.
 */

/** How many characters of a digest are kept: 18 bits. */
const KEPT_CHARACTERS = 3;

const MOST_FIELDS = 32;
const MOST_HANDLES = 16;

/** How much of a text is searched for paths. */
const MOST_CHARACTERS = 2000;

/** Arguments that name what a call is about. */
export const HANDLE_FIELD = /(?:id|session|handle|pid)$/i;

/**
 * `with ID=b7`, `session ID 12`, `<task_id>a1</task_id>`, `"processId": "p1"`, `process 4711`. A name without a digit
 * only if it is long and the value of an ID: `with ID: bqsxtewjt`.
 */
const NAMED = new RegExp(
  [
    /(?:(?:\b|_)(?:p?id|P?I[dD])|[a-z]I[dD]|\b[hH]andle|\b[sS]ession|\b[pP]rocess|\b[tT]erminal|\b[sS]hell)/,
    /["'>]{0,2}\s?[:=#]?\s?["'`(#]{0,2}/,
    /((?=[\w-]{0,63}\d)[\w-]{1,64}|(?<=[iI][dD]["']?[:=>] ?["']?)(?!undefined)[\w-]{8,64})/,
  ]
    .map(({ source }) => source)
    .join(''),
  'g',
);

/** The handles that the arguments of a call name, as digests. */
export function handlesOf(value: unknown): string[] {
  return fieldsOf(value, MOST_FIELDS).flatMap(([name, field]) =>
    HANDLE_FIELD.test(name) && (typeof field === 'string' || typeof field === 'number') ? [digest(field)] : [],
  );
}

/** Where a result says that output goes: `written to: /tmp/b6.log`, `/tmp/claude/tasks/b6.output`. */
const OUTPUT_FILES: readonly RegExp[] = [
  /(?:writ(?:ten|ing)|redirected|logged) to:?\s{0,2}["'`]?((?:[A-Za-z]:|[~.]{1,2})?[\\/][^\s"'`<>|]{1,400})/gi,
  /([^\s"'`<>|]{1,400}[\\/]tasks[\\/][\w-]{1,64}\.output)/g,
];

/** Paths in arguments: a whole text, or words of a command. */
const PATH = /(?:[A-Za-z]:|[~.]{1,2})?[\\/][^\s"'`<>|;&()]{1,400}/g;
const MOST_PATHS = 8;
/** Where a result names only the task, its output file names it, too. */
const OUTPUT_OF_TASK = /[\\/]tasks[\\/]([\w-]{1,64})\.output$/;

/** The paths that arguments name, and the tasks whose output they hold, as digests like those of handles. */
export function pathsOf(value: unknown): string[] {
  const texts = fieldsOf(value, MOST_FIELDS).flatMap(([, field]) => (typeof field === 'string' ? [field] : []));
  return texts.flatMap((text) =>
    [...text.slice(0, MOST_CHARACTERS).matchAll(PATH)].slice(0, MOST_PATHS).flatMap(([path]) => {
      const [, task] = OUTPUT_OF_TASK.exec(path) ?? [];
      return task === undefined ? [digest(path)] : [digest(path), digest(task)];
    }),
  );
}

/** The handles that a result names, and the files that it writes its output to, as digests; undefined for none. */
export function handlesIn(text: string): string[] | undefined {
  const files = OUTPUT_FILES.flatMap((words) => [...text.matchAll(words)].slice(0, MOST_PATHS));
  const handles = new Set(files.map(([, file = '']) => digest(file.replace(/[.,:]$/, ''))));
  for (const [, handle = ''] of text.matchAll(NAMED)) {
    handles.add(digest(handle));
    if (handles.size === MOST_HANDLES) {
      break;
    }
  }
  return handles.size === 0 ? undefined : [...handles];
}

function digest(handle: string | number): string {
  return quickDigest(String(handle)).slice(0, KEPT_CHARACTERS);
}
