import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isDuplicateInstallation } from '../../node/agents/harnesses';
import { codexFolder } from '../../node/plugin/agentFolders';
import { sharedFolder } from '../../node/plugin/sharedFolder';
import { OtherWindows } from '../../node/protection/otherWindows';
import { noteSeenCall, noteStop } from '../../node/state/stateFolder';
import { windowOfChats } from '../../node/transport/findWindow';
import { NO_ANSWER } from '../../node/transport/hookServer';
import { fieldsOf, jsonIn } from '../../node/files/jsonFields';
import { answerOf } from '../window/answerOf';
import type { GuardWindow } from '../window/guardWindow';
import { reportFault } from '../window/log';
import { AgentHooks } from './agentHooks';
import { ExactStop } from './exactStop';
import { type AnswerOfPipe, openHookPipes } from './hookPipes';

/** How often to look whether Codex runs in the Agent Host, which may call no hook. */
const LOOK_INTERVAL_MS = 2_000;

/**
 * Opens what answers the hooks of agents.
 * @param pipes the folder of named pipes by which hooks ask without a program of their own; undefined where there are
 * none
 */
export function openAgentHooks(window: GuardWindow, pipes: string | undefined): AgentHooks {
  const { guard, budgets, log, settings, sessions, probe, userData, subscriptions } = window;
  const elsewhere = new OtherWindows();
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
    isWatched: (folder) => isOn() && windowOfChats(userData, folder)?.pid === process.pid,
    isAskedAbout: (sessionId) => probe.isAskedAbout(sessionId) || elsewhere.has(sessionId),
    onRunningOn: (conversationId, isRunningOn) => window.activity.setRunningOn(conversationId, isRunningOn),
    noteStop: (line) => noteStop(sharedFolder(), line),
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

/** Until they are open, hooks start their program. */
function openPipes({ installation, log }: GuardWindow, folder: string, hooks: AgentHooks): vscode.Disposable {
  let isDisposed = false;
  let opened: vscode.Disposable | undefined;
  const script = vscode.Uri.joinPath(installation, 'plugin', 'hook.sh').fsPath;
  const answer: AnswerOfPipe = ({ input, route, environment }, gone) =>
    isDuplicateInstallation(fieldsOf(jsonIn(input)), { environment, route })
      ? NO_ANSWER
      : hooks.answer(input, gone, environment);
  openHookPipes(folder, script, answer, reportFault(log, 'hook')).then(
    (pipes) => {
      opened = pipes;
      if (isDisposed) {
        pipes.dispose();
      }
    },
    (error: unknown) => log.debug(`Hooks start a program of their own: ${String(error)}`),
  );
  return new vscode.Disposable(() => {
    isDisposed = true;
    opened?.dispose();
  });
}
