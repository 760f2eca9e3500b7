import { fieldsOf } from './fields';
import { quickDigest } from './quickDigest';

/*
 * The handles by which calls and results name what runs: the ID of a terminal, a session, a process, a task. They are
 * only compared with each other, so a few bits of each are enough, and nobody can tell from them what it was.
 */

/** How many characters of a digest are kept: 18 bits. */
const KEPT_CHARACTERS = 3;

const MOST_FIELDS = 32;
const MOST_HANDLES = 16;

/** Arguments that name what a call is about. */
export const HANDLE_FIELD = /(?:id|session|handle|pid)$/i;

/** `with ID=b7`, `session ID 12`, `<task_id>a1`, `"processId": "p1"`, `process 4711`; never a name without a digit. */
const NAMED = new RegExp(
  [
    /(?:(?:\b|_)(?:p?id|P?I[dD])|[a-z]I[dD]|\b[hH]andle|\b[sS]ession|\b[pP]rocess|\b[tT]erminal|\b[sS]hell)/,
    /["'>]{0,2}\s?[:=#]?\s?["'`(#]{0,2}((?=[\w-]{0,63}\d)[\w-]{1,64})/,
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

/** The handles that a result names, as digests; undefined when it names none. */
export function handlesIn(text: string): string[] | undefined {
  const handles = new Set<string>();
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
