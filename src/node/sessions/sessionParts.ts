import type { ModelName } from '../../engine/facts/call';
import type { RecordedCall } from '../../engine/replay';
import type { BrokenLine, SessionHead } from './recordedSession';
import { openSessionFile, type SessionListener, tellSessions } from './sessionFile';

/** A call of a session, with the model that had answered by then. */
export interface ToldCall {
  readonly call: RecordedCall;
  readonly model?: ModelName | undefined;
}

/** A session that a file holds, without its calls. */
export interface ListedSession extends SessionHead {
  /** Its place among the sessions of the file, from 0. */
  readonly position: number;
  readonly callCount: number;
}

/** What a part of a file tells, and how many bytes have been read up to its end. */
export interface FilePart<T> {
  readonly told: readonly T[];
  readonly bytesRead: number;
}

/**
 * Lists the sessions of a file, and its broken lines, part by part as it is read. Keeps no calls.
 * @throws when the file cannot be read
 */
export function listSessions(path: string): AsyncGenerator<FilePart<ListedSession | BrokenLine>> {
  return partsOf(path, (tell) => {
    let [position, callCount] = [0, 0];
    return {
      call: () => callCount++,
      end: (head) => {
        tell({ ...head, position: position++, callCount });
        callCount = 0;
      },
      broken: tell,
    };
  });
}

/**
 * Tells the calls of one session of a file, part by part as it is read. Keeps none of them.
 * @param position the session's place among those of the file, see {@link listSessions}
 * @throws when the file cannot be read
 */
export function callsOfSession(path: string, position: number): AsyncGenerator<FilePart<ToldCall>> {
  return partsOf(path, (tell) => {
    let sessions = 0;
    return {
      call: (call, model) => {
        if (sessions === position) {
          tell({ call, model });
        }
      },
      end: () => sessions++,
      broken: () => undefined,
    };
  });
}

async function* partsOf<T>(
  path: string,
  listening: (tell: (told: T) => void) => SessionListener,
): AsyncGenerator<FilePart<T>> {
  const input = openSessionFile(path);
  const told: T[] = [];
  const reading = tellSessions(
    input,
    path,
    listening((each) => told.push(each)),
  );
  try {
    let isDone = false;
    while (!isDone) {
      isDone = (await reading.next()).done === true;
      yield { told: told.splice(0), bytesRead: input.bytesRead ?? 0 };
    }
  } finally {
    input.destroy();
  }
}
