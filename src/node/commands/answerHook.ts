import { join } from 'node:path';
import { findWindows } from '../transport/publishedWindows';
import type { RawInput } from '../wire/harness';
import { isDuplicateInstallation, type StartedHook } from '../agents/harnesses';
import { ADDRESS_VARIABLE, isOurSocket, TOKEN_VARIABLE } from '../transport/hookAddress';
import { askWindow, isUnreachable, type WindowSocket } from '../transport/hookClient';
import { isInAgentHost } from '../wire/hookHost';
import { SETTINGS_FILE, sharedFolder } from '../plugin/sharedFolder';
import { readStandardInput, standardOutput, type TextOutput, written } from '../transport/standardOutput';
import type { runHook } from './hookCommand';
import { fieldsOf, jsonIn } from '../files/jsonFields';
import { folderIn } from '../wire/input';

interface HookProgram extends Omit<StartedHook, 'environment'> {
  /** Loads the engine, which takes longer than to ask a window. */
  readonly loadEngine: () => Promise<{ readonly runHook: typeof runHook }>;
}

/** A stream is made when there is something to write. */
const ERRORS: TextOutput = { write: (text, done) => process.stderr.write(text, () => done()) };

/**
 * Answers the hook that this process was started for, and ends the process with 0: passes the input to the window that
 * the session belongs to, or decides alone where none answers.
 *
 * Never rejects. Whatever goes wrong, nothing is printed, which lets the agent go on, and one line on standard error
 * says why. The input is read to its end in any case, since VS Code doesn't tolerate a hook that ends before.
 */
export async function runHookProcess(program: HookProgram): Promise<never> {
  // Any other code refuses the call in some agents. A reader of the output that has gone is reported as an exception.
  process.on('uncaughtException', () => process.exit(0));
  try {
    await answerHook(program);
  } catch (error) {
    // A failed connection is told by its code: its message would hold the address.
    const { code, message } = error as NodeJS.ErrnoException;
    await written(ERRORS, `tool-loop-guard: This call was not checked, the agent goes on: ${code ?? message}\n`);
  }
  return process.exit(0);
}

async function answerHook(program: HookProgram): Promise<void> {
  const { env: environment } = process;
  const question = await readStandardInput();
  const input = fieldsOf(jsonIn(question));
  if (isDuplicateInstallation(input, { ...program, environment })) {
    return;
  }
  for (const window of listenersFor(input)) {
    try {
      return await written(standardOutput, await askWindow(window, question, environment));
    } catch (error) {
      if (!isUnreachable(error)) {
        throw error;
      }
    }
  }
  const folder = sharedFolder();
  const { runHook } = await program.loadEngine();
  await runHook(
    { harness: 'auto', settingsFile: join(folder, SETTINGS_FILE), settingsMayBeMissing: true, stateFolder: folder },
    question,
    standardOutput,
    ERRORS,
    environment,
  );
}

/**
 * The window whose environment the hook inherits comes first: it is the session's own. What a repository may have put
 * into the environment is no window.
 */
function* listenersFor(input: RawInput): Generator<WindowSocket> {
  const { [ADDRESS_VARIABLE]: socket, [TOKEN_VARIABLE]: token } = process.env;
  if (socket !== undefined && token !== undefined && isOurSocket(socket)) {
    yield { socket, token };
  }
  yield* findWindows({ folder: folderIn(input), orEmptyWindow: isInAgentHost(process.env) });
}
