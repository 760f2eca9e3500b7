import { countedArguments } from '../../engine/facts/comments';
import { canonicalText, parseArguments } from '../../engine/values/canonical';
import { maskValue } from './secrets/mask';
import { clip, oneLine, toolLabel } from './quoting';

export const CALL_LABEL_CHARACTERS = 80;

/** A longer tool name is cut in the middle, to leave room for an argument. */
const SHARE_OF_TOOL = 0.55;
/** At most, while the first argument needs the room. */
const SHARE_OF_OTHERS = 0.45;
/** Longer texts, and those of several lines, come last. */
const SHORT_TEXT = 160;
const LEAST_CHARACTERS = 12;

const ELLIPSIS = '…';

interface CallLabelOptions {
  /** Arguments to leave out; undefined: those that look like comments for the user. */
  readonly ignored?: readonly string[] | undefined;
  /** Absolute paths that paths are shown relative to. */
  readonly folders?: readonly string[] | undefined;
  readonly characters?: number | undefined;
  /** Whether to show only the argument that says most about the call. */
  readonly firstOnly?: boolean | undefined;
  /** An argument of at least this length stands without the tool: a shorter one doesn’t say what was called. */
  readonly aloneFrom?: number | undefined;
}

export type LabelShape = Pick<CallLabelOptions, 'characters' | 'firstOnly' | 'aloneFrom'>;

/** Has the settings and folders that it needs, so that every surface labels a call the same way. */
export type CallLabeller = (tool: string, callArguments: unknown, shape?: LabelShape) => string;

/**
 * A call's tool and what sets it apart, such as `read_file(src/checkout.ts, startLine: 1, endLine: 50)`: texts first,
 * the first of them without its name. Secrets are masked before anything is cut. No tool is known by name.
 * Plain text on one line: escape it for Markdown or HTML.
 * @param tool with its operation, if it has one
 * @param callArguments undefined if they are no longer kept; then the label is the tool alone
 */
export function callLabel(tool: string, callArguments: unknown, options: CallLabelOptions = {}): string {
  const {
    characters = CALL_LABEL_CHARACTERS,
    folders = [],
    ignored,
    firstOnly = false,
    aloneFrom = Infinity,
  } = options;
  const value = countedArguments(parseArguments(callArguments), ignored);
  // Without its folder, which everyone may see, a path is less likely to look like a secret.
  const masked = maskValue(value, (text) => relative(text, folders));
  const allParts = partsOf(masked, operationOf(tool));
  const [first = ''] = allParts;
  if (first.length >= aloneFrom) {
    return endOfPath(first, characters);
  }
  const parts = firstOnly ? allParts.slice(0, 1) : allParts;
  // Show all of a single argument: it tells loops of one tool apart.
  const share = Math.floor(characters * SHARE_OF_TOOL);
  const left = firstOnly ? Math.max(LEAST_CHARACTERS, characters - 2 - first.length) : share;
  const name = cutInTheMiddle(toolLabel(tool), left);
  const room = characters - name.length - 2;
  const shownParts = firstOnly ? endOfPath(first, room) : fitted(parts, room);
  const least = firstOnly ? Math.min(LEAST_CHARACTERS, first.length) : LEAST_CHARACTERS;
  return parts.length === 0 || room < least ? name : `${name}(${shownParts})`;
}

/** The end of a long path; the beginning and end of other long texts. */
function endOfPath(text: string, characters: number): string {
  const isPath = text.length > characters && !/\s/.test(text);
  const separator = !isPath ? undefined : text.includes('/') ? '/' : WINDOWS_PATH.test(text) ? '\\' : undefined;
  if (separator === undefined) {
    return cutInTheMiddle(text, characters);
  }
  const slash = text.indexOf(separator, text.length - characters + 1);
  return slash < 0
    ? cutInTheMiddle(text.slice(text.lastIndexOf(separator) + 1), characters)
    : `${ELLIPSIS}${text.slice(slash)}`;
}

/** Cuts between words if possible. */
export function cutInTheMiddle(text: string, characters: number): string {
  if (text.length <= characters) {
    return text;
  }
  const ahead = Math.ceil((characters - 1) / 2);
  const behind = text.slice(text.length - (characters - 1 - ahead));
  const whole = /^[\udc00-\udfff]/.test(behind) ? behind.slice(1) : behind;
  const begin = clip(text, ahead);
  return `${endAtWord(begin, text.charAt(begin.length))}${ELLIPSIS}${beginAtWord(whole, text.at(-whole.length - 1))}`;
}

/** `next` is the character after the text. */
function endAtWord(text: string, next: string): string {
  const part = WORD_START.test(next) ? (WORD_AT_END.exec(text)?.[0].length ?? 0) : 0;
  return part < Math.min(text.length, MOST_OF_WORD) ? text.slice(0, text.length - part) : text;
}

