import { readStandardInput } from '../transport/standardInput';
import { standardOutput } from '../transport/standardOutput';
import { answerHook, type HookProcess } from './answerHook';

/** What the programs that answer hooks differ in. */
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
