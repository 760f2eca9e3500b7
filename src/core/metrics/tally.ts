import * as z from 'zod/mini';
import { DETECTOR_IDS, type DetectorId } from '../../engine/rules/registry';

const count = z._default(z.int().check(z.minimum(0)), 0);

/** Loops by the detector that saw them first. */
const loopsSchema = z.object(
  Object.fromEntries(DETECTOR_IDS.map((id) => [id, count])) as Record<DetectorId, typeof count>,
);

/** What a stored tally may hold; fields that are missing are zero. */
export const tallySchema = z.object({
  /** Calls that were judged, those that ran and those that were refused. */
  calls: count,
  warnings: count,
  /** Results next to which the model read a hint. */
  nudges: count,
  /** Calls that were refused with guidance. */
  chances: count,
  /** Runs that were ended. */
  stops: count,
  /** Further calls of a run that had been ended, or of an answer whose identical call had been refused. */
  refusedAfterwards: count,
  /** The model did something else after guidance or a nudge. */
  mitigations: count,
  /** A warning and the stop that follows it are of one loop. */
  loops: z._default(loopsSchema, () => loopsSchema.parse({})),
  /** Of these, the ones that ended with a stop, and the ones that the model left after guidance. */
  loopsStopped: z._default(loopsSchema, () => loopsSchema.parse({})),
  loopsRecovered: z._default(loopsSchema, () => loopsSchema.parse({})),
  /** Detections of which a person said that they were fine. */
  reportedFine: count,
  /** Estimates: see `savings.ts`. */
  savedCalls: count,
  savedRequests: count,
  /** Of the requests whose size the agent's harness wrote down. */
  savedTokensMeasured: count,
});

/** Numbers of a conversation, or of all of them. Nothing else is ever in it. */
export type MetricsTally = Readonly<Omit<RunningTally, ByDetector>> & {
  readonly [Name in ByDetector]: Readonly<RunningTally[Name]>;
};

/** Numbers that are counted for each detector. */
type ByDetector = 'loops' | 'loopsStopped' | 'loopsRecovered';

/** A tally that is counted up. */
export type RunningTally = z.output<typeof tallySchema>;

/** Nothing has happened. Each call gives a new one. */
export function emptyTally(): RunningTally {
  return tallySchema.parse({});
}

/** Both together. */
export function sumOf(one: MetricsTally, other: MetricsTally): MetricsTally {
  return combined(one, other, (left, right) => left + right);
}

/** The tally with zero for what is below it. */
export function withoutNegatives(tally: MetricsTally): MetricsTally {
  return combined(tally, tally, (value) => Math.max(0, value));
}

/** What has come since. Numbers may be negative: a report that a stop was fine takes back what it had saved. */
export function differenceOf(now: MetricsTally, before: MetricsTally): MetricsTally {
  return combined(now, before, (left, right) => left - right);
}

/** How many loops all detectors found. */
export function loopsOf({ loops }: MetricsTally): number {
  return Object.values(loops).reduce((sum, loopCount) => sum + loopCount, 0);
}

/** How many loops the model got out of after guidance. */
export function recoveredOf({ loopsRecovered }: MetricsTally): number {
  return Object.values(loopsRecovered).reduce((sum, count) => sum + count, 0);
}

/** Calls that did not run. */
export function refusedOf({ chances, stops, refusedAfterwards }: MetricsTally): number {
  return chances + stops + refusedAfterwards;
}

/** A copy that does not follow when the tally is counted up. */
export function copyOf(tally: MetricsTally): MetricsTally {
  return combined(tally, tally, (value) => value);
}

function combined(
  one: MetricsTally,
  other: MetricsTally,
  operation: (left: number, right: number) => number,
): MetricsTally {
  const { loops, loopsStopped, loopsRecovered, ...numbers } = one;
  const { loops: otherLoops, loopsStopped: otherStopped, loopsRecovered: otherRecovered, ...otherNumbers } = other;
  return {
    ...combinedNumbers(numbers, otherNumbers, operation),
    loops: combinedNumbers(loops, otherLoops, operation),
    loopsStopped: combinedNumbers(loopsStopped, otherStopped, operation),
    loopsRecovered: combinedNumbers(loopsRecovered, otherRecovered, operation),
  };
}

function combinedNumbers<Name extends string>(
  one: Readonly<Record<Name, number>>,
  other: Readonly<Record<Name, number>>,
  operation: (left: number, right: number) => number,
): Record<Name, number> {
  return Object.fromEntries(
    (Object.keys(one) as Name[]).map((name) => [name, operation(one[name], other[name])]),
  ) as Record<Name, number>;
}
