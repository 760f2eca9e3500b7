import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { SYSTEM_CLOCK } from '../../node/hooks/clock';
import { isDuplicateInstallation } from '../../node/agents/harnesses';
import { codexFolder } from '../../node/plugin/agentFolders';
import { sharedFolder } from '../../node/plugin/sharedFolder';
import { noteSeenCall, stateChangedAtMs } from '../../node/state/stateFolder';
import { noteStop } from '../../node/state/stopsLog';
import { findWindows, pipeText, publishPipe, windowOfChats, withdrawPipe } from '../../node/transport/publishedWindows';
import { NO_ANSWER } from '../../node/transport/hookServer';
import { fieldsOf, jsonIn } from '../../node/files/jsonFields';
import { answerOf } from '../window/answerOf';
import type { GuardWindow } from '../window/guardWindow';
import { reportFault } from '../window/log';
import { AgentHooks } from './agentHooks';
import { ExactStop } from './exactStop';
import { PIPE_VARIABLE } from '../../node/transport/hookAddress';
import { isInAgentHost } from '../../node/wire/hookHost';
import { runProgram } from '../../node/files/runProgram';
import { HookPipe, type PipeQuestion } from '../../node/transport/hookPipe';
import { folderIn } from '../../node/wire/input';

/** How often to check whether Codex runs in the Agent Host, which may call no hook. */
const LOOK_INTERVAL_MS = 2_000;

/** @param pipes the folder of named pipes, through which hooks ask without a program of their own; undefined if none */
export function openAgentHooks(window: GuardWindow, pipes: string | undefined): AgentHooks {
  const { guard, budgets, log, settings, sessions, probe, userData, subscriptions } = window;
  const isOn = (): boolean => settings.current.window.agentHost;
  const exactStop: ExactStop = new ExactStop({
    userData,
    isOn,
    codex: () => hooks.observed,
    onEnd: (sessionId) => sessions.ended(sessionId),
    log: (line) => log.info(line),
  });
  const hooks: AgentHooks = new AgentHooks({
    exactStop,
    guard,
    budgets,
    agent: window.chat,
    messages: () => settings.current.messages,
    names: window.callNames,
    sessions,
    clock: SYSTEM_CLOCK,
    isWatched: (folder) => isOn() && windowOfChats(userData, folder)?.pid === process.pid,
    isAskedAbout: (sessionId) =>
      probe.isAskedAbout(sessionId) || stateChangedAtMs(sharedFolder(), sessionId) !== undefined,
    onRunningOn: (conversationId, isRunningOn) => window.activity.setRunningOn(conversationId, isRunningOn),
    noteStop: (stop) => noteStop(sharedFolder(), stop),
    answerCommand: (conversationId, command) => answerOf(command, conversationId, window),
    onQuestion: (input, harness) => {
      if (input['tool_name'] !== undefined || input['toolName'] !== undefined) {
        noteSeenCall(sharedFolder(), harness.name, Date.now());
      }
      const sessionId = input['session_id'] ?? input['sessionId'];
      if (typeof sessionId === 'string') {
        probe.asked(sessionId, Date.now());
      }
    },
  });
  // Codex creates its folder when VS Code asks it for its models, before the first prompt.
  const signs = [join(userData, 'agent-host'), codexFolder(process.env, homedir())];
  const looking = setInterval(() => {
    if (isOn() && signs.every((path) => existsSync(path))) {
      exactStop.prepare(Date.now());
    }
  }, LOOK_INTERVAL_MS);
  looking.unref();
  subscriptions.push(hooks, exactStop, { dispose: () => clearInterval(looking) });
  if (pipes !== undefined) {
    subscriptions.push(openPipes(window, pipes, hooks));
  }
  return hooks;
}

/** The route of a question by which the window tries its own pipes. */
const TRIAL = 'trial';
const TRIAL_OUTPUT = '{"trial":true}';
const TRIAL_MILLISECONDS = 5_000;

/**
 * Lets hooks ask this window without a program of their own. Tried as a hook would use them, and offered only if they
 * work; otherwise, hooks start their program. @param folder only this user can enter it
 */
function openPipes({ installation, log }: GuardWindow, folder: string, hooks: AgentHooks): vscode.Disposable {
  const onFault = reportFault(log, 'hook');
  const pipe = new HookPipe(folder, {
    isOurs,
    answer: ({ input, route, environment }, gone) => {
      if (route === TRIAL) {
        return { output: TRIAL_OUTPUT };
      }
      return isDuplicateInstallation(fieldsOf(jsonIn(input)), { environment, route })
        ? NO_ANSWER
        : hooks.answer(input, gone, environment);
    },
    onFault,
  });
  const text = pipeText(folder);
  let isDisposed = false;
  let focus: vscode.Disposable | undefined;
  const publish = (): void => {
    try {
      publishPipe(text);
    } catch (error) {
      onFault(error);
    }
  };
  const open = async (): Promise<void> => {
    await pipe.listen();
    await tryOut(vscode.Uri.joinPath(installation, 'plugin', 'hook.sh').fsPath, text);
    if (isDisposed) {
      pipe.dispose();
      return;
    }
    process.env[PIPE_VARIABLE] = text;
    publish();
    // Of several windows, the one in use is the most likely to be asked.
    focus = vscode.window.onDidChangeWindowState(({ focused }) => focused && publish());
  };
  open().catch((error: unknown) => {
    pipe.dispose();
    log.debug(`Hooks start a program of their own: ${String(error)}`);
  });
  return new vscode.Disposable(() => {
    isDisposed = true;
    focus?.dispose();
    delete process.env[PIPE_VARIABLE];
    withdrawPipe(text);
    pipe.dispose();
  });
}

/** A hook that found the pipes through the home folder may belong to another window, or to none. */
function isOurs({ input, isInherited, environment }: PipeQuestion): boolean {
  // A question may be large, so it is parsed for its folder only where that matters.
  return (
    isInherited ||
    findWindows({ folder: folderIn(fieldsOf(jsonIn(input))), orEmptyWindow: isInAgentHost(environment) })[0]?.pid ===
      process.pid
  );
}

async function tryOut(script: string, text: string): Promise<void> {
  const env = { ...process.env, [PIPE_VARIABLE]: text, TOOL_LOOP_GUARD_ROUTE: TRIAL, TOOL_LOOP_GUARD_PLUGIN: '' };
  const options = { env, timeout: TRIAL_MILLISECONDS, input: '{}' };
  if ((await runProgram('/bin/sh', ['-c', '. "$0"', script], options)) !== TRIAL_OUTPUT) {
    throw new Error('A trial of the named pipes for hooks was not answered.');
  }
}
