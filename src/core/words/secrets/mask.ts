import { MAX_DEPTH, MAX_NODES, MAX_TEXT } from '../../../engine/values/boundedCopy';
import { isSecretName, MASK, maskSecrets } from './secretText';

export { isSecretName, MASK } from './secretText';

/** Bounds the work on one value, besides the bounds of copies; what lies beyond is left out, never shown. */
const MAX_CHARACTERS = 65_536;

/** How a field with a name next to it is called: `{ name: 'Authorization', value: 'x' }`. */
const NAMING_FIELDS = ['name', 'key', 'header', 'variable', 'field'];
const VALUE_FIELDS = /^(?:values?|val|content|data|default)$/i;

/** An item of a command line after which a secret stands. */
const SECRET_FLAG = /^--?[a-z][\w-]{0,60}$/i;
const MOST_ITEMS_BEFORE = 20;
const MOST_CHARACTERS_BEFORE = 500;

/**
 * Masks what looks like a secret in a text, by shape and by what stands before it.
 * A text longer than 4,096 characters is cut there first, before a word: what is cut off is not shown at all,
 * and no secret is cut in half, which could hide its shape.
 */
export function maskText(text: string): string {
  if (text.length <= MAX_TEXT) {
    return maskSecrets(text);
  }
  const head = text.slice(0, MAX_TEXT);
  return `${maskSecrets(head.slice(0, lastSpace(head) + 1))}…`;
}

/**
 * A copy of a JSON value without its secrets: fields with a secret name are replaced whole, so are values that a field
 * or an item next to them names as secret, all texts are masked, and the copy is bounded in depth and size. Never
 * throws.
 */
export function maskValue(value: unknown): unknown {
  let nodes = 0;
  let characters = 0;
  const masked = (text: string): string => {
    characters += Math.min(text.length, MAX_TEXT);
    return characters > MAX_CHARACTERS ? '…' : maskText(text);
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
        typeof item === 'string' && namesNext(items, index - 1) ? MASK : visit(item, depth + 1),
      );
    }
    const fields = node as Readonly<Record<string, unknown>>;
    const isNamedSecret = NAMING_FIELDS.some((field) => Object.hasOwn(fields, field) && isSecret(fields[field]));
    const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const key of Object.keys(fields).slice(0, Math.max(0, MAX_NODES - nodes))) {
      copy[masked(key)] =
        isSecretName(key) || (isNamedSecret && VALUE_FIELDS.test(key)) ? MASK : visit(fields[key], depth + 1);
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

/** The end of the command line up to an item, as far as a command may be away from an option that takes a secret. */
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
