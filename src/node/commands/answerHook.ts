import { join } from 'node:path';
import { findWindows } from '../transport/findWindow';
import type { RawInput } from '../wire/harness';
import { isDuplicateInstallation } from '../agents/harnesses';
import { ADDRESS_VARIABLE, isOurSocket, TOKEN_VARIABLE } from '../transport/hookAddress';
import { askWindow, isUnreachable, type WindowSocket } from '../transport/hookClient';
import { isInAgentHost } from '../wire/hookHost';
import { SETTINGS_FILE, sharedFolder } from '../plugin/sharedFolder';
import { standardOutput, type TextOutput, written } from '../transport/standardOutput';
import type { runHook } from './hookCommand';
import { readSync } from 'node:fs';
import { fieldsOf, jsonIn } from '../files/jsonFields';
import { folderIn } from '../wire/input';

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

interface HookProcess {
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
async function answerHook(hook: HookProcess): Promise<void> {
  try {
    const question = await hook.readInput();
    const input = fieldsOf(jsonIn(question.toString('utf8')));
    if (isDuplicateInstallation(input, hook)) {
      return;
    }
    const answer = await firstAnswer(question, input, hook);
    if (answer !== undefined) {
      return await written(hook.output, answer);
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
  yield* findWindows({ folder: folderIn(input), orEmptyWindow: isInAgentHost(environment) }, home);
}

/** A failed connection is told by its code: its message would hold the address. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
