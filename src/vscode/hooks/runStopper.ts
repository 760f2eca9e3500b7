import { steeringAnew } from '../../core/words/loopTexts';
import { letGoText, notEndedText } from '../../core/words/words';
import { BoundedMap } from '../../engine/values/boundedMap';
import type { Detection } from '../../engine/decision/verdict';
import { isEndedByHost, isInChat, type SessionType } from '../../node/agents/sessions';
import type { CallerIds } from '../../node/agentHost/runningChats';
import type { AgentMemory } from '../../node/hooks/sessionMemory';
import { type CallAnswer, type MomentAnswer, type MomentInput, mostRefusals } from '../../node/hooks/callAnswer';
import type { CallInput, HookResponse, HookSource, RunEnds } from '../../node/hooks/hookHandler';
import { watchForAbort } from '../../node/hooks/runAbort';
import { copilotEventsFile } from '../../node/logs/sessionLogFiles';
import { translate } from '../host/translate';
import type { AgentHooksPorts } from './agentHooksPorts';
import { LoopNotices, type StopNotice } from './loopNotices';

const REMEMBERED_CONVERSATIONS = 1000;

export class RunStopper implements RunEnds {
  readonly #notices: LoopNotices;
  /** Of VS Code's own agent, with a stop reported since the user's last message. */
  readonly #notified = new Set<string>();
  readonly #notifiedAgents = new WeakSet<AgentMemory>();
  /** When a conversation's run was last canceled; infinite while that lasts. */
  readonly #cancelledMs = new BoundedMap<string, number>(REMEMBERED_CONVERSATIONS);
  readonly #ending = new Set<string>();

  constructor(private readonly ports: AgentHooksPorts) {
    this.#notices = new LoopNotices(ports);
  }

