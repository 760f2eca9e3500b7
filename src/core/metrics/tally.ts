import * as z from 'zod/mini';
import { DETECTOR_IDS, type DetectorId } from '../../engine/rules/registry';

const count = z._default(z.int().check(z.minimum(0)), 0);

const byDetector = z.object(
  Object.fromEntries(DETECTOR_IDS.map((id) => [id, count])) as Record<DetectorId, typeof count>,
);
const counts = z._default(byDetector, () => byDetector.parse({}));

/** Missing fields are zero. */
const tallySchema = z.object({
  /** Checked calls, both run and refused. */
  calls: count,
  warnings: count,
  nudges: count,
  chances: count,
  stops: count,
  /** Further calls after a stop, or in the same model turn as a blocked identical call. */
  refusedAfterwards: count,
  /** The model did something else after guidance or a nudge. */
  mitigations: count,
  /** By the detector that found them first; a warning and the stop that follows it are one loop. */
  loops: counts,
  loopsStopped: counts,
  loopsRecovered: counts,
  reportedFine: count,
  savedCalls: count,
});

const METRICS_VERSION = 1;

const daySchema = z.object({ calls: count, loops: count });

export const storedMetricsSchema = z.object({
  version: z.literal(METRICS_VERSION),
  /** When counting began, in milliseconds since 1970. */
  sinceMs: z.int().check(z.minimum(0)),
  totals: tallySchema,
  /** Of the last week, by day in UTC such as `2026-01-31`. */
  days: z._default(z.record(z.string(), daySchema), () => ({})),
});

export type DayCounts = Readonly<z.output<typeof daySchema>>;

export type RunningTally = z.output<typeof tallySchema>;

/** Of a conversation, or of all. Holds only numbers. */
export type MetricsTally = {
  readonly [Name in keyof RunningTally]: Readonly<RunningTally[Name]>;
};

export type StoredMetrics = Omit<z.output<typeof storedMetricsSchema>, 'totals'> & { readonly totals: MetricsTally };

export function emptyTally(): RunningTally {
  return tallySchema.parse({});
}

export function noMetrics(nowMs: number): StoredMetrics {
  return { version: METRICS_VERSION, sinceMs: nowMs, totals: emptyTally(), days: {} };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_DAYS = 7;

/** The news count as today's. Days before the last week are forgotten. */
export function withNews(stored: StoredMetrics, news: MetricsTally, nowMs: number): StoredMetrics {
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const today = dayOf(nowMs);
  const { calls, loops } = stored.days[today] ?? { calls: 0, loops: 0 };
  const last = dayOf(nowMs - (WEEK_DAYS - 1) * DAY_MS);
  const days = { ...stored.days, [today]: { calls: calls + news.calls, loops: loops + loopsOf(news) } };
  return {
    ...stored,
    // Never negative, even if feedback undoes counts.
    totals: sumOf(stored.totals, news, 0),
    days: Object.fromEntries(Object.entries(days).filter(([day]) => day >= last && day <= today)),
  };
}

export function weekOf({ days }: StoredMetrics): DayCounts {
  return Object.values(days).reduce((sum, day) => ({ calls: sum.calls + day.calls, loops: sum.loops + day.loops }), {
    calls: 0,
    loops: 0,
  });
}

/** @param least no number of the sum is below it */
export function sumOf(one: MetricsTally, other: MetricsTally, least = -Infinity): MetricsTally {
  const { loops, loopsStopped, loopsRecovered, ...numbers } = one;
  return {
    ...added<keyof typeof numbers>(numbers, other, least),
    loops: added(loops, other.loops, least),
    loopsStopped: added(loopsStopped, other.loopsStopped, least),
    loopsRecovered: added(loopsRecovered, other.loopsRecovered, least),
  };
}

function added<Name extends string>(
  one: Readonly<Record<Name, number>>,
  other: Readonly<Record<Name, number>>,
  least: number,
): Record<Name, number> {
  const names = Object.keys(one) as Name[];
  return Object.fromEntries(names.map((name) => [name, Math.max(least, one[name] + other[name])])) as Record<
    Name,
    number
  >;
}

export function loopsOf({ loops }: MetricsTally): number {
  return Object.values(loops).reduce((sum, loopCount) => sum + loopCount, 0);
}

export function refusedOf({ chances, stops, refusedAfterwards }: MetricsTally): number {
  return chances + stops + refusedAfterwards;
}
