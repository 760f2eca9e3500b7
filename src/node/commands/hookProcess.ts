import { readSync } from 'node:fs';
import { standardOutput } from '../transport/standardOutput';
import { answerHook, type HookProcess } from './answerHook';

const CHUNK_BYTES = 64 * 1024;

type HookProgram = Pick<HookProcess, 'route' | 'loadEngine' | 'hasPlugin'>;

/** Answers the hook that this process was started for, and ends the process with 0. */
export async function runHookProcess(program: HookProgram): Promise<never> {
  // Any other code refuses the call in some agents. A reader of the output that has gone is reported as an exception.
  process.on('uncaughtException', () => process.exit(0));
  await answerHook({
    ...program,
    readInput: readStandardInput,
    output: standardOutput,
    // A stream is made when there is something to write.
    errors: { write: (text, done) => process.stderr.write(text, () => done()) },
    environment: process.env,
  });
  return process.exit(0);
}

/**
 * All of standard input. It is waited for, since a hook has nothing else to do, and to make a stream of it would take
 * longer; where it cannot be waited for, a stream reads what is left.
 */
async function readStandardInput(): Promise<Buffer> {
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
