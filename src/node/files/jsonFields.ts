export type JsonFields = Readonly<Record<string, unknown>>;

/** Undefined for a line that is cut or empty. */
export function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** JSON parsers don't accept a byte order mark. All positions in the text stay the same. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, ' ');
}

export function isJsonObject(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): JsonFields {
  return isJsonObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
