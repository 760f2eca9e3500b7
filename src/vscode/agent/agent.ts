import * as vscode from 'vscode';
import { JudgedElsewhere } from '../../node/protection/judgedElsewhere';
import { noteSeenCall, noteStop } from '../../node/state/stateFolder';
import { windowOfChats } from '../../node/transport/findWindow';
import { createHookAddress } from '../../node/transport/hookAddress';
import { HookServer, NO_ANSWER } from '../../node/transport/hookServer';
import type { Harness, RawInput } from '../../node/wire/harness';
import type { isDuplicateInstallation } from '../../node/agents/harnesses';
import { sharedFolder } from '../../node/plugin/sharedFolder';
import type { LiveProbe } from '../../core/protection/liveProbe';
import { afterStart } from '../window/afterStart';
import type { answerOf } from '../window/answerOf';
import { FeatureOnDemand, type Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { publishAddress } from '../window/hookEnvironment';
import { reportFault } from '../window/log';
import type { AgentHooks } from '../hooks/agentHooks';
import type { ExactStop } from '../hooks/exactStop';
import type { AnswerOfPipe, openHookPipes } from '../hooks/hookPipes';
import { lookOutForCodex } from './codexLookout';
import type { stopActions } from './stopActions';
import { fieldsOf, jsonIn } from '../../node/files/jsonFields';

/** What is loaded when the first hook asks. */
interface OnDemand {
  readonly AgentHooks: typeof AgentHooks;
  readonly ExactStop: typeof ExactStop;
  readonly answerOf: typeof answerOf;
  readonly isForTheOtherCopy: typeof isDuplicateInstallation;
}

/**
 * Listens for the hooks of agents, and registers what the buttons under an explanation do.
 * @param loadHooks loads what reads the hooks, when the first one asks
 * @param loadActions loads what the buttons do
 * @param loadPipes loads the pipes by which hooks ask without a program of their own
 */
export async function registerAgent(
  window: GuardWindow,
  loadHooks: () => OnDemand,
  loadActions: () => { readonly stopActions: typeof stopActions },
  loadPipes: () => { readonly openHookPipes: typeof openHookPipes },
): Promise<Registered<'agent'>> {
  const { guard, budgets, log, settings, conversations, runEnded, sessions, probe, installation, userData } = window;
  const elsewhere = new JudgedElsewhere();
  let hooks: AgentHooks | undefined;
  let exactStop: ExactStop | undefined;
  const openHooks = (): AgentHooks => {
    const { AgentHooks: Hooks, ExactStop: Exact, answerOf: answerIn } = loadHooks();
    const exact = new Exact({
      userData,
      isOn: () => settings.current.window.agentHost,
      codex: () => hooks?.observed,
      onEnd: (sessionId) => sessions.ended(sessionId),
      log: (line) => log.info(line),
    });
    exactStop = exact;
    return new Hooks({
      exactStop,
      guard,
      budgets,
      agent: window.chat,
      messages: () => settings.current.messages,
      names: window.callNames,
      sessions,
      isWatched: (folder) => settings.current.window.agentHost && windowOfChats(userData, folder)?.pid === process.pid,
      isAskedAbout: (sessionId) => probe.isAskedAbout(sessionId) || elsewhere.has(sessionId),
      onRunningOn: (conversationId, isRunningOn) => window.activity.setRunningOn(conversationId, isRunningOn),
      models: window.models,
      noteStop: (line) => noteStop(sharedFolder(), line),
      answerCommand: (conversationId, command) => answerIn(command, conversationId, window),
      onQuestion: (input, harness) => noteQuestion(probe, input, harness),
    });
  };
  const address = createHookAddress();
  const answer: AgentHooks['answer'] = (...question) => (hooks ??= openHooks()).answer(...question);
  const answerOfPipe: AnswerOfPipe = ({ input, route, environment }, gone) =>
    loadHooks().isForTheOtherCopy(fieldsOf(jsonIn(input)), { environment, route })
      ? NO_ANSWER
      : answer(input, gone, environment);
  const server = new HookServer(address, answer, reportFault(log, 'hook'));
  const parts: { dispose(): unknown }[] = [
    server,
    { dispose: () => hooks?.dispose() },
    { dispose: () => exactStop?.dispose() },
    lookOutForCodex(userData, () => {
      if (settings.current.window.agentHost) {
        hooks ??= openHooks();
        exactStop?.prepare(Date.now());
      }
    }),
    runEnded.event((conversationId) => void (hooks ??= openHooks()).explain(conversationId)),
  ];
  try {
    await server.listen();
    probe.listens(Date.now());
    const published = { address, userData, conversations, settings };
    parts.push(publishAddress(published, reportFault(log, 'publishing the hook address')));
    const { folder } = address;
    if (folder !== undefined) {
      // Not waited for: until they are open, hooks start their program.
      const script = vscode.Uri.joinPath(installation, 'plugin', 'hook.sh').fsPath;
      const open = () => loadPipes().openHookPipes(folder, script, answerOfPipe, reportFault(log, 'hook'));
      parts.push(later(open, (error) => log.debug(`Hooks start a program of their own: ${String(error)}`)));
    }
  } catch (error) {
    reportFault(log, 'listening for hooks')(error);
  }
  const actions = new FeatureOnDemand('agent', window, () => ({
    commands: loadActions().stopActions(window),
    parts: [],
  }));
  return { commands: actions.commands, parts };
}

/** Opens something when VS Code has started, and disposes of what is on its way once it is there. */
function later(open: () => Promise<vscode.Disposable>, onFault: (error: unknown) => void): { dispose(): void } {
  let isDisposed = false;
  let opened: vscode.Disposable | undefined;
  const opening = afterStart(() => {
    open().then((disposable) => {
      opened = disposable;
      if (isDisposed) {
        disposable.dispose();
      }
    }, onFault);
  });
  return {
    dispose: () => {
      isDisposed = true;
      opening.dispose();
      opened?.dispose();
    },
  };
}

function noteQuestion(probe: LiveProbe, input: RawInput, harness: Harness): void {
  if (input['tool_name'] !== undefined || input['toolName'] !== undefined) {
    noteSeenCall(sharedFolder(), harness.name, Date.now());
  }
  const sessionId = input['session_id'] ?? input['sessionId'];
  if (typeof sessionId === 'string') {
    probe.asked(sessionId, Date.now());
  }
}
