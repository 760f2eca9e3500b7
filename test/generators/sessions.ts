import fc from 'fast-check';
import { call, type Step, type Trajectory, userMessage, wait } from '../trajectories/notation';

/** The most steps in a piece, the most repetitions of each, and the most pieces. */
interface Bounds {
  readonly piece: number;
  readonly times: number;
  readonly pieces: number;
}

/** Repeats short pieces: most sessions have a loop, or nearly one. */
function playedAgain<Made>(made: fc.Arbitrary<Made>, { piece, times, pieces }: Bounds): fc.Arbitrary<Made[]> {
  return fc
    .array(
      fc
        .tuple(fc.array(made, { minLength: 1, maxLength: piece }), fc.integer({ min: 1, max: times }))
        .map(([steps, count]) => Array.from({ length: count }, () => steps).flat()),
      { minLength: 1, maxLength: pieces },
    )
    .map((all) => all.flat());
}

/** Tools whose names mean nothing, an edit, and a wait. */
export const SIGNED_TOOLS = { plain: ['read', 'run'], editing: ['write'], waiting: ['await_task'] } as const;

const SIGNED_ARGUMENTS: readonly object[] = [
  { id: 'a', timeout: 5, yield_time_ms: 1000 },
  { session_id: 7, chars: '', text: 'go on' },
  { session_id: 7, chars: '' },
  { command: 'sleep 5; make', description: 'Wait for the build', timeout: 60_000 },
  { command: 'make -k all', description: 'Build all of it once more' },
  { path: 'a.ts', old_string: 'one line\nanother line', new_string: 'one line' },
  { path: 'a.ts', old_string: 'one line\nanother line of it', new_string: 'two lines' },
  { path: 'a.ts', lines: 'one\ntwo' },
];
const SIGNED_ANSWERS = [
  'The command is still running.',
  'The build is still running: 3 of 12',
  'The process exited with code 0.',
  'Error: a.ts does not hold one line\nLook again',
  'Error: a.ts does not hold another line\nLook elsewhere',
  'No matches found for a.ts',
  'the text of a file that is long enough',
  undefined,
];

const signedCalls: fc.Arbitrary<Step> = fc
  .record({
    tool: fc.constantFrom(...Object.values(SIGNED_TOOLS).flat()),
    given: fc.constantFrom(...SIGNED_ARGUMENTS),
    result: fc.constantFrom(...SIGNED_ANSWERS),
    tookMs: fc.constantFrom(5, 600, 2_000, 45_000, undefined),
    isError: fc.boolean(),
  })
  .map(({ tool, given, result, tookMs, isError }) =>
    call(tool, given, result, { tookMs, isError: isError && result?.startsWith('Error') === true }),
  );
const signedPauses = fc.constantFrom(wait(2), wait(50), userMessage);

/** Sessions full of signs: of waiting, of editing, of failing. Most answers have times. */
export const signedSessions: fc.Arbitrary<Step[]> = playedAgain<Step>(
  fc.oneof({ weight: 20, arbitrary: signedCalls }, { weight: 2, arbitrary: signedPauses }),
  { piece: 3, times: 7, pieces: 4 },
);

/** The same, but the agent is told to continue, and its chat is compacted. */
export const sessionsWithMoments: fc.Arbitrary<Step[]> = playedAgain<Step>(
  fc.oneof(
    { weight: 16, arbitrary: signedCalls },
    { weight: 2, arbitrary: signedPauses },
    {
      weight: 4,
      arbitrary: fc.constantFrom<Step>(
        { kind: 'moment', moment: 'continued' },
        { kind: 'moment', moment: 'compacted' },
      ),
    },
  ),
  { piece: 3, times: 7, pieces: 4 },
);

export const settings: fc.Arbitrary<NonNullable<Trajectory['settings']>> = fc.constantFrom<
  NonNullable<Trajectory['settings']>[]
>(
  {},
  { mode: 'chance' },
  { mode: 'warn' },
  { mode: 'warn', maxRepeats: 2 },
  { actions: ['warn', 'ask', 'break'] },
  { actions: ['continue', 'chance'] },
  { maxRepeats: 2, matching: { windowSize: 5 } },
  { detectors: ['repeat'] },
  { detectors: ['cycle', 'similar', 'stall'] },
  { preset: 'aggressive' },
);
