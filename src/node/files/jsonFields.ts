/** The fields of a JSON object from elsewhere, not checked yet. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** Whether a value of JSON is an object, and neither a list nor null. */
export function isJsonObject(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
