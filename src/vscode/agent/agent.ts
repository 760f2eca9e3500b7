import * as vscode from 'vscode';
import { noteCall } from '../../node/files/seenCalls';
import { createHookAddress } from '../../node/hooks/hookAddress';
import { HookServer } from '../../node/hooks/hookServer';
import type { Harness, RawInput } from '../../node/hooks/harness';
import { sharedFolder } from '../../node/hooks/sharedFolder';
import type { LiveProbe } from '../../core/protection/liveProbe';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { publishAddress } from '../window/hookEnvironment';
import { reportFault } from '../window/log';
import { AgentHooks } from './agentHooks';
import { openHookPipes } from './hookPipes';
import { stopActions } from './stopActions';

/** Listens for the hooks of VS Code's own agent, and registers what the buttons under an explanation do. */
export async function registerAgent(window: GuardWindow): Promise<Registered<'agent'>> {
  const { guard, budgets, chat, log, settings, conversations, runEnded, sessions, models, probe, installation } =
    window;
  const hooks = new AgentHooks({
    guard,
    budgets,
    agent: chat,
    messages: () => settings.current.messages,
    names: window.callNames,
    sessions,
    models,
    onQuestion: (input, harness) => noteQuestion(probe, input, harness),
  });
  const address = createHookAddress();
  const answer = hooks.answer.bind(hooks);
  const server = new HookServer(address, answer, reportFault(log, 'hook'));
  const parts: { dispose(): unknown }[] = [
    server,
    hooks,
    runEnded.event((conversationId) => void hooks.explain(conversationId)),
  ];
  try {
    await server.listen();
    probe.listens(Date.now());
    parts.push(
      publishAddress(address, conversations, settings.onDidChange, reportFault(log, 'publishing the hook address')),
    );
    const { folder } = address;
    if (folder !== undefined) {
      // Not waited for: until it is open, hooks start their program.
      const script = vscode.Uri.joinPath(installation, 'plugin', 'hook.sh').fsPath;
      parts.push(
        later(openHookPipes(folder, script, answer, reportFault(log, 'hook')), (error) =>
          log.debug(`Hooks start a program of their own: ${String(error)}`),
        ),
      );
    }
  } catch (error) {
    reportFault(log, 'listening for hooks')(error);
  }
  return { commands: stopActions(window), parts };
}

/** Disposes of what is on its way once it is there. */
function later(part: Promise<vscode.Disposable>, onFault: (error: unknown) => void): vscode.Disposable {
  let isDisposed = false;
  let opened: vscode.Disposable | undefined;
  part.then((disposable) => {
    opened = disposable;
    if (isDisposed) {
      disposable.dispose();
    }
  }, onFault);
  return {
    dispose: () => {
      isDisposed = true;
      opened?.dispose();
    },
  };
}

function noteQuestion(probe: LiveProbe, input: RawInput, harness: Harness): void {
  if (input['tool_name'] !== undefined || input['toolName'] !== undefined) {
    noteCall(sharedFolder(), harness.name, Date.now());
  }
  const sessionId = input['session_id'] ?? input['sessionId'];
  if (typeof sessionId === 'string') {
    probe.asked(sessionId, Date.now());
  }
}
