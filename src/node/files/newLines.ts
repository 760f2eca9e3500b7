import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isJsonObject, jsonIn, type JsonFields } from './jsonFields';

/** At most so much of a file is read at a time; what is left comes with the next look. */
const MOST_BYTES = 1024 * 1024;

/**
 * The whole lines that have come since the last look; a file that has become shorter is read again from its beginning.
 * @param reader how far the file has been read, in bytes; moved on
 * @param tailBytes what lies further before the end is skipped, and the first line may then be cut
 */
export function newLines(path: string, reader: { offset: number }, tailBytes = Infinity): string[] {
  let file: number | undefined;
  try {
    // A pipe in place of the file would otherwise be waited for.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const { size } = fstatSync(file);
    reader.offset = Math.max(size < reader.offset ? 0 : reader.offset, size - tailBytes);
    const buffer = Buffer.alloc(Math.min(size - reader.offset, MOST_BYTES));
    const length = readSync(file, buffer, 0, buffer.length, reader.offset);
    // What is no whole line yet is read again the next time; a line that is longer than all this is skipped in parts.
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

/**
 * The objects in the latest lines of a file, the last one first, parsed when they are asked for.
 * @param tailBytes what lies further before the end is not read
 * @param sign what stands in each line of interest
 */
export function* lastObjects(path: string, tailBytes: number, sign = ''): Generator<JsonFields> {
  let read = 0;
  for (const line of newLines(path, { offset: 0 }, tailBytes).toReversed()) {
    // The first line of the tail may be cut.
    const value = line.startsWith('{') && line.includes(sign) && read++ < MOST_LINES ? jsonIn(line) : undefined;
    if (isJsonObject(value)) {
      yield value;
    }
  }
}
