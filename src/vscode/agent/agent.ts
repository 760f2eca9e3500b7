import { createHookAddress } from '../../node/hooks/hookAddress';
import { HookServer } from '../../node/hooks/hookServer';
import type { RawInput } from '../../node/hooks/harness';
import type { LiveProbe } from '../../core/protection/liveProbe';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { publishAddress } from '../window/hookEnvironment';
import { reportFault } from '../window/log';
import { AgentHooks } from './agentHooks';
import { stopActions } from './stopActions';

/** Listens for the hooks of VS Code's own agent, and registers what the buttons under an explanation do. */
export async function registerAgent(window: GuardWindow): Promise<Registered<'agent'>> {
  const { guard, budgets, chat, log, settings, conversations, runEnded, sessions, probe } = window;
  const hooks = new AgentHooks({
    guard,
    budgets,
    agent: chat,
    messages: () => settings.current.messages,
    names: window.callNames,
    sessions,
    onQuestion: (input) => noteQuestion(probe, input),
  });
  const address = createHookAddress();
  const server = new HookServer(address, (...question) => hooks.answer(...question), reportFault(log, 'hook'));
  const parts: { dispose(): unknown }[] = [
    server,
    runEnded.event((conversationId) => void hooks.explain(conversationId)),
  ];
  try {
    await server.listen();
    probe.listens(Date.now());
    parts.push(
      publishAddress(address, conversations, settings.onDidChange, reportFault(log, 'publishing the hook address')),
    );
  } catch (error) {
    reportFault(log, 'listening for hooks')(error);
  }
  return { commands: stopActions(window), parts };
}

function noteQuestion(probe: LiveProbe, input: RawInput): void {
  const sessionId = input['session_id'] ?? input['sessionId'];
  if (typeof sessionId === 'string') {
    probe.asked(sessionId, Date.now());
  }
}
