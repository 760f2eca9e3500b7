import { canonicalTextOf } from '../values/canonical';
import { isRecord } from '../values/fields';

/**
 * Comments: text in a call for the user, not for the tool. They make no difference to the tool, so two calls that
 * differ only in comments are the same call. Three signs must come together: the field's name suggests a comment, it
 * contains a short sentence, and another field has the substance.
 */
const COMMENT_NAME = /^_?(?:explanation|rationale|thoughts?|thinking|why)$/i;

/** Names that are a comment next to a command, but the substance of a ticket, a booking, or a task. */
const COMMENTS_ON_COMMANDS: readonly RegExp[] = [
  /^_?(?:description|summary|reason(?:ing)?|purpose|goal|intent(?:ion)?|justification)$/i,
  /^(?:short|brief|human|user|display|tool|task|action|status)_?(?:description|title|summary|label)$/i,
];
const COMMAND_NAME = /^(?:commands?|cmd|script|code|query|sql|pattern|expression)$/i;

const MOST_CHARACTERS = 300;

/** On one line, without characters of code. */
const PLAIN_LINE = /^[\p{L}\p{N}"'“(][^\n{}<>|;$=\\]*$/u;
const HAS_WORDS = /\p{L} \p{L}|\p{L}{3}/u;
/** Begins with a capital letter and has at least three words: not a name, a pattern, or a command. */
const A_SENTENCE = /^\p{Lu}\p{Ll}*(?: [\p{L}\p{N}'’.,:()-]+){2,}$/u;
const A_FLAG = / --?\w/;
/** A command, a path, a query. */
const CODE = /[/\\|;$(){}=<>*]|\w\.\w|--?\w/;
const LEAST_CODE = 4;
/** A field whose number tells which thing is meant: `id`, `host_id`, `issueNumber`, `port`; not `page_number`. */
const NAMES_A_THING = /(?:^|_)(?:id|ID|port)$|[a-z]I[dD]$|(?<![pP]age_?)[nN]umber$/;

/** Matches any of these names, so that most names need one test. */
export const ANY_COMMENT_NAME = new RegExp(
  [COMMENT_NAME, ...COMMENTS_ON_COMMANDS].map(({ source }) => source).join('|'),
  'i',
);

/** The arguments without comments; the same value if there are none. */
export function withoutComments(value: unknown): unknown {
  if (!isRecord(value)) {
    return value;
  }
  if (!Object.keys(value).some((name) => ANY_COMMENT_NAME.test(name))) {
    return value;
  }
  const fields = Object.entries(value);
  const onCommand = fields.some(([name, field]) => COMMAND_NAME.test(name) && isSubstance(field));
  const isComment = ([name, field]: [string, unknown]): boolean =>
    isLine(field) && (COMMENT_NAME.test(name) || (onCommand && COMMENTS_ON_COMMANDS.some((words) => words.test(name))));
  const substance = fields.filter((field) => !isComment(field));
  return substance.length < fields.length && substance.some(([, field]) => isSubstance(field))
    ? Object.fromEntries(substance)
    : value;
}

/**
 * How two calls vary that differ in one field only. `sentence`: a short sentence on both sides, while a text like code
 * is equal; it may be a comment even if its name doesn't say so. `number`: the next page, a larger limit. Equal results
 * with content show that the field made no difference. The number of an issue or the ID of a host is none of these: it
 * names another thing, which may well be answered alike.
 */
export function variationOf(a: unknown, b: unknown): 'sentence' | 'number' | undefined {
  const only = onlyDifference(a, b);
  if (only === undefined) {
    return undefined;
  }
  if (typeof only.left === 'number' && typeof only.right === 'number') {
    return NAMES_A_THING.test(only.name) ? undefined : 'number';
  }
  return isSentence(only.left) && isSentence(only.right) && only.equal.some(isCode) ? 'sentence' : undefined;
}

/** The one field in which two records of the same fields differ, and the others. Reads each field once. */
function onlyDifference(
  a: unknown,
  b: unknown,
): { name: string; left: unknown; right: unknown; equal: unknown[] } | undefined {
  if (!isRecord(a) || !isRecord(b)) {
    return undefined;
  }
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) {
    return undefined;
  }
  let different: { name: string; left: unknown; right: unknown } | undefined;
  const equal: unknown[] = [];
  for (const name of names) {
    if (!Object.hasOwn(b, name)) {
      return undefined;
    }
    const left = a[name];
    const right = b[name];
    if (left === right || (!areOfOneKind(left, right) && canonicalTextOf(left) === canonicalTextOf(right))) {
      equal.push(left);
    } else if (different === undefined) {
      different = { name, left, right };
    } else {
      return undefined;
    }
  }
  return different === undefined ? undefined : { ...different, equal };
}

/** Two texts or two numbers: they have the same meaning only if they are equal. */
function areOfOneKind(a: unknown, b: unknown): boolean {
  return typeof a === 'string' ? typeof b === 'string' : Number.isFinite(a) && Number.isFinite(b);
}

function isLine(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= MOST_CHARACTERS && PLAIN_LINE.test(value) && HAS_WORDS.test(value)
  );
}

function isSentence(value: unknown): boolean {
  return isLine(value) && A_SENTENCE.test(value) && !A_FLAG.test(value);
}

function isSubstance(value: unknown): boolean {
  return typeof value === 'string'
    ? value.trim() !== ''
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function isCode(value: unknown): boolean {
  return typeof value === 'string' && value.length >= LEAST_CODE && CODE.test(value);
}
