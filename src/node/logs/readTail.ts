import { constants, promises } from 'node:fs';
import { isJsonObject, jsonIn, type JsonFields } from '../files/jsonFields';

/** The most lines read: in an answer with dozens of calls, each call and each result is one. */
const MOST_LINES = 200;

/**
 * The end of a file as text; its first line may be cut, and its last one half written.
 * @throws when the file cannot be read
 */
export async function readTail(path: string, mostBytes: number): Promise<string> {
  // A pipe in place of the file would otherwise be waited for.
  const file = await promises.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = await file.stat();
    const length = Math.min(size, mostBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * The latest lines from the last to the first, parsed when they are asked for; those that are no objects are left out.
 * @param sign what stands in each line of interest
 */
export function* linesIn(text: string, sign = ''): Generator<JsonFields> {
  let read = 0;
  for (let start = text.length; start > 0 && read < MOST_LINES;) {
    // What begins otherwise is skipped at once: blank lines may be without end.
    start = text.lastIndexOf('\n{', start - 1);
    const end = text.indexOf('\n', start + 1);
    const line = text.slice(start + 1, end < 0 ? undefined : end);
    if (line.includes(sign)) {
      read += 1;
      // The first line of the tail may be cut, the last one half written.
      const value = jsonIn(line);
      if (isJsonObject(value)) {
        yield value;
      }
    }
  }
}
