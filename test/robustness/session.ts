import fc from 'fast-check';
import type { RawSettings } from '../../src/core/settings/parse';

/** Conversations of one session; their steps are mixed. */
export const CONVERSATIONS = ['one', 'two', '__proto__'] as const;

/** What a generated step does. */
export type Step =
  | {
      readonly kind: 'call';
      readonly conversation: string;
      readonly id: string;
      readonly tool: string;
      readonly variant: number;
      readonly answer: number;
      readonly round: string | undefined;
      readonly lateAnswer: boolean;
    }
  | { readonly kind: 'clock'; readonly seconds: number }
  | { readonly kind: 'turn' | 'reset'; readonly conversation: string };

/** A result with what it says, told by hand: `says` is equal for answers that only differ in numbers and times. */
export interface Answer {
  readonly text: string | undefined;
  readonly isError: boolean;
  readonly useless: boolean;
  readonly says: string;
}

export const ANSWERS: readonly Answer[] = [
  { text: 'ok', isError: false, useless: false, says: 'ok' },
  { text: 'an answer that is longer than an acknowledgement', isError: false, useless: false, says: 'long' },
  { text: 'Error: no such file', isError: true, useless: true, says: 'no file' },
  { text: 'Error: line 17 is wrong', isError: false, useless: true, says: 'line' },
  { text: 'Error: line 18 is wrong', isError: false, useless: true, says: 'line' },
  { text: '[]', isError: false, useless: true, says: 'empty' },
  { text: '17 percent', isError: false, useless: false, says: 'percent' },
  { text: '18 percent', isError: false, useless: false, says: 'percent' },
  { text: undefined, isError: false, useless: false, says: 'unknown' },
  { text: '\ud800 half a pair \u0000', isError: false, useless: false, says: 'half' },
];

export const TOOLS = ['read', 'constructor', 'plan', '__proto__'];

const LONG = 'the quick brown fox jumps over the lazy dog and goes on and on';

/**
 * Arguments by their number, made anew each time. Those from 0 to 3 are alike in the sense of `similar`; all are
 * different calls, but the last two, which are the first and the fourth in another order of keys, or as text.
 */
export const ARGUMENTS: readonly (() => unknown)[] = [
  () => ({ query: LONG, all: true }),
  () => ({ query: `${LONG}!`, all: true }),
  () => ({ query: `${LONG} `, all: true }),
  () => ({ query: `${LONG.slice(0, -1)}m`, all: true }),
  () => ({ query: 'nothing of the kind', all: true }),
  () => ({ operation: 'create', n: [1, , 3] }),
  () => JSON.parse('{"__proto__": {"enabled": false}, "constructor": null}') as unknown,
  () => '{"half": "\ud800',
  () => ({ n: NaN, b: 1n, f: undefined }),
  () => undefined,
  () => ({ all: true, query: LONG }),
  () => JSON.stringify({ query: `${LONG.slice(0, -1)}m`, all: true }),
];

const SAME_CALL: Readonly<Record<number, number>> = { 10: 0, 11: 3 };

/** Two calls of a tool are identical when their variants have the same name. */
export const callName = (tool: string, variant: number): string => `${tool} ${SAME_CALL[variant] ?? variant}`;

export const LIMITS = { windowSize: 40, maxRepeats: 4 };

/** Settings of a session; `windowSize` and `maxRepeats` decide how much may be kept. */
export const SETTINGS: readonly NonNullable<RawSettings['user']>[] = [
  {},
  { mode: 'chance' },
  { mode: 'warn' },
  { mode: 'warn', maxRepeats: 2, matching: { windowSize: 5 } },
  { actions: ['warn', 'ask', 'break'] },
  { actions: ['chance'] },
  { actions: ['continue', 'chance', 'warn'] },
  { maxRepeats: 2, matching: { windowSize: 5 }, mode: 'chance' },
  { preset: 'aggressive' },
  { detectors: ['cycle', 'similar', 'stall'], mode: 'warn' },
  { tools: { plan: { operationField: 'operation' }, constructor: { maxRepeats: 3 } } },
  { matching: { similarityAlgorithm: 'jaccard', similarityThreshold: 0.7 }, ttlSeconds: 600 },
];

/** A generated session. */
export interface Session {
  readonly user: NonNullable<RawSettings['user']>;
  readonly steps: readonly Step[];
}

/**
 * Sessions full of loops: short pieces, played again and again. A piece is a list of numbers, each of which stands for
 * a step: numbers are what fast-check makes fastest and shrinks best.
 */
export const sessions: fc.Arbitrary<Session> = fc
  .record({
    settings: fc.nat(SETTINGS.length - 1),
    pieces: fc.array(
      fc.record({
        codes: fc.array(fc.maxSafeNat(), { minLength: 1, maxLength: 5, size: 'max' }),
        times: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 4, maxLength: 24, size: 'max' },
    ),
  })
  .map(({ settings, pieces }) => {
    const codes = pieces.flatMap(({ codes: piece, times }) =>
      Array.from({ length: times }, (_, pass) => piece.map((code) => [code, pass] as const)).flat(),
    );
    return { user: SETTINGS[settings] ?? {}, steps: codes.map(([code, pass], index) => stepOf(code, pass, index)) };
  });

function stepOf(code: number, pass: number, index: number): Step {
  let rest = code;
  const take = (choices: number): number => {
    const taken = rest % choices;
    rest = Math.floor(rest / choices);
    return taken;
  };
  const conversation = CONVERSATIONS[take(CONVERSATIONS.length)] ?? 'one';
  const kind = take(40);
  if (kind < 4) {
    return { kind: take(2) === 0 ? 'turn' : 'reset', conversation };
  }
  if (kind === 4) {
    return { kind: 'clock', seconds: [1, 50, 121, 700, -1, -50, -121, -1e6, 1e9][take(9)] ?? 1 };
  }
  const id = take(40);
  const answer = take(ANSWERS.length);
  const variant = take(ARGUMENTS.length);
  const varies = variant < 4 && take(2) === 0;
  return {
    kind: 'call',
    conversation,
    // Every fortieth id was used before, most often by the step before it, and says so of whatever call comes with it.
    id: id === 0 ? `call ${Math.max(0, index - 1 - take(3))}` : `call ${index}`,
    tool: TOOLS[take(TOOLS.length)] ?? 'read',
    variant: varies ? (variant + pass) % 4 : variant,
    // Now and then a piece gets another answer in each pass.
    answer: (answer + (take(12) === 0 ? pass : 0)) % ANSWERS.length,
    round: take(4) === 0 ? `round ${Math.floor(index / 3)}` : undefined,
    lateAnswer: take(6) === 0,
  };
}
