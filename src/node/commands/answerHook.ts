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
  /** Loading the engine takes longer than asking a window. */
  readonly loadEngine: () => Promise<{ readonly runHook: typeof runHook }>;
}

/** A stream is created only if there is something to write. */
const ERRORS: TextOutput = { write: (text, done) => process.stderr.write(text, () => done()) };

/**
 * Passes the hook's input to the session's window, or decides alone if none answers, and ends the process with 0. Never
 * rejects. On any failure nothing is printed, which lets the agent continue, and one line on standard error says why.
 * The input is always read to its end, since VS Code doesn't tolerate a hook that ends earlier.
 */
export async function runHookProcess(program: HookProgram): Promise<never> {
  // Other codes refuse the call in some agents. If the output's reader is gone, that arrives as an exception.
  process.on('uncaughtException', () => process.exit(0));
  try {
    await answerHook(program);
  } catch (error) {
    // Only the code of a failed connection is printed: its message would contain the address.
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

/** The window whose environment the hook inherits comes first; variables set by a repository lead to no window. */
function* listenersFor(input: RawInput): Generator<WindowSocket> {
  const { [ADDRESS_VARIABLE]: socket, [TOKEN_VARIABLE]: token } = process.env;
  if (socket !== undefined && token !== undefined && isOurSocket(socket)) {
    yield { socket, token };
  }
  yield* findWindows({ folder: folderIn(input), orEmptyWindow: isInAgentHost(process.env) });
}
