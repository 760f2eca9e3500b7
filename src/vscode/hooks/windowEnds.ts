import { steeringAnew, steeringText } from '../../core/words/loopTexts';
import { blockingNotice, stopNotice } from '../../core/words/words';
import type { Detection } from '../../engine/decision/verdict';
import { HARNESSES } from '../../node/agents/harnesses';
import type { AgentMemory } from '../../node/hooks/sessionMemory';
import type { CallAnswer } from '../../node/hooks/callAnswer';
import type { CallInput, HookResponse, HookSource, RunEnds } from '../../node/hooks/hookHandler';
import type { MomentAnswer, MomentInput } from '../../node/hooks/momentReply';
import { translate } from '../host/translate';
import type { EndingPorts } from './agentHooksPorts';
import { ForeignStops, type StopNotice } from './foreignStops';
import { LoopNotifications } from './loopNotifications';
import { StoppedRuns } from './stoppedRuns';

/** Ends runs by what a window can do, and tells the person in the chat or in a notification. */
export class WindowEnds implements RunEnds {
  readonly #ownRuns: StoppedRuns;
  readonly #foreignStops: ForeignStops;
  readonly #notifications: LoopNotifications;
  /** Conversations whose end is not seen yet. */
  readonly #ending = new Set<string>();

  constructor(private readonly ports: EndingPorts) {
    this.#ownRuns = new StoppedRuns({ ...ports, notice: (stopped) => this.#notice(stopped).text });
    this.#foreignStops = new ForeignStops(ports);
    this.#notifications = new LoopNotifications(ports);
  }

  async afterCall(
    answer: CallAnswer,
    input: CallInput,
    source: HookSource,
    memory: AgentMemory,
  ): Promise<HookResponse> {
    const { reply, stop, begins, detection } = answer;
    const call = { conversationId: input.sessionId, callId: input.callId ?? '' };
    if (stop === undefined) {
      // What a hook says is folded away; who chose to be warned, and who set a budget, wants to read it.
      if (reply.kind === 'warn' && detection !== undefined) {
        this.#notifications.warned(detection, source.type);
      } else if (reply.kind === 'warn' && begins) {
        this.#notifications.tell(reply.toPerson, call, source.type);
      }
      return { reply };
    }
    const ofBudget = { text: stop.toPerson, blocking: stop.toPerson, steering: steeringAnew(translate), call };
    const notice = detection === undefined ? ofBudget : this.#notice(detection);
    return source.harness === HARNESSES.vscode
      ? this.#ownRuns.endAtCall(input.sessionId, stop, begins, notice, source)
      : this.#foreignStops.endAtCall(answer, input, source, memory, notice);
  }

  async afterMoment(
    { reply, stopped }: MomentAnswer,
    { sessionId }: MomentInput,
    source: HookSource,
  ): Promise<HookResponse> {
    if (stopped === undefined) {
      return { reply };
    }
    if (source.harness === HARNESSES.vscode) {
      return this.#ownRuns.endAtMoment(sessionId, this.#notice(stopped), source);
    }
    await this.#foreignStops.endAtMoment(sessionId, source, this.#notice(stopped));
    return { reply };
  }

  /** A call that no hook was asked about was refused, see {@link StoppedRuns.endUnheard}. */
  endUnheard(conversationId: string, begins: boolean): Promise<void> {
    return this.#ownRuns.endUnheard(conversationId, begins);
  }

  /** A call that is judged only as it runs looks like a loop: nobody can be asked, and nothing told to the model. */
  warnObserved(detection: Detection): void {
    if (detection.action === 'warn' || detection.action === 'nudge') {
      this.#notifications.warned(detection, 'agentHostCodex');
    } else {
      this.#notifications.tellStuck(detection, 'agentHostCodex');
    }
  }

  /**
   * Such a call is part of a loop that is to be stopped.
   * @param begins false where the run goes on though it was to be stopped before
   */
  async endObserved(stopped: Detection, begins: boolean): Promise<void> {
    const { conversationId } = stopped;
    if (this.#ending.has(conversationId)) {
      return;
    }
    this.#ending.add(conversationId);
    const hasEnded = await this.#foreignStops
      .endObserved(conversationId, this.#notice(stopped))
      .finally(() => this.#ending.delete(conversationId));
    if (!hasEnded && begins) {
      this.#notifications.tellStuck(stopped, 'agentHostCodex');
    }
  }

  /** Tells the person of a run that was ended already: in its chat after the turn, where somebody answers there. */
  async explain(conversationId: string): Promise<void> {
    const { guard, sessions } = this.ports;
    sessions.ended(conversationId);
    const { stopped } = guard.status(conversationId);
    if (stopped !== undefined && (sessions.typeOf(conversationId) ?? 'local') !== 'local') {
      const { text, call, steering } = this.#notice(stopped);
      this.#foreignStops.tell(conversationId, { text, call }, steering);
      return;
    }
    await this.#ownRuns.explain(conversationId, stopped);
  }

  /** The person speaks. */
  beginTurn(conversationId: string): void {
    this.#ownRuns.beginTurn(conversationId);
    this.#notifications.beginTurn(conversationId);
  }

  #notice(stopped: Detection): StopNotice {
    const { messages, names } = this.ports;
    return {
      text: stopNotice(stopped, translate, messages(), names),
      blocking: blockingNotice(stopped, translate, names),
      steering: steeringText(stopped, translate),
      call: stopped,
    };
  }
}
