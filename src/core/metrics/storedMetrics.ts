import * as z from 'zod/mini';
import { emptyTally, sumOf, type MetricsTally, tallySchema, withoutNegatives } from './tally';

/** Version of what is stored. A file of a later version is left alone. */
export const METRICS_VERSION = 1;

/** What lasts: numbers only. */
export const storedMetricsSchema = z.object({
  version: z.literal(METRICS_VERSION),
  /** When counting began, in milliseconds since 1970. */
  sinceMs: z.int().check(z.minimum(0)),
  totals: tallySchema,
});

export type StoredMetrics = Readonly<Omit<z.output<typeof storedMetricsSchema>, 'totals'>> & {
  readonly totals: MetricsTally;
};

/** Nothing counted yet. */
export function noMetrics(nowMs: number): StoredMetrics {
  return { version: METRICS_VERSION, sinceMs: nowMs, totals: emptyTally() };
}

/** What is stored, with what came since. */
export function added(stored: StoredMetrics, news: MetricsTally): StoredMetrics {
  return { ...stored, totals: withoutNegatives(sumOf(stored.totals, news)) };
}
