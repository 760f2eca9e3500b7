import type Picomatch from 'picomatch';
import type { Override } from './configuration';

/** A stronger tier wins field by field. The most specific pattern comes first. */
export function mergeOverrides<Values extends object>(
  strongestFirst: readonly ReadonlyMap<string, Values>[],
): Override<Values>[] {
  const merged = new Map<string, Values>();
  for (const overrides of strongestFirst) {
    for (const [pattern, values] of overrides) {
      merged.set(pattern, { ...values, ...merged.get(pattern) });
    }
  }
  return [...merged]
    .map(([pattern, values]) => ({ pattern, matches: matcher(pattern), values }))
    .sort((a, b) => specificity(b.pattern) - specificity(a.pattern));
}

/** Longer names and patterns are cut: with {@link MAX_STARS}, this bounds the work. */
const COMPARED_CHARACTERS = 256;

/** The work grows with the length of the name to the power of the stars in the pattern. */
export const MAX_STARS = 3;

/**
 * `*` crosses slashes: tool and model names aren't paths. `*`, `?`, `[a-z]`, `{a,b}`, and a leading `!` are special;
 * the rest is literal, so no pattern takes long. A pattern with too many stars matches only itself.
 */
export function matcher(pattern: string): (name: string) => boolean {
  if (pattern === '*') {
    return () => true;
  }
  if (hasTooManyStars(pattern)) {
    return (name) => name === pattern;
  }
  if (!/[*?[\]{}!]/.test(pattern.replace(/\\[^]/g, ''))) {
    const literal = pattern.replace(/\\([^])/g, '$1').toLowerCase();
    return (name) => name === pattern || name.toLowerCase() === literal;
  }
  const safe = pattern
    .slice(0, COMPARED_CHARACTERS)
    .replace(/\\[^]|[()+|@"]/g, (sign) => (sign.length === 2 ? sign : `\\${sign}`));
  const picomatch = require('picomatch') as typeof Picomatch;
  const glob = picomatch(safe, { bash: true, dot: true, nocase: true });
  return (name) => name === pattern || glob(name.slice(0, COMPARED_CHARACTERS));
}

export function hasTooManyStars(pattern: string): boolean {
  return pattern.replace(/\\[^]/g, '').split('*').length > MAX_STARS + 1;
}

export function literalPattern(name: string): string {
  return name.replace(/[\\*?[\]{}()!+@|^$"]/g, '\\$&');
}

/** A name without wildcards beats any glob; of two globs, the one with more literal characters wins. */
function specificity(pattern: string): number {
  const literal = pattern.replace(/[*?[\]{}()!+@|]/g, '').length;
  return literal === pattern.length ? Number.MAX_SAFE_INTEGER : literal;
}
