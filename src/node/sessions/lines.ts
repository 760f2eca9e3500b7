import type { Readable } from 'node:stream';

const NEW_LINE = 10;

/**
 * The lines of a stream of text in UTF-8, in groups as they come, without their ends. What follows the last end of a
 * line is a line too, unless it is empty. Holds no more than a chunk of the stream and the line that it begins.
 */
export async function* linesIn(input: Readable): AsyncGenerator<string[]> {
  // A line may be as long as a session, so its parts are put together once, when its end has come.
  let begun: Buffer[] = [];
  for await (const given of input as AsyncIterable<Buffer | string>) {
    const chunk = typeof given === 'string' ? Buffer.from(given) : given;
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, from)) {
      // Each line is decoded by itself: one that is plain ASCII is then kept and read as such, whatever others hold.
      if (begun.length > 0) {
        lines.push(Buffer.concat([...begun, chunk.subarray(from, end)]).toString('utf8'));
        begun = [];
      } else {
        lines.push(chunk.toString('utf8', from, end));
      }
      from = end + 1;
    }
    if (from < chunk.length) {
      begun.push(chunk.subarray(from));
    }
    yield lines;
  }
  if (begun.length > 0) {
    yield [Buffer.concat(begun).toString('utf8')];
  }
}
