/** @returns milliseconds since 1970; undefined when that is no time */
export function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}
