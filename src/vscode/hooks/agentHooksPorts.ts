import type { ChatCommand } from '../../core/chat/command';
import type { Budgets } from '../../core/budget/budgets';
import type { CallNames } from '../../core/words/callNames';
import type { Messages } from '../../core/words/messages';
import type { Guard } from '../../engine/guard';
import type { CallPorts } from '../../node/hooks/callAnswer';
import type { Clock } from '../../node/hooks/clock';
import type { Harness, RawInput } from '../../node/wire/harness';
import type { AgentSessions } from '../window/agentSessions';
import type { AgentControl } from '../chatPanel/chatPanel';
import type { ExactStop } from './exactStop';

export interface AgentHooksPorts {
  readonly guard: Guard;
  readonly budgets?: Budgets | undefined;
  readonly agent: AgentControl;
  readonly messages: () => Messages;
  readonly names: CallNames;
  readonly sessions: AgentSessions;
  readonly clock: Clock;
  /** Ends single chats of the Agent Host. */
  readonly exactStop: Pick<ExactStop, 'prepare' | 'cancel' | 'addressOf'>;
  readonly onRunningOn: (conversationId: string, isRunningOn: boolean) => void;
  readonly isWatched: (folder: string) => boolean;
  /** Whether hooks ask about the calls of a session, here or elsewhere. */
  readonly isAskedAbout: (sessionId: string) => boolean;
  readonly noteStop: CallPorts['noteStop'];
  readonly answerCommand: (conversationId: string, command: ChatCommand) => string;
  readonly onQuestion: (input: RawInput, harness: Harness) => void;
}
