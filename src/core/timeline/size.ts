/**
 * How many characters the texts, names and values of arguments hold, roughly as JSON would. Stops beyond the bound, so
 * its cost is bounded for any value, cycles included.
 */
export function sizeOf(value: unknown, bound: number): number {
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && size <= bound) {
    const node = open.pop();
    size += typeof node === 'string' ? node.length + 2 : 4;
    if (typeof node !== 'object' || node === null) {
      continue;
    }
    for (const key of Object.keys(node)) {
      size += Array.isArray(node) ? 1 : key.length + 4;
      open.push((node as Record<string, unknown>)[key]);
      if (size + open.length > bound) {
        return bound + 1;
      }
    }
  }
  return size;
}
