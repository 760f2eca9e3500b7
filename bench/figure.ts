export interface Figure {
  readonly group: 'verdict' | 'memory' | 'hook' | 'replay' | 'activation' | 'VS Code';
  readonly name: string;
  readonly unit: string;
  /** Undefined: could not be measured here. */
  readonly measured: number | undefined;
  /** The upper limit. A figure has this one or the lower one. */
  readonly most?: number;
  readonly least?: number;
  /** Why the limit is missed, if that has been measured. */
  readonly missedFor?: string | undefined;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
