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

export type EndingPorts = Pick<
  Required<AgentHooksPorts>,
  'guard' | 'agent' | 'sessions' | 'clock' | 'names' | 'messages'
> &
  Pick<AgentHooksPorts, 'exactStop' | 'onRunningOn'>;

export interface AgentHooksPorts {
  readonly guard: Guard;
  /** Undefined where none are kept. */
  readonly budgets?: Budgets | undefined;
  readonly agent: AgentControl;
  /** The person's own texts, as they are set now. */
  readonly messages: () => Messages;
  readonly sessions: AgentSessions;
  /** Ends single chats of the Agent Host; undefined where nothing can. */
  readonly exactStop?: Pick<ExactStop, 'prepare' | 'cancel' | 'addressOf'> | undefined;
  /** Told whether a stopped agent goes on although its calls are blocked. */
  readonly onRunningOn?: (conversationId: string, isRunningOn: boolean) => void;
  /** Whether the sessions of Codex in a folder are watched here; none are if left out. */
  readonly isWatched?: ((folder: string) => boolean) | undefined;
  /** Whether hooks ask about the calls of a session, here or elsewhere. */
  readonly isAskedAbout?: ((sessionId: string) => boolean) | undefined;
  readonly names?: CallNames;
  /** The system's unless told otherwise. */
  readonly clock?: Clock;
  /** Is told of each stop; nothing is kept without. */
  readonly noteStop?: CallPorts['noteStop'];
  /** Carries out a command on a conversation; the answer is Markdown. */
  readonly answerCommand?: (conversationId: string, command: ChatCommand) => string;
  /** Called for every input that can be read, before it is answered. */
  readonly onQuestion?: (input: RawInput, harness: Harness) => void;
}