  async afterCall(
    answer: CallAnswer,
    { sessionId, agentId, callId }: CallInput,
    { harness, type, hookGone }: HookSource,
    memory: AgentMemory,
  ): Promise<HookResponse> {
    const { reply, stop, begins, detection, isLetGo, hasEnded = false } = answer;
    const { agent, sessions, exactStop, onRunningOn } = this.ports;
    const call = { conversationId: sessionId, callId: callId ?? '' };
    if (stop === undefined) {
      // What a hook says is folded away; users who chose warnings or set a budget want to read it.
      if (reply.kind === 'warn' && detection !== undefined) {
        this.#notices.warned(detection, this.#stopOf(sessionId, type));
      } else if (reply.kind === 'warn' && begins) {
        agent.tell(reply.toPerson, call, this.#stopOf(sessionId, type));
      }
      return { reply };
    }
    const ofBudget = { text: stop.toPerson, blocking: stop.toPerson, steering: steeringAnew(translate), call };
    const notice: StopNotice = detection === undefined ? ofBudget : this.#notices.of(detection);
    const canEnd = hasEnded || harness.canEnd || (harness.endsBeforeModel === true && agentId === undefined);
    const isEndedByAnswer = canEnd && agentId === undefined;
    if (type === 'local') {
      const isFirst = begins && !this.#notified.has(sessionId);
      this.#notified.add(sessionId);
      await this.#cancelLocal(sessionId, hookGone);
      // The participant says it in sight; what a hook says is folded away.
      const refusal = { kind: 'deny', toPerson: undefined } as const;
      return isFirst
        ? { reply: { ...refusal, toModel: stop.toPerson }, afterwards: this.#notifyInChat(sessionId, notice) }
        : { reply: { ...refusal, toModel: stop.toModel } };
    }
    if (isLetGo) {
      this.#notifiedAgents.delete(memory);
      agent.tell(letGoText(translate));
      return { reply };
    }
    const isTold = !begins || this.#notifiedAgents.has(memory);
    this.#notifiedAgents.add(memory);
    // No longer known once the chat is at rest.
    const chat = isTold ? undefined : exactStop.addressOf({ sessionId, agentId, callId });
    // A call that is passed on to its permission request would run if that request never came.
    const isEnded =
      reply.kind === 'allow'
        ? await exactStop.cancel({ sessionId, agentId })
        : isEndedByHost(type)
          ? await this.#cancelHosted(type, { sessionId, agentId })
          : isEndedByAnswer;
    const isOnlyBlocked = reply.kind === 'stop' && !canEnd && !isInChat(type);
    const isRunningOn = isEndedByHost(type) ? !isEnded : isOnlyBlocked;
    // A run that an answer ends calls no more hooks, and would keep others from being ended.
    if (reply.kind !== 'end' && isEnded) {
      sessions.ended(sessionId);
    }
    if (!isTold) {
      const told = isRunningOn ? notice.blocking : notice.text;
      const text = isOnlyBlocked ? `${told} ${notEndedText(mostRefusals(memory), translate)}` : told;
      // Nobody can write to an agent that is working, or in a terminal.
      const steering = !isRunningOn && isInChat(type) ? notice.steering : undefined;
      this.#notices.stopped(sessionId, { text, call: notice.call }, steering, chat);
    }
    onRunningOn(sessionId, isRunningOn);
    return { reply: reply.kind === 'allow' && isEnded ? stop : reply };
  }

  /** At a moment, there is nothing to refuse. */
  async afterMoment(
    { reply, stopped }: MomentAnswer,
    { sessionId }: MomentInput,
    { type, hookGone }: HookSource,
  ): Promise<HookResponse> {
    if (stopped === undefined) {
      return { reply };
    }
    const notice = this.#notices.of(stopped);
    if (type === 'local') {
      await this.#cancelLocal(sessionId, hookGone);
      return { reply: { kind: 'allow' }, afterwards: this.#notifyInChat(sessionId, notice) };
    }
    const chat = this.ports.exactStop.addressOf({ sessionId });
    // If the answer doesn't end the run, its next call does.
    const isEnded = isEndedByHost(type) ? await this.#cancelHosted(type, { sessionId }) : reply.kind === 'end';
    if (isEnded) {
      this.ports.sessions.ended(sessionId);
    }
    const told = { text: isEnded ? notice.text : notice.blocking, call: notice.call };
    this.#notices.stopped(sessionId, told, isEnded && isInChat(type) ? notice.steering : undefined, chat);
    this.ports.onRunningOn(sessionId, !isEnded);
    return { reply };
  }

  afterInterrupt(sessionId: string): void {
    this.ports.sessions.ended(sessionId);
  }

  /**
   * Ends a run of VS Code's own agent for a call that no hook asks about. Nothing waits for this, so the agent may have
   * asked its model once more. Whether the run has ended is known only if it continues.
   * @param askedMs when the model asked for the call, which may be read long afterwards
   */
  async endUnhooked(conversationId: string, begins: boolean, askedMs: number): Promise<void> {
    if (!begins && askedMs <= (this.#cancelledMs.get(conversationId) ?? 0)) {
      return;
    }
    // So that a call that a hook asks about meanwhile doesn't say it again.
    const isFirst = begins && !this.#notified.has(conversationId);
    this.#notified.add(conversationId);
    // A run that continues wasn't in the chat that had the focus: its own is brought to the front.
    await this.#cancelLocal(conversationId, AbortSignal.abort(), !begins);
    if (isFirst) {
      const { stopped } = this.ports.guard.status(conversationId);
      await this.#notices.inChat(conversationId, stopped && this.#notices.of(stopped));
    }
  }

  /** For a call that runs already: nobody can be asked, and the model can't be told anything. */
  warnObserved(detection: Detection): void {
    const stop = this.#stopOf(detection.conversationId, 'agentHostCodex');
    if (detection.action === 'warn' || detection.action === 'nudge') {
      this.#notices.warned(detection, stop);
    } else {
      this.#notices.stuck(detection, stop);
    }
  }

  /** Only the Agent Host can end the run: the call runs already. @param begins false if it was to be stopped before */
  async endObserved(stopped: Detection, begins: boolean): Promise<void> {
    const { sessions, exactStop } = this.ports;
    const { conversationId: sessionId } = stopped;
    if (this.#ending.has(sessionId)) {
      return;
    }
    this.#ending.add(sessionId);
    try {
      const notice = this.#notices.of(stopped);
      const chat = exactStop.addressOf({ sessionId });
      if (await exactStop.cancel({ sessionId })) {
        sessions.ended(sessionId);
        this.#notices.stopped(sessionId, notice, notice.steering, chat);
        return;
      }
    } finally {
      this.#ending.delete(sessionId);
    }
    if (begins) {
      this.#notices.stuck(stopped, this.#stopOf(sessionId, 'agentHostCodex'));
    }
  }

  /** For a run that has already ended: in its chat after the turn, if we can answer there. */
  async explain(conversationId: string): Promise<void> {
    const { guard, sessions } = this.ports;
    sessions.ended(conversationId);
    const { stopped } = guard.status(conversationId);
    const notice = stopped && this.#notices.of(stopped);
    if (notice !== undefined && (sessions.typeOf(conversationId) ?? 'local') !== 'local') {
      this.#notices.stopped(conversationId, notice, notice.steering);
      return;
    }
    const unknown = { text: translate('Agent stopped.'), call: { conversationId, callId: '' } };
    await this.#notices.inChat(conversationId, notice ?? unknown);
  }

  beginTurn(conversationId: string): void {
    this.#notified.delete(conversationId);
    this.#notices.beginTurn(conversationId);
  }

  /** For the user to stop an agent; undefined if nothing can. */
  #stopOf(sessionId: string, type: SessionType): (() => Promise<void>) | undefined {
    const { agent, sessions, exactStop } = this.ports;
    const stop = async (): Promise<void> => {
      if (type === 'local') {
        await agent.stop(sessionId, sessions.areOthersAtWork(sessionId, Date.now()));
      } else if (!(await exactStop.cancel({ sessionId }))) {
        await this.#cancelForeign(sessionId);
      }
      sessions.ended(sessionId);
    };
    return isInChat(type) ? stop : undefined;
  }

  /** VS Code calls no hook at the end of a canceled run; if this one continues, its next call shows it. */
  async #cancelLocal(conversationId: string, hookGone: AbortSignal, isSurelyBehind = false): Promise<boolean> {
    const { agent, sessions } = this.ports;
    const othersAtWork = isSurelyBehind || sessions.areOthersAtWork(conversationId, Date.now());
    this.#cancelledMs.set(conversationId, Infinity);
    try {
      const hasEnded = await agent.cancel(conversationId, { othersAtWork, hookGone });
      if (hasEnded) {
        sessions.ended(conversationId);
      }
      return hasEnded;
    } finally {
      this.#cancelledMs.set(conversationId, Date.now());
    }
  }

  /** Whether the end was seen. If the Agent Host doesn't report it, only Copilot writes it down. */
  async #cancelHosted(type: SessionType, caller: CallerIds): Promise<boolean> {
    const { clock, exactStop } = this.ports;
    if (await exactStop.cancel(caller)) {
      return true;
    }
    const { sessionId } = caller;
    const aborted = type === 'agentHostCopilot' ? await watchForAbort(copilotEventsFile(sessionId), clock) : undefined;
    return (await this.#cancelForeign(sessionId)) && (await aborted?.()) === true;
  }

  /** Whether VS Code was asked to cancel what answers in the chat that had the focus last. */
  #cancelForeign(sessionId: string): Promise<boolean> {
    const { agent, sessions, clock } = this.ports;
    return agent.cancelForeign(() => sessions.mayOthersBeAtWork(sessionId, clock.now()));
  }

  #notifyInChat(conversationId: string, notice: StopNotice): () => void {
    return () => void this.#notices.inChat(conversationId, notice);
  }
}
