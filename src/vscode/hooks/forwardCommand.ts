import type { ChatCommand } from '../../core/chat/command';
import type { SessionType } from '../../node/agents/sessions';
import type { Harness } from '../../node/wire/harness';
import type { HookAnswer } from '../../node/transport/hookServer';
import { withoutMarkup } from '../../node/hooks/ownCommand';
import type { AgentControl } from '../chatPanel/agentControl';
import { translate } from '../host/translate';
import type { AgentHooksPorts } from './agentHooksPorts';

/** Passes a command that was typed without `@loopguard` on to it; the prompt does not reach the model. */
export function forwardCommand(
  conversationId: string,
  prompt: string,
  harness: Harness,
  agent: Pick<AgentControl, 'ask'>,
): HookAnswer {
  return {
    output: harness.write({
      kind: 'blockPrompt',
      toPerson: translate('Handled by @loopguard. See the reply below.'),
    }),
    afterwards: () => void agent.ask(conversationId, prompt.trim()),
  };
}

/**
 * Carries out a command that was typed in a session where nobody but its agent can write. The Copilot runtime in VS
 * Code takes no answer to a prompt: there the person is told where to go.
 */
export function answeredHere(
  conversationId: string,
  command: ChatCommand,
  { harness, type }: { readonly harness: Harness; readonly type: SessionType },
  { agent, answerCommand }: Pick<AgentHooksPorts, 'agent' | 'answerCommand'>,
): HookAnswer {
  const elsewhere = translate('Open *Tool Loop Guard: Show Menu* for this session.');
  if (!harness.canAnswerPrompt || type === 'agentHostCopilot') {
    return { output: '', afterwards: () => agent.tell(withoutMarkup(elsewhere).replaceAll('*', '')) };
  }
  const toPerson = withoutMarkup(answerCommand?.(conversationId, command) ?? elsewhere);
  return { output: harness.write({ kind: 'blockPrompt', toPerson }) };
}
