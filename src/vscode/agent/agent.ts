import { createHookAddress } from '../../node/hooks/hookAddress';
import { HookServer } from '../../node/hooks/hookServer';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { publishAddress } from '../window/hookEnvironment';
import { reportFault } from '../window/log';
import { AgentHooks } from './agentHooks';
import { waysOn } from './waysOn';

/** Listens for the hooks of VS Code's own agent, and registers what the buttons under an explanation do. */
export async function registerAgent(window: GuardWindow): Promise<Registered<'agent'>> {
  const { guard, chat, log, settings, conversations, runEnded } = window;
  const hooks = new AgentHooks({ guard, agent: chat, messages: () => settings.current.messages });
  const address = createHookAddress();
  const server = new HookServer(address, (...hook) => hooks.answer(...hook), reportFault(log, 'hook'));
  const parts: { dispose(): unknown }[] = [
    server,
    runEnded.event((conversationId) => void hooks.explain(conversationId)),
  ];
  try {
    await server.listen();
    parts.push(
      publishAddress(address, conversations, settings.onDidChange, reportFault(log, 'publishing the hook address')),
    );
  } catch (error) {
    reportFault(log, 'listening for hooks')(error);
  }
  return { commands: waysOn(window), parts };
}
