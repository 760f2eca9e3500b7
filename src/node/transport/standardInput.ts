import { readSync } from 'node:fs';

const CHUNK_BYTES = 64 * 1024;

/**
 * All of standard input. It is waited for, since a hook has nothing else to do, and to make a stream of it would take
 * longer; where it cannot be waited for, a stream reads what is left.
 */
export async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(0, chunk);
      if (length === 0) {
        return Buffer.concat(chunks);
      }
      chunks.push(chunk.subarray(0, length));
    }
  } catch (error) {
    // So Windows tells the end of a pipe.
    if ((error as NodeJS.ErrnoException).code === 'EOF') {
      return Buffer.concat(chunks);
    }
  }
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
