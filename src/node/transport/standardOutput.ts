import { readSync, writeSync } from 'node:fs';

/** Where text is written to: a stream, or what does as much of it as a hook needs. */
export interface TextOutput {
  /** @param done called once the text has been handed on */
  write(text: string, done: () => void): unknown;
}

const FILE_DESCRIPTOR = 1;

/**
 * Standard output, written to at once: to make a stream of it takes longer than everything else that a hook does with
 * its answer. Where it can take no more at once, a stream writes the rest. Never throws: where nobody reads, there is
 * nobody to tell.
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

/**
 * All of standard input. It is waited for, since a hook has nothing else to do, and to make a stream of it would take
 * longer; where it cannot be waited for, a stream reads what is left.
 */
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
    // So Windows tells the end of a pipe.
    if ((error as NodeJS.ErrnoException).code === 'EOF') {
      return Buffer.concat(chunks).toString('utf8');
    }
  }
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
