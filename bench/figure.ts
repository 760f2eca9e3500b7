export type Group = 'verdict' | 'memory' | 'hook' | 'replay' | 'activation' | 'VS Code';

export interface Figure {
  readonly group: Group;
  readonly name: string;
  readonly unit: string;
  /** Undefined: could not be measured here. */
  readonly measured: number | undefined;
  /** Median time of one step, to give the ratio a scale. Has no limit. */
  readonly microseconds?: number | undefined;
}

export function digits(number: number): string {
  return Math.abs(number) >= 100 ? number.toFixed(0) : Math.abs(number) >= 10 ? number.toFixed(1) : number.toFixed(2);
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
