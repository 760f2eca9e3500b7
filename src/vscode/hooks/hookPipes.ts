import * as vscode from 'vscode';
import { findWindows } from '../../node/transport/findWindow';
import { PIPE_VARIABLE } from '../../node/transport/hookAddress';
import { isInAgentHost } from '../../node/wire/hookHost';
import { HookPipe, type PipeQuestion, runScript } from '../../node/transport/hookPipe';
import type { HookAnswer } from '../../node/transport/hookServer';
import { pipeText, publishPipe, withdrawPipe } from '../../node/transport/publishWindow';
import { fieldsOf, jsonIn } from '../../node/files/jsonFields';
import { folderIn } from '../../node/wire/input';

/** What hook.sh says of itself when the window tries its own pipes. */
const TRIAL = 'trial';
const TRIAL_OUTPUT = '{"trial":true}';
const TRIAL_MILLISECONDS = 5_000;

/** Answers a hook that asks by a pipe. */
export type AnswerOfPipe = (question: PipeQuestion, gone: AbortSignal) => HookAnswer | Promise<HookAnswer>;

/**
 * Lets hooks ask this window by named pipes, with no program of their own. The way is tried as a hook would go it, and
 * offered only where it works; hooks that are not offered it start their program.
 * @param folder only this user can enter it
 * @param script hook.sh
 * @returns what takes it back
 * @throws where it does not work
 */
export async function openHookPipes(
  folder: string,
  script: string,
  answer: AnswerOfPipe,
  onFault: (error: unknown) => void,
): Promise<vscode.Disposable> {
  const pipe = new HookPipe(folder, {
    isOurs,
    answer: (question, gone) => (question.route === TRIAL ? { output: TRIAL_OUTPUT } : answer(question, gone)),
    onFault,
  });
  const text = pipeText(folder);
  try {
    await pipe.listen();
    await tryOut(script, text);
  } catch (error) {
    pipe.dispose();
    throw error;
  }
  const publish = (): void => {
    try {
      publishPipe(text);
    } catch (error) {
      onFault(error);
    }
  };
  process.env[PIPE_VARIABLE] = text;
  publish();
  // Of several windows the one that is used is the likeliest to be asked.
  const focus = vscode.window.onDidChangeWindowState(({ focused }) => focused && publish());
  return {
    dispose: () => {
      focus.dispose();
      delete process.env[PIPE_VARIABLE];
      withdrawPipe(text);
      pipe.dispose();
    },
  };
}

/** A hook that found the pipes by the home folder may belong to another window, or to none. */
function isOurs({ input, isInherited, environment }: PipeQuestion): boolean {
  // A question may be large, so it is read for its folder only where that matters.
  return (
    isInherited ||
    findWindows({ folder: folderIn(fieldsOf(jsonIn(input))), orEmptyWindow: isInAgentHost(environment) })[0]?.pid ===
      process.pid
  );
}

async function tryOut(script: string, text: string): Promise<void> {
  const environment = {
    ...process.env,
    [PIPE_VARIABLE]: text,
    TOOL_LOOP_GUARD_ROUTE: TRIAL,
    TOOL_LOOP_GUARD_PLUGIN: '',
  };
  if ((await runScript(script, '{}', environment, TRIAL_MILLISECONDS)) !== TRIAL_OUTPUT) {
    throw new Error('A trial of the named pipes for hooks was not answered.');
  }
}
