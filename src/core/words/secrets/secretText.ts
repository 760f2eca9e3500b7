import { SECRET_COMMANDS } from './secretCommands';
import { SECRET_NAMES } from './secretNames';
import { maskRow, type SecretRow, VALUE } from './secretRow';
import { SECRET_SHAPES } from './secretShapes';
import { MASK, SECRET_WORDS } from './secretWords';

export { MASK } from './secretWords';

/** `token` in names that only count or name tokens. */
const NO_SECRET = /tokens?[-_]?(?:s$|count|limit|type|usage|budget|id|iz)|max_?tokens|secret[-_]?name/i;

const SECRET_NAME = new RegExp(
  `${SECRET_WORDS}|^(?:pin|auth|otp|cvv|cvc|sas|dsn)$|[-_](?:pass|auth|otp|pat|dsn|sas)$|^pass$`,
  'i',
);
const CAMEL_SECRET_NAME = /[a-z](?:Pass|Auth|Otp|Pat|Pwd)$|^[A-Z][A-Z0-9]{0,30}_KEY$/;

/** What could be a random text in base 64 or alike; {@link isRandom} decides. */
const RANDOM_SHAPE = /[A-Za-z0-9+/_-]{32,}={0,2}/g;
const UUID = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/**
 * From one character to the next the kind (small, capital, digit) changes in random text at half of the places, in
 * names and paths at a tenth.
 */
const RANDOM_CHANGES = 0.25;

const OPENING_QUOTE = /^\\{0,7}["'\x60]/;

/** A field of JSON that stands in a longer text or was cut off. */
const QUOTED_FIELD = new RegExp(
  String.raw`(?<kept>\\{0,7}["'](?<name>[A-Za-z][\w.-]{0,60})\\{0,7}["']\s{0,4}:\s{0,4})${VALUE}`,
  'g',
);

/** The part of a URL that says who asks. */
const USER_INFO = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)([^\s/"'<>?#]{1,300})@/gi;

/** A user name alone is no secret unless it is as long as a token. */
const USER_NAME_CHARACTERS = 20;

/** True when a field of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return name.length <= 200 && (SECRET_NAME.test(name) || CAMEL_SECRET_NAME.test(name)) && !NO_SECRET.test(name);
}

/**
 * Masks what looks like a secret, by what stands before it and by its shape. The time grows with the length of the
 * text; callers bound it.
 * Sources of the shapes: the token formats that GitHub, AWS, Stripe, Slack, OpenAI, Google and others publish for
 * secret scanning.
 */
export function maskSecrets(text: string): string {
  let masked = text.replace(
    USER_INFO,
    (_whole, scheme: string, userInfo: string) => `${scheme}${maskedUserInfo(userInfo)}@`,
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

function maskedUserInfo(userInfo: string): string {
  const [user = '', ...password] = userInfo.split(':');
  const name = user.length >= USER_NAME_CHARACTERS ? MASK : user;
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
