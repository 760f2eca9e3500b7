export type Fields = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** If there are more than `most`, those that come first by name: the choice must not depend on their order. */
export function fieldsOf(value: unknown, most = 32): [name: string, field: unknown][] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const names = Object.keys(value);
  const read = names.length > most ? names.sort().slice(0, most) : names;
  return read.map((name) => [name, (value as Record<string, unknown>)[name]]);
}
