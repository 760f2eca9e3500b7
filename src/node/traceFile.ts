import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import { classify } from '../core/outcome';
import type { RecordedCall } from '../core/replay';

/** One call as a trace holds it. Results may be cut or missing; then their digests stand for them. */
const traceCallSchema = z.object({
  name: z.string(),
  arguments: z.unknown(),
  result: z.string().nullish(),
  resultSha: z.string().nullish(),
  resultNorm: z.string().nullish(),
  resultLen: z.number().nullish(),
  isError: z.boolean().nullish(),
  userTurnBefore: z.boolean().nullish(),
  turn: z.union([z.number(), z.string()]).nullish(),
  timestamp: z.number().nullish(),
});

const sessionSchema = z.object({
  id: z.string(),
  source: z.string().default(''),
  calls: z.array(traceCallSchema),
});

/** A recorded session, one line of a trace. */
export interface RecordedSession {
  readonly id: string;
  readonly source: string;
  readonly calls: readonly RecordedCall[];
}

/** A line that is no session. */
export interface BrokenLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

/** Reads the sessions of a JSONL file one by one; a broken line is handed over as such and the rest goes on. */
export function readTraceFile(path: string): AsyncGenerator<RecordedSession | BrokenLine> {
  return readTrace(createReadStream(path, 'utf8'), path);
}

/**
 * Reads sessions from a stream of JSONL.
 * @param file the name that broken lines are told with
 */
export async function* readTrace(input: Readable, file: string): AsyncGenerator<RecordedSession | BrokenLine> {
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() !== '') {
      yield parseLine(text, file, line);
    }
  }
}

function parseLine(text: string, file: string, line: number): RecordedSession | BrokenLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { file, line, reason: 'is not valid JSON' };
  }
  const parsed = sessionSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { file, line, reason: `is not a session: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` };
  }
  const { id, source, calls } = parsed.data;
  return { id, source, calls: calls.map(recordedCall) };
}

/** A call of a trace as the replay takes it. */
export function recordedCall(call: z.infer<typeof traceCallSchema>, index: number): RecordedCall {
  return {
    tool: call.name,
    arguments: call.arguments,
    round: String(call.turn ?? `call ${index}`),
    afterUserMessage: call.userTurnBefore ?? false,
    atMs: call.timestamp ?? 0,
    outcome: recordedOutcome(call),
  };
}

/** Undefined when the trace says nothing of a result: then it counts as unchanged. */
function recordedOutcome(call: z.infer<typeof traceCallSchema>): RecordedCall['outcome'] {
  const { result, resultSha, resultNorm } = call;
  const digest = resultSha ?? result;
  if (digest === undefined || digest === null) {
    return undefined;
  }
  const text = result ?? undefined;
  const length = call.resultLen ?? text?.length ?? 0;
  const isError = call.isError ?? false;
  return { digest, shapeDigest: resultNorm ?? digest, length, isError, kind: classify(text, length, isError) };
}
