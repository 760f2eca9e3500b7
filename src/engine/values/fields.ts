export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a record: an object, and no array. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object if it has at most this many, in a fixed order. Otherwise none. */
export function fieldsOf(value: unknown, most: number): [name: string, field: unknown][] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const names = Object.keys(value);
  const read = names.length > most ? names.sort().slice(0, most) : names;
  return read.map((name) => [name, (value as Record<string, unknown>)[name]]);
}
