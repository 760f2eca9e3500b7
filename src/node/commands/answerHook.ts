import { join } from 'node:path';
import { findWindows } from '../transport/findWindow';
import type { RawInput } from '../wire/harness';
import { folderOf, objectIn } from '../wire/rawInput';
import { isDuplicateInstallation } from '../agents/duplicateInstallation';
import { ADDRESS_VARIABLE, isOurSocket, TOKEN_VARIABLE } from '../transport/hookAddress';
import { askWindow, isUnreachable, type WindowSocket } from '../transport/hookClient';
import { isInAgentHost } from '../wire/hookHost';
import { sharedFolder, SETTINGS_FILE } from '../plugin/sharedFolder';
import type { TextOutput } from '../transport/standardOutput';
import type { runHook } from './hookCommand';

export interface HookProcess {
  readonly readInput: () => Promise<Buffer>;
  readonly output: TextOutput;
  readonly errors: TextOutput;
  readonly environment: NodeJS.ProcessEnv;
  /** What the hooks file says of the hook; `user` in the person's own file of Copilot, `repository` in a folder's. */
  readonly route: string | undefined;
  /** Loads the engine, which takes longer than to ask a window. */
  readonly loadEngine: () => Promise<{ readonly runHook: typeof runHook }>;
  /** Whether Copilot has our plugin; asked by the hook of a repository only. */
  readonly hasPlugin?: () => boolean;
  readonly home?: string | undefined;
}

/**
 * Answers one hook: passes its input to the window that the session belongs to, or decides alone where none answers.
 *
 * Never rejects. Whatever goes wrong, nothing is printed, which lets the agent go on, and one line on `errors` says
 * why. The input is read to its end in any case, since VS Code doesn't tolerate a hook that ends before.
 */
export async function answerHook(hook: HookProcess): Promise<void> {
  try {
    const question = await hook.readInput();
    const input = objectIn(question.toString('utf8'));
    if (isDuplicateInstallation(input, hook)) {
      return;
    }
    const answer = await firstAnswer(question, input, hook);
    if (answer !== undefined) {
      if (answer !== '') {
        await written(hook.output, answer);
      }
      return;
    }
    const folder = sharedFolder(hook.home);
    const { runHook } = await hook.loadEngine();
    await runHook(
      { harness: 'auto', settingsFile: join(folder, SETTINGS_FILE), settingsMayBeMissing: true, stateFolder: folder },
      [question],
      hook.output,
      hook.errors,
      hook.environment,
    );
  } catch (error) {
    await written(hook.errors, `tool-loop-guard: This call was not checked, the agent goes on: ${reasonOf(error)}\n`);
  }
}

/** @returns undefined when no window is there */
async function firstAnswer(question: Buffer, input: RawInput, hook: HookProcess): Promise<string | undefined> {
  for (const window of listenersFor(input, hook)) {
    try {
      return await askWindow(window, question, hook.environment);
    } catch (error) {
      if (!isUnreachable(error)) {
        throw error;
      }
    }
  }
  return undefined;
}

/**
 * The window whose environment the hook inherits comes first: it is the session's own. What a repository may have put
 * into the environment is no window.
 */
function* listenersFor(input: RawInput, { environment, home }: HookProcess): Generator<WindowSocket> {
  const socket = environment[ADDRESS_VARIABLE];
  const token = environment[TOKEN_VARIABLE];
  if (socket !== undefined && token !== undefined && isOurSocket(socket)) {
    yield { socket, token };
  }
  yield* findWindows({ folder: folderOf(input), orEmptyWindow: isInAgentHost(environment) }, home);
}

/** A failed connection is told by its code: its message would hold the address. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

function written(output: TextOutput, text: string): Promise<void> {
  return new Promise((resolve) => output.write(text, () => resolve()));
}
