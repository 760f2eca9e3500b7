import fc from 'fast-check';
import { call, type CallStep, type Step, type Trajectory, userMessage, wait } from '../trajectories/notation';

export const TOOLS = ['read', 'write', 'run'];
const QUERIES = [
  'how to write a loop',
  'how to write a loop?',
  'How to  write a loop',
  'nothing of the kind',
  'page 1',
  'page 2',
];
const OPERATIONS = ['add', 'list'];
const ANSWERS = [
  'ok',
  'an answer that is longer than an acknowledgement',
  'Error: no such file',
  'Error: no such file 2',
  '[]',
  '17 percent',
  '18 percent',
  undefined,
];

/** Calls that are often the same, or nearly the same, with answers that are often the same. */
export const calls: fc.Arbitrary<CallStep> = callsOf((query) => ({ query, options: { all: true, depth: 2 } }));

/** As {@link calls}, with an argument that may name the operation of the tool. */
export const callsWithOperation: fc.Arbitrary<CallStep> = callsOf((query, operation) => ({ query, operation }));

function callsOf(argumentsOf: (query: string, operation: string) => object): fc.Arbitrary<CallStep> {
  return fc
    .record({
      tool: fc.constantFrom(...TOOLS),
      query: fc.constantFrom(...QUERIES),
      operation: fc.constantFrom(...OPERATIONS),
      result: fc.constantFrom(...ANSWERS),
      isError: fc.boolean(),
    })
    .map(({ tool, query, operation, result, isError }) =>
      call(tool, argumentsOf(query, operation), result, {
        isError: isError && result?.startsWith('Error') === true,
      }),
    );
}

/** How long the pieces of a session are at most, how often each is played, and how many there are. */
interface Bounds {
  readonly piece: number;
  readonly times: number;
  readonly pieces: number;
}

/** Short pieces played several times over: most sessions have a loop, or nearly one. */
export function playedAgain<Made>(
  made: fc.Arbitrary<Made>,
  { piece, times, pieces }: Bounds = { piece: 4, times: 6, pieces: 5 },
): fc.Arbitrary<Made[]> {
  return fc
    .array(
      fc
        .tuple(fc.array(made, { minLength: 1, maxLength: piece }), fc.integer({ min: 1, max: times }))
        .map(([steps, count]) => Array.from({ length: count }, () => steps).flat()),
      { minLength: 1, maxLength: pieces },
    )
    .map((all) => all.flat());
}

const sessions: fc.Arbitrary<Step[]> = playedAgain(
  fc.oneof(
    { weight: 20, arbitrary: calls },
    { weight: 1, arbitrary: fc.constantFrom(wait(50), wait(121)) },
    { weight: 1, arbitrary: fc.constant(userMessage) },
  ),
);

/** Sessions with prompts and pauses, in which some neighbouring calls are of one round. */
export const sessionsInRounds: fc.Arbitrary<Step[]> = fc
  .tuple(sessions, fc.array(fc.nat(5), { minLength: 150, maxLength: 150 }))
  .map(([steps, dice]) => {
    let round = 0;
    return steps.map((step, index) => {
      round += dice[index] === 0 ? 0 : 1;
      return step.kind === 'call' ? { ...step, round: `round ${round}` } : step;
    });
  });

/** Tools whose names are no sign, the sign of an edit, and the sign of a wait. */
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

/** Sessions that are full of signs: of waiting, of editing, of failing. Most answers come with their times. */
export const signedSessions: fc.Arbitrary<Step[]> = playedAgain<Step>(
  fc.oneof({ weight: 20, arbitrary: signedCalls }, { weight: 2, arbitrary: signedPauses }),
  { piece: 3, times: 7, pieces: 4 },
);

/** The same, in which the agent is made to go on, and what it knows is summed up. */
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

/** Sessions of calls alone, in which the person asks for a fresh count now and then. */
export const sessionsWithResets: fc.Arbitrary<Step[]> = playedAgain<Step>(
  fc.oneof(
    { weight: 20, arbitrary: callsWithOperation },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'reset' }) },
  ),
  { piece: 3, times: 6, pieces: 4 },
);

/** What differs from the defaults in the settings of the person. */
export const settings: fc.Arbitrary<NonNullable<Trajectory['settings']>> = fc.constantFrom<
  NonNullable<Trajectory['settings']>[]
>(
  {},
  { mode: 'chance' },
  { mode: 'warn' },
  { mode: 'warn', maxRepeats: 2, detectors: { repeat: { warn: 2 } } },
  { actions: ['warn', 'ask', 'break'] },
  { actions: ['continue', 'chance'] },
  { maxRepeats: 2, matching: { windowSize: 5 } },
  { detectors: ['repeat'] },
  { detectors: ['cycle', 'similar', 'stall'] },
  { preset: 'aggressive' },
);
