/**
 * The fields of an object, at most so many: always the same ones, in whatever order they stand. No object has no fields.
 */
export function fieldsOf(value: unknown, most: number): [name: string, field: unknown][] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const names = Object.keys(value);
  const read = names.length > most ? names.sort().slice(0, most) : names;
  return read.map((name) => [name, (value as Record<string, unknown>)[name]]);
}
