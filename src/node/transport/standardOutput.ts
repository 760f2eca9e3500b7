import { readSync, writeSync } from 'node:fs';

export interface TextOutput {
  write(text: string, done: () => void): unknown;
}

const FILE_DESCRIPTOR = 1;

/**
 * Writes synchronously: creating a stream takes longer than everything else that a hook does with its answer. A stream
 * only writes the rest that doesn't fit at once. Never throws: if nobody reads, nobody needs to know.
 */
export const standardOutput: TextOutput = {
  write(text, done) {
    let rest: Buffer = Buffer.from(text);
    try {
      while (rest.length > 0) {
        rest = rest.subarray(writeSync(FILE_DESCRIPTOR, rest));
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
        process.stdout.write(rest, () => done());
        return;
      }
    }
    done();
  },
};

export function written(output: TextOutput, text: string): Promise<void> {
  return text === '' ? Promise.resolve() : new Promise((resolve) => output.write(text, () => resolve()));
}

const CHUNK_BYTES = 64 * 1024;

/** Reads synchronously, which is faster than creating a stream. A stream reads the rest if that isn't possible. */
export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(0, chunk);
      if (length === 0) {
        return Buffer.concat(chunks).toString('utf8');
      }
      chunks.push(chunk.subarray(0, length));
    }
  } catch (error) {
    // Windows reports the end of a pipe this way.
    if ((error as NodeJS.ErrnoException).code === 'EOF') {
      return Buffer.concat(chunks).toString('utf8');
    }
  }
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
