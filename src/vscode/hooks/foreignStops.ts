import { isInChat, type SessionType } from '../../node/agents/sessions';
import { letGoText, notEndedText } from '../../core/words/words';
import type { AgentMemory } from '../../node/hooks/agentMemory';
import type { CallAnswer } from '../../node/hooks/callAnswer';
import type { Clock } from '../../node/hooks/clock';
import type { Harness } from '../../node/wire/harness';
import { type HookAnswer, NO_ANSWER } from '../../node/transport/hookServer';
import type { HookInput } from '../../node/wire/input';
import { watchForAbort } from '../../node/hooks/runAbort';
import { copilotEventsFile } from '../../node/transcripts/sessionLogs';
import type { AgentControl } from '../chatPanel/agentControl';
import type { AgentSessions } from '../window/agentSessions';
import { translate } from '../host/translate';
import type { ExactStop } from './exactStop';
import type { StopNotice } from './stopNotice';

/** A hook that asks about a call. */
export interface CallHook {
  readonly input: Extract<HookInput, { event: 'preToolUse' }>;
  readonly harness: Harness;
  readonly type: SessionType;
  readonly hookGone: AbortSignal;
}

/**
 * Answers the blocked calls of agents that aren't VS Code's own, and tells the person. Nothing is sent to their chats:
 * what is said there to a participant reaches the model.
 */
export class ForeignStops {
  /** Agents whose stop the person has been told. */
  readonly #told = new WeakSet<AgentMemory>();

  constructor(
    private readonly ports: {
      readonly agent: AgentControl;
      readonly sessions: AgentSessions;
      readonly clock: Clock;
      readonly exactStop?: Pick<ExactStop, 'prepare' | 'cancel' | 'addressOf'> | undefined;
      readonly onRunningOn?: (conversationId: string, isRunningOn: boolean) => void;
    },
  ) {}

  /** A call of a session is checked: gets ready to end it. */
  prepare({ type }: CallHook): void {
    if (type === 'agentHostCopilot') {
      this.ports.exactStop?.prepare(this.ports.clock.now());
    }
  }

  /** @param notice what the person reads of it */
  async answer(
    { input: { sessionId, agentId }, harness, type, hookGone }: CallHook,
    { reply, begins, pauseMs, isLetGo }: CallAnswer,
    memory: AgentMemory,
    notice: StopNotice,
  ): Promise<HookAnswer> {
    const { agent, clock, sessions, onRunningOn } = this.ports;
    if (isLetGo) {
      this.#told.delete(memory);
      agent.tell(letGoText(translate));
      return { output: harness.write(reply) };
    }
    // What is done meanwhile counts: a hook that is not answered in time lets its call run.
    const pause = pauseMs > 0 ? clock.pause(pauseMs, hookGone) : undefined;
    const canEnd = harness.canEnd || (harness.endsBeforeModel === true && agentId === undefined);
    const isOnlyBlocked = reply.kind === 'stop' && !canEnd && !isInChat(type);
    // It is no longer known once the chat is at rest.
    const chat = await this.ports.exactStop?.addressOf({ sessionId, agentId });
    const hasEnded = type !== 'agentHostCopilot' || reply.kind === 'allow' || (await this.#end(sessionId, agentId));
    if (begins && !this.#told.has(memory)) {
      const ended = hasEnded ? notice.text : notice.blocking;
      const text = isOnlyBlocked ? `${ended} ${notEndedText(translate)}` : ended;
      // Where the chat's address is not known, what is written lands in the chat that is in front.
      const isReached = chat !== undefined || sessions.isSpokenToLast(sessionId);
      // Nobody can write to an agent that is at work, or in a terminal.
      const steering = hasEnded && isInChat(type) && isReached ? notice.steering : undefined;
      agent.tellStop({ text, call: notice.call }, { steering, chat });
    }
    this.#told.add(memory);
    if (reply.kind === 'allow') {
      return NO_ANSWER;
    }
    onRunningOn?.(sessionId, !hasEnded);
    await pause;
    return { output: harness.write(reply) };
  }

  /** Ends a Copilot session of the Agent Host. @returns whether its end was seen */
  async #end(sessionId: string, agentId: string | undefined): Promise<boolean> {
    const { agent, sessions, clock, exactStop } = this.ports;
    if ((await exactStop?.cancel({ sessionId, agentId })) === true) {
      return true;
    }
    const aborted = await watchForAbort(copilotEventsFile(sessionId), clock);
    const isAsked = await agent.cancelForeign(() => sessions.areOthersAtWork(sessionId, clock.now()));
    return isAsked && (await aborted());
  }
}
