import { answerCommand } from '../../core/chat/answer';
import { type ChatCommand } from '../../core/chat/command';
import type { ConversationSettings } from '../../core/settings/conversationSettings';
import { inEnglish } from '../../core/words/language';
import type { AgentMemory } from '../hooks/sessionMemory';
import { withoutMarkup } from '../hooks/callAnswer';

export { parseMessage } from '../../core/chat/command';

const ALL_SESSIONS =
  'Without a window of VS Code, settings apply to all sessions. Use an environment variable, such as ' +
  'TOOL_LOOP_MODE=warn, or the settings file of the hook.';

const HELP = [
  '/tool-loop-status: show what Tool Loop Guard is doing in this session',
  '/tool-loop-why: show why the agent was stopped',
  '/tool-loop-reset: reset the counters so a stopped agent can continue',
  ALL_SESSIONS,
].join('\n');

export function answerTyped(
  command: ChatCommand,
  { guard, conversationId }: Pick<AgentMemory, 'guard' | 'conversationId'>,
  settings: ConversationSettings,
  wayOn = '/tool-loop-reset',
): string {
  switch (command.kind) {
    case 'help':
      return HELP;
    case 'set':
    case 'unset':
    case 'budget':
      return `Nothing was changed. ${ALL_SESSIONS}`;
    case 'show':
    case 'status':
    case 'why':
    case 'reset':
    case 'invalid':
      return withoutMarkup(answerCommand(command, { guard, settings, conversationId, translate: inEnglish, wayOn }));
  }
}
