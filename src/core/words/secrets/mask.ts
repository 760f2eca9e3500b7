import { MAX_DEPTH, MAX_NODES, MAX_TEXT } from '../../../engine/values/boundedCopy';
import { SECRET_COMMANDS } from './secretCommands';
import { SECRET_NAMES } from './secretNames';
import { maskRow, type SecretRow, VALUE, MASK, NAMED, NAMING, OPENING_QUOTE, SECRET_WORDS } from './secretRow';
import { SECRET_SHAPES } from './secretShapes';

/** `token` in names that only count or name tokens. */
const NO_SECRET = /tokens?[-_]?(?:s$|count|limit|type|usage|budget|id|iz)|max_?tokens|secret[-_]?name/i;

const SECRET_NAME = new RegExp(
  `${SECRET_WORDS}|^(?:pin|pw|auth|otp|cvv|cvc|sas|dsn)$|[-_](?:pass|pw|auth|otp|pat|dsn|sas)$|^pass$`,
  'i',
);
const CAMEL_SECRET_NAME = /[a-z](?:Pass|Auth|Otp|Pat|Pwd)$|^[A-Z][A-Z0-9]{0,30}_KEY$/;

/** Could be random text in base64 or the like; {@link isRandom} decides. */
const RANDOM_SHAPE = /[A-Za-z0-9+/_-]{32,}={0,2}/g;
const UUID = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/** In random text, the kind of character (small, capital, digit) changes at half the places; in names, at a tenth. */
const RANDOM_CHANGES = 0.25;

/** A JSON field inside a longer text, or cut off. */
const QUOTED_FIELD = new RegExp(
  String.raw`(?<kept>\\{0,7}["'](?<name>[A-Za-z][\w.-]{0,60})\\{0,7}["']\s{0,4}:\s{0,4})${VALUE}`,
  'g',
);

