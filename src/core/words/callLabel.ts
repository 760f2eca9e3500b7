import { countedArguments } from '../../engine/facts/comments';
import { canonicalText, parseArguments } from '../../engine/values/canonical';
import { maskValue } from './secrets/mask';
import { clip, oneLine, toolLabel } from './quoting';

export const CALL_LABEL_CHARACTERS = 80;

/** A tool name that needs more of the room is cut in the middle, so that there is room for an argument. */
const SHARE_OF_TOOL = 0.55;
/** The other arguments get at most this share of the room while the first one needs it. */
const SHARE_OF_OTHERS = 0.45;
/** A text is one word among others up to this length; longer ones, and those of several lines, come last. */
const SHORT_TEXT = 160;
const LEAST_CHARACTERS = 12;

/** A shorter argument says too little without its tool. */
const TELLING_CHARACTERS = 4;

const ELLIPSIS = '…';

interface CallLabelOptions {
  /** Names of arguments that make no difference; undefined: what looks like a comment for the person is left out. */
  readonly ignored?: readonly string[] | undefined;
  /** Folders that paths are shown relative to, as absolute paths. */
  readonly folders?: readonly string[] | undefined;
  readonly characters?: number | undefined;
  /** Whether only the argument is shown that tells most about the call. */
  readonly firstOnly?: boolean | undefined;
  /** Whether that argument stands without the tool, unless it is too short to say what was called. */
  readonly withoutTool?: boolean | undefined;
}

export type LabelShape = Pick<CallLabelOptions, 'characters' | 'firstOnly' | 'withoutTool'>;

/** Labels calls in the same way on every surface; it contains the settings and folders that it needs. */
export type CallLabeller = (tool: string, callArguments: unknown, shape?: LabelShape) => string;

/**
 * A call in a few words, for a person: its tool and what tells it from other calls, such as
 * `read_file(src/checkout.ts, startLine: 1, endLine: 50)`. Texts come first, the first of them without its name; paths
 * are relative to the folder. Secrets are masked before anything is cut. No tool is known by name.
 *
 * The label is plain text on one line: escape it for Markdown or HTML.
 * @param tool with its operation, if it has one
 * @param callArguments as the surface gave them; undefined where they are no longer kept, which leaves the tool alone
 */
export function callLabel(tool: string, callArguments: unknown, options: CallLabelOptions = {}): string {
  const { characters = CALL_LABEL_CHARACTERS, folders = [], ignored, firstOnly = false, withoutTool = false } = options;
  const value = countedArguments(parseArguments(callArguments), ignored);
  // A path that is a secret to look at may lie in a folder that everyone knows.
  const masked = maskValue(value, (text) => relative(text, folders));
  const allParts = partsOf(masked, operationOf(tool));
  const [first = ''] = allParts;
  if (withoutTool && first.length >= TELLING_CHARACTERS) {
    return endOfPath(first, characters);
  }
  const parts = firstOnly ? allParts.slice(0, 1) : allParts;
  // Of a single argument, all is to be seen: it tells loops of one tool apart.
  const share = Math.floor(characters * SHARE_OF_TOOL);
  const left = firstOnly ? Math.max(LEAST_CHARACTERS, characters - 2 - first.length) : share;
  const name = cutInTheMiddle(toolLabel(tool), left);
  const room = characters - name.length - 2;
  const shownParts = firstOnly ? endOfPath(first, room) : fitted(parts, room);
  const least = firstOnly ? Math.min(LEAST_CHARACTERS, first.length) : LEAST_CHARACTERS;
  return parts.length === 0 || room < least ? name : `${name}(${shownParts})`;
}

/** The end of a long path; the beginning and end of a long name or another text. */
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

/** Replaces the middle of a long text with an ellipsis, between words if possible. */
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

/** Drops a partial word at the end; `next` is the character after the text. */
function endAtWord(text: string, next: string): string {
  const part = WORD_START.test(next) ? (WORD_AT_END.exec(text)?.[0].length ?? 0) : 0;
  return part < Math.min(text.length, MOST_OF_WORD) ? text.slice(0, text.length - part) : text;
}

/** Drops a partial word at the beginning; `before` is the character before the text. */
function beginAtWord(text: string, before = ''): string {
  const part = WORD_START.test(before) ? (WORD_AT_START.exec(text)?.[0].length ?? 0) : 0;
  return part < Math.min(text.length, MOST_OF_WORD) ? text.slice(part) : text;
}

/** From a drive, or up to a file extension: its backslashes aren't those of a pattern. */
const WINDOWS_PATH = /^[a-z]:\\|^[^*+?()[\]|^$]*\\[^\\*+?()[\]|^$]*\.\w+$/i;

const MOST_OF_WORD = 12;

const WORD_START = /^[\p{L}\p{N}_]/u;
// No more than MOST_OF_WORD: longer parts are not looked for, so that the time is linear.
const WORD_AT_END = /[\p{L}\p{N}_]{1,12}$/u;
const WORD_AT_START = /^[\p{L}\p{N}_]+/u;

/** The arguments as they are shown, what distinguishes the call first. */
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

/** The arguments after the first one, each whole or cut; an ellipsis stands for those that there is no room for. */
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

/** The text with paths below a folder relative to it, also inside a command. */
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

/** Removes a folder's path from the beginning of paths; `.` stands for the folder itself. */
function withoutRoot(text: string, root: string): string {
  // Windows knows a path by any case of its letters, and VS Code writes its drive in lower case.
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
