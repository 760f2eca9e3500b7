import type { Harness } from './harness';
import { readTail } from './readTail';

/** How much of the end of a session's file is searched: the answer with the call is among its last lines. */
const TAIL_BYTES = 512 * 1024;

/** What is asked: a call, and the file that its harness names. */
interface AskedCall {
  readonly callId: string | undefined;
  readonly transcriptPath: string | undefined;
}

/**
 * A name for the answer of the model that a call is part of: calls with the same name were made at the same time.
 * @returns undefined where the harness's file does not tell, or not yet; never throws
 */
export async function roundOfCall(
  { roundIn }: Harness,
  { callId, transcriptPath }: AskedCall,
): Promise<string | undefined> {
  if (roundIn === undefined || callId === undefined || transcriptPath === undefined) {
    return undefined;
  }
  try {
    return roundIn(linesIn(await readTail(transcriptPath, TAIL_BYTES)), callId);
  } catch {
    // There is no such file yet, or it is none.
    return undefined;
  }
}

/** The lines from the last to the first, parsed when they are asked for; those that are no objects are left out. */
function* linesIn(text: string): Generator<Readonly<Record<string, unknown>>> {
  for (const line of text.split('\n').toReversed()) {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      // The first line of the tail may be cut, the last one half written.
      continue;
    }
    if (typeof value === 'object' && value !== null) {
      yield value as Readonly<Record<string, unknown>>;
    }
  }
}
