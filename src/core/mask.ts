/** Stands where a secret was. */
export const MASK = '***';

/** Names of fields whose values are secrets (as whole words of a camelCase, snake_case or kebab-case name, or as a suffix). */
const SECRET_NAME =
  /pass(?:word|wd|phrase|code)|secret|token(?!s\b|_?count|_?limit|ize)|authori[sz]ation|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|signing[-_ ]?key|encryption[-_ ]?key|credential|cookie|session[-_ ]?key|connection[-_ ]?string|bearer|^pin$|^auth$|^pwd$|^otp$/i;

/** Values that are secrets by their shape, whatever their field is called. Every expression is linear. */
const SECRET_SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  /\beyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]*)?/g,
  /\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9_-]{12,}/g,
  /\b(?:gh[oprsu]_|github_pat_|glpat-|npm_|pypi-|xox[a-z]-|hf_|shpat_|dop_v1_|AIza)[\w-]{10,}/g,
  /\b(?:AKIA|ASIA|AROA)[A-Z0-9]{12,}/g,
  /\b[0-9a-fA-F]{32,}\b/g,
  /\b(?=[A-Za-z0-9+/_-]{0,80}[0-9])(?=[A-Za-z0-9+/_-]{0,80}[A-Z])(?=[A-Za-z0-9+/_-]{0,80}[a-z])[A-Za-z0-9+_-]{32,}={0,2}/g,
];

/** `scheme://user:password@host`, `Bearer x`, `PASSWORD=x`, `--token x`, `"apiKey": "x"` inside a longer text. */
const SECRET_CONTEXTS: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"']{0,80}:)[^\s@/"']{1,200}(?=@)/gi, `$1${MASK}`],
  [/\b(bearer|basic)(\s+)[\w.~+/=-]{6,}/gi, `$1$2${MASK}`],
  [
    /((?:^|[^A-Za-z0-9])[A-Za-z0-9_-]{0,40}(?:password|passwd|passphrase|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credentials?|authorization|cookie|pwd)(?:\\?["'])?\s{0,4}(?:[:=]\s{0,4}|\s))(\\?["'])?(?!\*\*\*)[^\s"'\\,;&}]{2,}/gi,
    `$1$2${MASK}`,
  ],
];

/** Bounds the work on one value; what lies beyond is left out, never shown. */
export const MAX_NODES = 2_000;
export const MAX_DEPTH = 20;
export const MAX_TEXT = 4_096;
const MAX_CHARACTERS = 65_536;

/** True when a field of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return name.length <= 200 && SECRET_NAME.test(name);
}

/**
 * Masks what looks like a secret in a text, by shape and by what stands before it.
 * A text longer than 4,096 characters is cut there first, before a word: what is cut off is not shown at all,
 * and no secret is cut in half, which could hide its shape.
 */
export function maskText(text: string): string {
  const clipped = text.length > MAX_TEXT;
  let masked = clipped ? wholeWords(text.slice(0, MAX_TEXT)) : text;
  for (const [context, replacement] of SECRET_CONTEXTS) {
    masked = masked.replace(context, replacement);
  }
  for (const shape of SECRET_SHAPES) {
    masked = masked.replace(shape, MASK);
  }
  return clipped ? `${masked}…` : masked;
}

/** The text without the word that its end may have cut. */
function wholeWords(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1).trim() !== '') {
    end--;
  }
  return text.slice(0, end);
}

/**
 * A copy of a JSON value without its secrets: fields with a secret name are replaced whole, all texts are
 * masked, and the copy is bounded in depth and size. Never throws.
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
      return node.slice(0, MAX_NODES - nodes).map((item) => visit(item, depth + 1));
    }
    const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const key of Object.keys(node).slice(0, Math.max(0, MAX_NODES - nodes))) {
      copy[masked(key)] = isSecretName(key) ? MASK : visit((node as Record<string, unknown>)[key], depth + 1);
    }
    return copy;
  };
  return visit(value, 0);
}
