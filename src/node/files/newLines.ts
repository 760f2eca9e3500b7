import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isJsonObject, jsonIn, type JsonFields } from './jsonFields';

const MOST_BYTES = 1024 * 1024;

/**
 * The whole lines since the last call; a file that has become shorter is read again from its beginning.
 * @param reader how far the file has been read, in bytes; moved on
 * @param tailBytes skips everything before this much of the end; the first line may then be cut
 */
export function newLines(path: string, reader: { offset: number }, tailBytes = Infinity): string[] {
  let file: number | undefined;
  try {
    // Opening a pipe in its place would wait.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const { size } = fstatSync(file);
    reader.offset = Math.max(size < reader.offset ? 0 : reader.offset, size - tailBytes);
    const buffer = Buffer.alloc(Math.min(size - reader.offset, MOST_BYTES));
    const length = readSync(file, buffer, 0, buffer.length, reader.offset);
    // A line that isn't complete is read again next time; one longer than the buffer is skipped in parts.
    const end = buffer.subarray(0, length).lastIndexOf(0x0a) + 1;
    const taken = end > 0 || length < MOST_BYTES ? end : length;
    reader.offset += taken;
    return buffer.subarray(0, taken).toString('utf8').split('\n');
  } catch {
    return [];
  } finally {
    if (file !== undefined) {
      closeSync(file);
    }
  }
}

/** The most lines parsed: in an answer with dozens of calls, each call and each result is one. */
const MOST_LINES = 200;

/** From a file's end, the last one first, parsed on demand. @param sign part of each line of interest */
export function* lastObjects(path: string, tailBytes: number, sign = ''): Generator<JsonFields> {
  let read = 0;
  for (const line of newLines(path, { offset: 0 }, tailBytes).toReversed()) {
    const value = line.startsWith('{') && line.includes(sign) && read++ < MOST_LINES ? jsonIn(line) : undefined;
    if (isJsonObject(value)) {
      yield value;
    }
  }
}
