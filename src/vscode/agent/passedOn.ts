import type { Harness } from '../../node/hooks/harness';
import type { HookAnswer } from '../../node/hooks/hookServer';
import type { AgentControl } from '../window/agentControl';
import { translate } from '../window/translate';

/** Passes a command that was typed without `@loopguard` on to it; the prompt does not reach the model. */
export function passedOn(
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
