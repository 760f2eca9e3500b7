import type Picomatch from 'picomatch';
import type { Override } from './configuration';

/** A stronger tier wins field by field; of two patterns that both match, the more specific one is asked first. */
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

/** Longer names and patterns are compared by their first characters: with {@link MAX_STARS} it bounds the work. */
const COMPARED_CHARACTERS = 256;

/** The work grows with the length of the name to the power of its stars. */
export const MAX_STARS = 3;

/**
 * Compiles a glob in which `*` also crosses slashes: tool and model names are no paths. `*`, `?`, `[a-z]`, `{a,b}` and
 * a leading `!` have their meaning; everything else stands for itself, so that no pattern takes long. A pattern with
 * too many stars ({@link hasTooManyStars}) matches nothing but itself.
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

/** The pattern that matches exactly this name, special characters included. */
export function literalPattern(name: string): string {
  return name.replace(/[\\*?[\]{}()!+@|^$"]/g, '\\$&');
}

/** A name without wildcards is more specific than any glob; of two globs, the one with more literal characters. */
function specificity(pattern: string): number {
  const literal = pattern.replace(/[*?[\]{}()!+@|]/g, '').length;
  return literal === pattern.length ? Number.MAX_SAFE_INTEGER : literal;
}
