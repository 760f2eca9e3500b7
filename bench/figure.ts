/** What figures are about, in groups. */
export type Group =
  'verdict' | 'gemini' | 'growth' | 'text' | 'memory' | 'hook' | 'guarded model' | 'replay' | 'activation' | 'VS Code';

/** One measured figure. What it is judged by stands in rows.ts. */
export interface Figure {
  readonly group: Group;
  readonly name: string;
  /** What the number means. */
  readonly unit: string;
  /** Undefined: could not be measured here. */
  readonly measured: number | undefined;
  /** The limit stands in rows.ts; this one is not read. */
  readonly target?: number | undefined;
  /** Median time of one step in microseconds, to give the ratio a scale. Never judged. */
  readonly microseconds?: number | undefined;
}

/** A figure as it is shown: three digits, or all before the point. */
export function digits(number: number): string {
  return Math.abs(number) >= 100 ? number.toFixed(0) : Math.abs(number) >= 10 ? number.toFixed(1) : number.toFixed(2);
}
