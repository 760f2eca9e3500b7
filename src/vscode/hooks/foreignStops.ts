import { isEndedByHost, isInChat, type SessionType } from '../../node/agents/sessions';
import { letGoText, notEndedText } from '../../core/words/words';
import { mostRefusals } from '../../node/hooks/refusals';
import type { AgentMemory } from '../../node/hooks/sessionMemory';
import type { CallAnswer } from '../../node/hooks/callAnswer';
import type { CallInput, HookResponse, HookSource } from '../../node/hooks/hookHandler';
import type { CallerIds, ChatAddress } from '../../node/agentHost/chatListener';
import { watchForAbort } from '../../node/hooks/runAbort';
import { copilotEventsFile } from '../../node/transcripts/sessionLogs';
import type { Notice } from '../chatPanel/agentControl';
import { translate } from '../host/translate';
import type { EndingPorts } from './agentHooksPorts';

/** What the person is told of a stop outside of the chat. */
export interface StopNotice extends Notice {
  /** What they are told instead where the agent goes on although its calls are blocked. */
  readonly blocking: string;
  /** What they may tell the agent. */
  readonly steering: string;
}

/**
 * Ends agents that aren't VS Code's own, and tells the person. Nothing is sent to their chats: what is said there to a
 * participant reaches the model.
 */
export class ForeignStops {
  /** Agents whose stop the person has been told. */
  readonly #told = new WeakSet<AgentMemory>();

  constructor(
    private readonly ports: Pick<EndingPorts, 'agent' | 'sessions' | 'clock' | 'exactStop' | 'onRunningOn'>,
  ) {}

  /**
   * Ends the run of a blocked call.
   * @param notice what the person reads of it
   */
  async endAtCall(
    { reply, begins, isLetGo }: CallAnswer,
    { sessionId, agentId, callId }: CallInput,
    { harness, type }: HookSource,
    memory: AgentMemory,
    notice: StopNotice,
  ): Promise<HookResponse> {
    const { agent, exactStop, sessions, onRunningOn } = this.ports;
    if (isLetGo) {
      this.#told.delete(memory);
      agent.tell(letGoText(translate));
      return { reply };
    }
    const isTold = !begins || this.#told.has(memory);
    this.#told.add(memory);
    // It is no longer known once the chat is at rest.
    const chat = isTold ? undefined : await exactStop?.addressOf({ sessionId, agentId, callId });
    const canEnd = harness.canEnd || (harness.endsBeforeModel === true && agentId === undefined);
    const isOnlyBlocked = reply.kind === 'stop' && !canEnd && !isInChat(type);
    const isRunningOn = isEndedByHost(type)
      ? reply.kind !== 'allow' && !(await this.#end({ sessionId, agentId }, type))
      : isOnlyBlocked;
    // A run that an answer ends calls no hook any more, and would keep others from being ended.
    if (reply.kind === 'stop' && (isEndedByHost(type) ? !isRunningOn : canEnd && agentId === undefined)) {
      sessions.ended(sessionId);
    }
    if (!isTold) {
      const told = isRunningOn ? notice.blocking : notice.text;
      const text = isOnlyBlocked ? `${told} ${notEndedText(mostRefusals(memory), translate)}` : told;
      // Nobody can write to an agent that is at work, or in a terminal.
      const steering = !isRunningOn && isInChat(type) ? notice.steering : undefined;
      this.tell(sessionId, { text, call: notice.call }, steering, chat);
    }
    if (reply.kind !== 'allow') {
      onRunningOn?.(sessionId, isRunningOn);
    }
    return { reply };
  }

  /** Ends an agent at a moment: Copilot in a chat at once; others by the answer, or at their next call. */
  async endAtMoment(
    sessionId: string,
    { type }: HookSource,
    { text, call, steering }: Omit<StopNotice, 'blocking'>,
  ): Promise<void> {
    const { agent, sessions, clock, exactStop } = this.ports;
    const chat = await exactStop?.addressOf({ sessionId });
    this.tell(sessionId, { text, call }, isInChat(type) ? steering : undefined, chat);
    if (isEndedByHost(type) && (await exactStop?.cancel({ sessionId })) !== true) {
      await agent.cancelForeign(() => sessions.mayOthersBeAtWork(sessionId, clock.now()));
    }
  }

  /**
   * Ends an agent whose call runs already, by the Agent Host alone, and tells the person if that has ended it.
   * @returns whether it has
   */
  async endObserved(sessionId: string, { text, call, steering }: Omit<StopNotice, 'blocking'>): Promise<boolean> {
    const { sessions, exactStop } = this.ports;
    const chat = await exactStop?.addressOf({ sessionId });
    if ((await exactStop?.cancel({ sessionId })) !== true) {
      return false;
    }
    sessions.ended(sessionId);
    this.tell(sessionId, { text, call }, steering, chat);
    return true;
  }

  /**
   * Tells the person of a stop.
   * @param steering what they may tell the agent; undefined where nobody can write to it
   * @param chat its address; where it is not known, what is written lands in the chat that is in front
   */
  tell(sessionId: string, notice: Notice, steering: string | undefined, chat?: ChatAddress): void {
    const { agent, sessions } = this.ports;
    const isReached = chat !== undefined || sessions.isSpokenToLast(sessionId);
    agent.tellStop(notice, { steering: isReached ? steering : undefined, chat });
  }

  /** Ends a session of the Agent Host. @returns whether its end was seen; only Copilot writes it down */
  async #end({ sessionId, agentId }: CallerIds, type: SessionType): Promise<boolean> {
    const { agent, sessions, clock, exactStop } = this.ports;
    if ((await exactStop?.cancel({ sessionId, agentId })) === true) {
      return true;
    }
    const aborted = type === 'agentHostCopilot' ? await watchForAbort(copilotEventsFile(sessionId), clock) : undefined;
    const isAsked = await agent.cancelForeign(() => sessions.mayOthersBeAtWork(sessionId, clock.now()));
    return isAsked && (await aborted?.()) === true;
  }
}
