import type { Readable } from 'node:stream';
import type { RecordedCall } from '../src/engine/replay';
import type { BrokenLine, RecordedSession } from '../src/node/logs/recordedSession';
import { type SessionListener, readSessionFile } from '../src/node/logs/sessionFile';

/** Like {@link readSessionFile}, but each session has all of its calls. */
export async function* readSessions(
  input: Readable,
  file: string,
  isIdeal = false,
): AsyncGenerator<RecordedSession | BrokenLine> {
  const told: (RecordedSession | BrokenLine)[] = [];
  let calls: RecordedCall[] = [];
  const listener: SessionListener = {
    isIdeal,
    call: (call) => calls.push(call),
    end: (head) => {
      told.push({ ...head, calls });
      calls = [];
    },
    broken: (line) => told.push(line),
  };
  const reading = readSessionFile(input, file, listener);
  while ((await reading.next()).done !== true) {
    yield* told.splice(0);
  }
  yield* told;
}
