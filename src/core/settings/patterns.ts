import picomatch from 'picomatch';
import type { Override } from './configuration';

/** Of one pattern the stronger tier wins; an empty value takes a weaker tier's away. */
export function mergeRecords<Value>(strongestFirst: readonly ReadonlyMap<string, Value>[]): Override<Value>[] {
  return bySpecificity(new Map([...strongestFirst].reverse().flatMap((entries) => [...entries])));
}

function bySpecificity<Values>(patterns: ReadonlyMap<string, Values>): Override<Values>[] {
  return [...patterns]
    .map(([pattern, values]) => ({ pattern, matches: matcher(pattern), values }))
    .sort((a, b) => specificity(b.pattern) - specificity(a.pattern));
}

/** A stronger tier wins field by field; of two patterns that both match, the more specific one is asked first. */
export function mergeOverrides<Values extends object>(strongestFirst: readonly ReadonlyMap<string, Values>[]): Override<Values>[] {
  const merged = new Map<string, Values>();
  for (const overrides of strongestFirst) {
    for (const [pattern, values] of overrides) {
      merged.set(pattern, { ...values, ...merged.get(pattern) });
    }
  }
  return bySpecificity(merged);
}

/** Longer ones cannot be compiled, and neither can the empty one; no name is as long. */
const MAX_PATTERN_CHARACTERS = 1000;

/** Compiles a glob in which `*` also crosses slashes: tool and model names are no paths. A very long or empty one stands for itself only. */
export function matcher(pattern: string): (name: string) => boolean {
  if (pattern === '' || pattern.length > MAX_PATTERN_CHARACTERS) {
    return (name) => name === pattern;
  }
  const glob = picomatch(pattern, { bash: true, dot: true, nocase: true });
  return (name) => name === pattern || glob(name);
}

/** A name without wildcards is more specific than any glob; of two globs, the one with more literal characters. */
function specificity(pattern: string): number {
  const literal = pattern.replace(/[*?[\]{}()!+@|]/g, '').length;
  return literal === pattern.length ? Number.MAX_SAFE_INTEGER : literal;
}
