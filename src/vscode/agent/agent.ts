import { releasedText } from '../../core/words/words';
import { createHookAddress } from '../../node/hooks/hookAddress';
import { HookServer } from '../../node/hooks/hookServer';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { publishAddress } from '../window/hookEnvironment';
import { reportFault } from '../window/log';
import { translate } from '../window/translate';
import { AgentHooks } from './agentHooks';
import { waysOn } from './waysOn';

/** Listens for the hooks of VS Code's own agent, and registers what the buttons under an explanation do. */
export async function registerAgent(window: GuardWindow): Promise<Registered<'agent'>> {
  const { guard, chat, log, settings, conversations, runEnded, sessions, observers } = window;
  const hooks = new AgentHooks({ guard, agent: chat, messages: () => settings.current.messages, sessions });
  // Told once, however often an agent that nothing ends goes on.
  const released = new Set<string>();
  observers.push({
    note: (event) => {
      if (event.kind === 'turn') {
        released.delete(event.conversationId);
      }
      if (event.kind === 'released' && !released.has(event.conversationId)) {
        released.add(event.conversationId);
        chat.tell(releasedText(event.refusals, translate));
      }
    },
  });
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
