import { promises } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { lastObjects } from '../files/newLines';
import type { AskedCall, CallEnd, Harness, RawInput } from '../wire/harness';

/** How much of a session file's end is searched: the answer with the call is among the last lines. */
const NEAR_BYTES = 128 * 1024;
const TAIL_BYTES = 512 * 1024;

/** The lines may not be written yet: how many more times, and after which pause, the file is read again. */
const MORE_LOOKS = 3;
const LOOK_AGAIN_MS = 20;

type Pause = (ms: number) => Promise<unknown>;

/** The last one first; with a sign, only lines that contain it. */
type LatestLines = (sign?: string) => Iterable<RawInput>;

interface SessionView {
  readonly round: string | undefined;
  readonly ends: () => ReadonlyMap<string, CallEnd>;
}

/** Reads the end of a session's file. Never throws. */
export async function viewSession(harness: Harness, call: AskedCall, pause?: Pause): Promise<SessionView> {
  const { answerId, callId } = call;
  const { roundIn, endOf } = harness;
  let latest: LatestLines = () => [];
  const find = (lines: LatestLines): string | undefined => {
    latest = lines;
    return roundIn?.(lines(), callId);
  };
  const isTold = answerId !== undefined || roundIn === undefined;
  const round = isTold ? answerId : await findInSession(harness, call, find, pause);
  const ends = (): ReadonlyMap<string, CallEnd> => {
    const told = endOf === undefined ? [] : [...latest()].flatMap((line) => endOf(line) ?? []);
    // A call's failure stands before what the model read of it.
    return new Map(told.filter((end) => 'failure' in end || 'result' in end).map((end) => [end.callId, end]));
  };
  return { round, ends };
}

/** For calls whose hook doesn't say if they failed; undefined if the file doesn't either, or not yet. Never throws. */
export async function endOfCall(harness: Harness, call: AskedCall, pause?: Pause): Promise<CallEnd | undefined> {
  const { endOf } = harness;
  const { callId } = call;
  const find = (lines: LatestLines): CallEnd | undefined => {
    for (const line of lines(callId)) {
      const end = endOf?.(line);
      if (end !== undefined && end.callId === callId && !('result' in end)) {
        return end;
      }
    }
    return undefined;
  };
  return endOf && findInSession(harness, call, find, pause);
}

async function findInSession<Found>(
  { filesOfAgent }: Pick<Harness, 'filesOfAgent'>,
  { transcriptPath, ...call }: AskedCall,
  find: (lines: LatestLines) => Found | undefined,
  pause: Pause = setTimeout,
): Promise<Found | undefined> {
  if (transcriptPath === undefined) {
    return undefined;
  }
  try {
    const path = await newestOf(filesOfAgent?.({ ...call, transcriptPath }) ?? [transcriptPath]);
    for (let looks = 0, searched = 0; ; looks++) {
      const { size } = await promises.stat(path);
      for (const bytes of size === searched ? [] : size <= NEAR_BYTES ? [NEAR_BYTES] : [NEAR_BYTES, TAIL_BYTES]) {
        const found = find((sign) => lastObjects(path, bytes, sign));
        if (found !== undefined) {
          return found;
        }
      }
      searched = size;
      if (looks === MORE_LOOKS) {
        return undefined;
      }
      await pause(LOOK_AGAIN_MS);
    }
  } catch {
    // The file doesn't exist yet, or isn't one.
    return undefined;
  }
}

async function newestOf(files: readonly string[]): Promise<string> {
  const times = await Promise.all(files.map(async (path) => ({ path, atMs: (await promises.stat(path)).mtimeMs })));
  return times.reduce((newest, each) => (each.atMs > newest.atMs ? each : newest)).path;
}