/** `before` is the character before the text. */
function beginAtWord(text: string, before = ''): string {
  const part = WORD_START.test(before) ? (WORD_AT_START.exec(text)?.[0].length ?? 0) : 0;
  return part < Math.min(text.length, MOST_OF_WORD) ? text.slice(part) : text;
}

/** From a drive, or up to a file extension: its backslashes aren't those of a pattern. */
const WINDOWS_PATH = /^[a-z]:\\|^[^*+?()[\]|^$]*\\[^\\*+?()[\]|^$]*\.\w+$/i;

const MOST_OF_WORD = 12;

const WORD_START = /^[\p{L}\p{N}_]/u;
// At most MOST_OF_WORD, so that the time is linear.
const WORD_AT_END = /[\p{L}\p{N}_]{1,12}$/u;
const WORD_AT_START = /^[\p{L}\p{N}_]+/u;

/** What distinguishes the call comes first. */
function partsOf(masked: unknown, operation: string | undefined): string[] {
  if (masked === undefined || masked === 'undefined' || masked === 'symbol' || masked === '') {
    return [];
  }
  if (typeof masked !== 'object' || masked === null || Array.isArray(masked)) {
    return [shown(masked)];
  }
  const fields = Object.entries(masked as Readonly<Record<string, unknown>>).filter(
    ([, value]) => value !== '' && value !== 'undefined' && (operation === undefined || value !== operation),
  );
  return fields
    .toSorted(([, one], [, other]) => rank(one) - rank(other))
    .map(([name, value], at) =>
      at === 0 && typeof value === 'string' ? shown(value) : `${oneLine(name)}: ${shown(value)}`,
    );
}

/** Short texts identify things, numbers and switches narrow them down, long texts and structures come last. */
function rank(value: unknown): number {
  if (typeof value === 'string') {
    return value.length <= SHORT_TEXT && !value.trim().includes('\n') ? 0 : 2;
  }
  return typeof value === 'object' && value !== null ? 3 : 1;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : canonicalText(value);
  return oneLine(text).replace(/\s+/g, ' ').trim();
}

/** As much as possible of the first argument, and what fits of the others. */
function fitted([first = '', ...others]: readonly string[], room: number): string {
  const whole = [first, ...others].join(', ');
  if (whole.length <= room) {
    return whole;
  }
  const tail = fittedTail(others, Math.max(Math.floor(room * SHARE_OF_OTHERS), room - first.length));
  return `${cutInTheMiddle(first, room - tail.length)}${tail}`;
}

/** An ellipsis stands for arguments that don't fit. */
function fittedTail(others: readonly string[], room: number): string {
  let tail = '';
  for (const [at, each] of others.entries()) {
    const isLast = at === others.length - 1;
    const left = room - tail.length - 2 - (isLast ? 0 : `, ${ELLIPSIS}`.length);
    if (left < Math.min(LEAST_CHARACTERS, each.length)) {
      return `${tail}, ${ELLIPSIS}`;
    }
    tail += `, ${cutInTheMiddle(each, left)}`;
  }
  return tail;
}

function operationOf(tool: string): string | undefined {
  const colon = tool.indexOf(':');
  return colon < 0 ? undefined : tool.slice(colon + 1);
}

/** Also for paths inside a command. */
function relative(text: string, folders: readonly string[]): string {
  return folders.reduce((shortened, folder) => {
    const root = /[\\/]$/.test(folder) ? folder.slice(0, -1) : folder;
    if (root.length < 2) {
      return shortened;
    }
    const isWindows = /^[a-z]:/i.test(root);
    return withoutRoot(withoutRoot(shortened, `file://${isWindows ? '/' : ''}${root.replaceAll('\\', '/')}`), root);
  }, text);
}

/** `.` stands for the folder itself. */
function withoutRoot(text: string, root: string): string {
  // Windows ignores the case of paths, and VS Code writes drives in lower case.
  const [inText, wanted] = /^(?:file:\/\/\/)?[a-z]:/i.test(root)
    ? [lowerCase(text).replaceAll('\\', '/'), lowerCase(root).replaceAll('\\', '/')]
    : [text, root];
  let result = '';
  let from = 0;
  for (let at = inText.indexOf(wanted); at >= 0; at = inText.indexOf(wanted, at + 1)) {
    const after = text.charAt(at + root.length);
    if (at < from || /[\w./\\~-]/.test(text.charAt(at - 1)) || /[\w.-]/.test(after)) {
      continue;
    }
    const isBelow = /[/\\]/.test(after) && /[^\s'"`,;)]/.test(text.charAt(at + root.length + 1));
    result += `${text.slice(from, at)}${isBelow ? '' : '.'}`;
    from = at + root.length + (isBelow || /[/\\]/.test(after) ? 1 : 0);
  }
  return result + text.slice(from);
}

/** Keeps letters whose lower case is longer, so that positions in the text stay the same. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
