/** A text field of a log; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A timestamp of a log, in milliseconds since 1970; undefined for what is none. */
export function timeOf(timestamp: unknown): number | undefined {
  return typeof timestamp === 'string' ? Date.parse(timestamp) || undefined : undefined;
}
