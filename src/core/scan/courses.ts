/** Whether agents changed course by themselves after the first call of a loop that would have led to a warning. */
import { detectorName, type FoundLoop, type ScanReport } from './scanReport';

/** Within so many calls after the one with the first warning. */
export const WITHIN_CALLS = 3;

/** `ended`: the session has too few calls to tell. */
export type Course = 'changed' | 'same' | 'ended';

/** Of the loops of one kind or of one model. */
export interface Courses {
  readonly name: string;
  readonly loops: number;
  /** None of the next calls belonged to a loop. */
  readonly changed: number;
  /** The session has fewer calls after it. */
  readonly ended: number;
}

/** By kind of loop, the most frequent first. */
export function coursesByKind({ loops }: ScanReport): readonly Courses[] {
  return coursesBy(loops, ({ detector }) => detectorName(detector));
}

/** By model, the most frequent first. */
export function coursesByModel({ loops }: ScanReport): readonly Courses[] {
  return coursesBy(loops, ({ session }) => session.model ?? 'not recorded');
}

function coursesBy(loops: readonly FoundLoop[], nameOf: (loop: FoundLoop) => string): readonly Courses[] {
  const sums = new Map<string, Courses>();
  for (const loop of loops) {
    const name = nameOf(loop);
    const { loops: count, changed, ended } = sums.get(name) ?? { loops: 0, changed: 0, ended: 0 };
    const { firings, firstCall, session } = loop;
    const course = courseAfter(
      firstCall,
      firings.map(({ call }) => call),
      session.calls,
    );
    sums.set(name, {
      name,
      loops: count + 1,
      changed: changed + (course === 'changed' ? 1 : 0),
      ended: ended + (course === 'ended' ? 1 : 0),
    });
  }
  return [...sums.values()].toSorted((one, other) => other.loops - one.loops);
}

/**
 * What an agent did after the first warning about a loop. Calls are numbered from 0 or from 1.
 * @param call the one with the warning
 * @param inLoops the calls that belong to a loop
 * @param last the last call of the session
 */
export function courseAfter(call: number, inLoops: readonly number[], last: number): Course {
  if (inLoops.some((other) => other > call && other - call <= WITHIN_CALLS)) {
    return 'same';
  }
  return call + WITHIN_CALLS <= last ? 'changed' : 'ended';
}
