/** Bounds of a copy: its number of values, their depth, and the characters of a text. */
export const MAX_NODES = 2_000;
export const MAX_DEPTH = 20;
export const MAX_TEXT = 4_096;

/**
 * For memory that outlives the call. A text that quotes the value within these bounds is the same, whether it is made
 * from the copy or from the whole. The copy is plain data: reading it runs no code of the value.
 * @throws what reading the value throws
 */
export function boundedCopy(value: unknown): unknown {
  let nodes = 0;
  const visit = (node: unknown, depth: number): unknown => {
    nodes += 1;
    if (typeof node === 'string') {
      return keptText(node);
    }
    if (typeof node !== 'object' || node === null) {
      return node;
    }
    if (nodes > MAX_NODES || depth > MAX_DEPTH) {
      return {};
    }
    if (Array.isArray(node)) {
      return node.slice(0, MAX_NODES - nodes).map((item) => visit(item, depth + 1));
    }
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(node).slice(0, MAX_NODES - nodes)) {
      const value = visit((node as Record<string, unknown>)[key], depth + 1);
      // Assigning `__proto__` would change what the object is, not what it holds.
      Object.defineProperty(copy, keptText(key), { value, enumerable: true, configurable: true, writable: true });
    }
    return copy;
  };
  return visit(value, 0);
}

/** One character more than is shown, so that texts can still show that it goes on. */
function keptText(text: string): string {
  return text.length > MAX_TEXT ? text.slice(0, MAX_TEXT + 1) : text;
}