const USER_INFO = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)([^\s/"'<>?#]{1,300})@/gi;

/** A user name alone is no secret unless it is as long as a token, or all that a web server asks for. */
const USER_NAME_CHARACTERS = 20;

function isSecretName(name: string): boolean {
  return name.length <= 200 && (SECRET_NAME.test(name) || CAMEL_SECRET_NAME.test(name)) && !NO_SECRET.test(name);
}

/**
 * Masks by what precedes a secret and by its shape. Takes linear time; callers bound the text. Sources of the shapes:
 * the token formats that GitHub, AWS, Stripe, Slack, OpenAI, Google, and others publish for secret scanning.
 */
export function maskSecrets(text: string): string {
  let masked = text.replace(
    USER_INFO,
    (_whole, scheme: string, userInfo: string) => `${scheme}${maskedUserInfo(userInfo, scheme)}@`,
  );
  const small = text.toLowerCase();
  const mayHold = ({ keywords }: SecretRow): boolean => keywords?.some((keyword) => small.includes(keyword)) ?? true;
  for (const row of [...SECRET_NAMES, ...SECRET_COMMANDS].filter(mayHold)) {
    masked = maskRow(row, masked);
  }
  masked = masked.replace(QUOTED_FIELD, (whole: string, kept: string, name: string) =>
    isSecretName(name) ? `${kept}${OPENING_QUOTE.exec(whole.slice(kept.length))?.[0] ?? ''}${MASK}` : whole,
  );
  for (const row of SECRET_SHAPES.filter(mayHold)) {
    masked = maskRow(row, masked);
  }
  return masked.replace(RANDOM_SHAPE, (run) => (isRandom(run) ? MASK : run));
}

function maskedUserInfo(userInfo: string, scheme: string): string {
  const [user = '', ...password] = userInfo.split(':');
  const isToken = user.length >= USER_NAME_CHARACTERS || (password.length === 0 && /^https?:/i.test(scheme));
  const name = isToken ? MASK : user;
  return password.length === 0 ? name : `${name}:${MASK}`;
}

function isRandom(run: string): boolean {
  if (UUID.test(run) || !/\d/.test(run) || !/[A-Z]/.test(run) || !/[a-z]/.test(run)) {
    return false;
  }
  let changes = 0;
  for (let at = 1; at < run.length; at++) {
    const [before, kind] = [kindOf(run.charCodeAt(at - 1)), kindOf(run.charCodeAt(at))];
    changes += before !== kind && before !== SEPARATOR && kind !== SEPARATOR ? 1 : 0;
  }
  return changes >= RANDOM_CHANGES * run.length;
}

const SEPARATOR = 3;

function kindOf(code: number): number {
  if (code >= 97) {
    return 0;
  }
  return code >= 65 && code <= 90 ? 1 : code >= 48 && code <= 57 ? 2 : SEPARATOR;
}

/** Bounds the work on one value, besides the bounds of copies; what lies beyond is never shown. */
const MAX_CHARACTERS = 65_536;

const NAMING_FIELDS = NAMING.split('|');
const NAMED_FIELD = new RegExp(`^(?:${NAMED})$`, 'i');

/** An item of a command line that a secret may follow. */
const SECRET_FLAG = /^--?[a-z][\w-]{0,60}$/i;
const MOST_ITEMS_BEFORE = 20;
const MOST_CHARACTERS_BEFORE = 500;

/** Cuts texts beyond 4,096 characters before a word: half a secret might not be recognized by its shape. */
export function maskText(text: string): string {
  if (text.length <= MAX_TEXT) {
    return maskSecrets(text);
  }
  const head = text.slice(0, MAX_TEXT);
  return `${maskSecrets(head.slice(0, lastSpace(head) + 1))}…`;
}

/**
 * A masked copy, bounded in depth and size. Replaces whole fields with a secret name, and values that a neighboring
 * field or item names as secret. Never throws. @param shortened each text without what everyone may see
 */
export function maskValue(value: unknown, shortened = (text: string): string => text): unknown {
  let nodes = 0;
  let characters = 0;
  const masked = (text: string): string => {
    characters += Math.min(text.length, MAX_TEXT);
    return characters > MAX_CHARACTERS ? '…' : maskText(shortened(text));
  };
  const visit = (node: unknown, depth: number): unknown => {
    nodes += 1;
    if (nodes > MAX_NODES || depth > MAX_DEPTH) {
      return '…';
    }
    if (typeof node === 'string') {
      return masked(node);
    }
    if (typeof node !== 'object' || node === null) {
      return typeof node === 'number' || typeof node === 'boolean' || node === null ? node : typeof node;
    }
    if (Array.isArray(node)) {
      const items = node.slice(0, MAX_NODES - nodes) as unknown[];
      return items.map((item, index) =>
        typeof item === 'string' && (namesNext(items, index - 1) || isAttached(items, index))
          ? MASK
          : visit(item, depth + 1),
      );
    }
    const fields = node as Readonly<Record<string, unknown>>;
    const isNamedSecret = NAMING_FIELDS.some((field) => Object.hasOwn(fields, field) && isSecret(fields[field]));
    const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const key of Object.keys(fields).slice(0, Math.max(0, MAX_NODES - nodes))) {
      copy[masked(key)] =
        isSecretName(key) || (isNamedSecret && NAMED_FIELD.test(key)) ? MASK : visit(fields[key], depth + 1);
    }
    return copy;
  };
  return visit(value, 0);
}

/** `['--password', 'x']`, `['Authorization', 'x']`, `['mysql', '-p', 'x']`. */
function namesNext(items: readonly unknown[], index: number): boolean {
  const item = items[index];
  if (typeof item !== 'string') {
    return false;
  }
  const isFlag = SECRET_FLAG.test(item);
  return (
    (isSecret(item) && (isFlag || items.length === 2)) ||
    (isFlag && maskSecrets(`${commandBefore(items, index)} x:xxxx`).endsWith(MASK))
  );
}

/** `['mysql', '-px']`. */
function isAttached(items: readonly unknown[], index: number): boolean {
  const item = items[index];
  return typeof item === 'string' && /^-[a-z]\S/i.test(item) && maskSecrets(commandBefore(items, index)).endsWith(MASK);
}

function commandBefore(items: readonly unknown[], index: number): string {
  return items
    .slice(Math.max(0, index - MOST_ITEMS_BEFORE), index + 1)
    .map((item) => (typeof item === 'string' ? item.slice(-MOST_CHARACTERS_BEFORE) : '…'))
    .join(' ')
    .slice(-MOST_CHARACTERS_BEFORE);
}

function isSecret(name: unknown): boolean {
  return typeof name === 'string' && isSecretName(name);
}

function lastSpace(text: string): number {
  let at = text.length - 1;
  while (at >= 0 && /\S/.test(text.charAt(at))) {
    at -= 1;
  }
  return at;
}
