export type JsonFields = Readonly<Record<string, unknown>>;

/** A line as a value of JSON; undefined where it is cut, or empty. */
export function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** A text for a parser of JSON, which takes no mark of the byte order. Each place in it stays where it is. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, ' ');
}

/** Whether a value of JSON is an object, and neither a list nor null. */
export function isJsonObject(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a value that is an object; none of any other. */
export function fieldsOf(value: unknown): JsonFields {
  return isJsonObject(value) ? value : {};
}

/** The elements of a value that is a list; none of any other. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
