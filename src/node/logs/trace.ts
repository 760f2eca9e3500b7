import * as z from 'zod/mini';
import { parseArguments } from '../../engine/values/canonical';
import {
  classify,
  isCanceled,
  isUnchanged,
  linesOf,
  mayBeId,
  obstacleIn,
  remainderOf,
  statesCause,
  withoutPreamble,
} from '../../engine/facts/outcome';
import { MOMENTS, type RecordedOutcome } from '../../engine/facts/call';
import type { RecordedCall } from '../../engine/replay';
import { withoutVolatile } from '../../engine/facts/volatile';
import { runningIn } from '../../engine/facts/signs';
import { textOf } from './agentLog';
import type { BrokenLine, RecordedSession } from './recordedSession';

const signsSchema = z.object({
  asksToWait: z.optional(z.enum(['handle', 'command', 'no'])),
  limitMs: z.optional(z.number()),
  edits: z.optional(z.boolean()),
  moves: z.optional(z.literal(true)),
  handles: z.optional(z.array(z.string())),
});

/** Results may be cut or missing; then their digests replace them. */
const traceCallSchema = z.object({
  name: z.string(),
  arguments: z.unknown(),
  /** Read from the arguments, if these aren't what the tool was given. */
  signs: z.nullish(signsSchema),
  result: z.nullish(z.string()),
  resultSha: z.nullish(z.string()),
  resultNorm: z.nullish(z.string()),
  resultLen: z.nullish(z.number()),
  isError: z.nullish(z.boolean()),
  /** Represents the obstacle that the call met; the next two say what its answer said about something that runs. */
  cause: z.nullish(z.string()),
  remainder: z.nullish(z.string()),
  life: z.nullish(z.enum(['running', 'ended', 'busy'])),
  running: z.nullish(z.array(z.string())),
  userTurnBefore: z.nullish(z.boolean()),
  turn: z.nullish(z.union([z.number(), z.string()])),
  timestamp: z.nullish(z.number()),
  doneAt: z.nullish(z.number()),
  agent: z.nullish(z.string()),
  /** Unknown moments are left out, because a newer version may write others. */
  moment: z.optional(z.unknown()),
});

const modelSchema = z.object({ vendor: z.string(), family: z.string(), id: z.string() });

const sessionSchema = z.object({
  id: z.string(),
  source: z._default(z.string(), ''),
  sessionType: z.optional(z.unknown()),
  model: z.optional(z.unknown()),
  calls: z.array(traceCallSchema),
});

export function traceSession(value: unknown, file: string, line: number): RecordedSession | BrokenLine {
  const parsed = sessionSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const expected = issue !== undefined && 'expected' in issue ? `expected ${issue.expected}` : String(issue?.code);
    return { file, line, reason: `is not a session: ${issue?.path.join('.') ?? ''}: ${expected}` };
  }
  const { id, source, sessionType, model, calls } = parsed.data;
  return {
    id,
    source,
    sessionType: textOf(sessionType),
    model: modelSchema.safeParse(model).data,
    calls: calls.map(callOfTrace),
  };
}

export function callOfTrace(call: z.infer<typeof traceCallSchema>, index: number): RecordedCall {
  return {
    tool: call.name,
    arguments: call.arguments,
    facts: call.signs ?? undefined,
    moment: MOMENTS.find((moment) => moment === call.moment),
    agent: call.agent ?? undefined,
    round: roundOf(call, index),
    afterUserMessage: call.userTurnBefore ?? false,
    atMs: call.timestamp ?? 0,
    doneMs: typeof call.timestamp === 'number' ? (call.doneAt ?? undefined) : undefined,
    result: call.result ?? undefined,
    outcome: recordedOutcome(call),
    // Null instead of a missing field says that there was no result to record.
    isUnseen: (call.result === null && call.resultSha === null) || undefined,
  };
}

/** Undefined if only the time can show it. */
function roundOf({ turn, timestamp }: z.infer<typeof traceCallSchema>, index: number): string | undefined {
  const ofItsOwn = typeof timestamp === 'number' ? undefined : `call ${index}`;
  return turn === undefined || turn === null ? ofItsOwn : String(turn);
}

/** Undefined if the trace has no result: then it counts as unchanged. */
function recordedOutcome(call: z.infer<typeof traceCallSchema>): RecordedCall['outcome'] {
  const { result, resultSha, resultNorm } = call;
  const digest = resultSha ?? result;
  if (digest === undefined || digest === null) {
    return undefined;
  }
  const text = result ?? undefined;
  const said = text === undefined ? undefined : withoutPreamble(text);
  const length = call.resultLen ?? text?.length ?? 0;
  const saidLength = length - (text?.length ?? 0) + (said?.length ?? 0);
  const isError = call.isError ?? false;
  const { kind, because, isVerdict, isRefused, unreachable } = classify(said, saidLength, isError);
  const shapeDigest = resultNorm ?? digest;
  const question = parseArguments(call.arguments);
  const life = lifeOf(call);
  const hasId = mayBeId({ kind, life: life.life }, call.name, question);
  return {
    digest: text === undefined ? digest : steadyDigest(text, hasId, { digest, shapeDigest, length }),
    shapeDigest,
    length,
    lines: text === undefined ? undefined : estimatedLines(text, length),
    isError,
    isCanceled: (text !== undefined && isCanceled(text)) || undefined,
    isUnchanged: text === undefined ? undefined : isUnchanged(text),
    kind,
    because,
    isVerdict,
    isRefused,
    unreachable,
    isStated: text === undefined ? undefined : statesCause(text, kind),
    causeDigest: call.cause ?? (said === undefined ? undefined : obstacleIn(said, kind, question)),
    remainderDigest:
      call.remainder ?? (text === undefined ? undefined : remainderOf(text, { kind, ...life }, call.name, question)),
    ...life,
  };
}

/** The recorded values; other people's traces have only the text. */
function lifeOf({ life, running, result }: z.infer<typeof traceCallSchema>): ReturnType<typeof runningIn> {
  const read = runningIn(result ?? '');
  return life !== undefined && life !== null ? { ...read, life, running: running ?? undefined } : read;
}

/** A trace contains only the beginning of a long text, which shows how long its lines are. */
function estimatedLines(text: string, length: number): number {
  const lines = linesOf(text);
  return length <= text.length ? lines : Math.floor((lines * length) / Math.max(1, text.length));
}

/** A trace contains only the beginning of a long text; if it has volatile parts, the shape represents the rest. */
function steadyDigest(
  text: string,
  hasId: boolean,
  recorded: Pick<RecordedOutcome, 'digest' | 'shapeDigest' | 'length'>,
): string {
  const steady = withoutVolatile(text, hasId);
  if (steady === text) {
    return recorded.digest;
  }
  return recorded.length <= text.length ? steady : `${steady}\u0000${recorded.shapeDigest}`;
}
