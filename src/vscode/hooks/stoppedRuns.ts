import { whyQuestion } from '../../core/chat/whyQuestion';
import { BoundedMap } from '../../engine/values/boundedMap';
import type { Detection } from '../../engine/decision/verdict';
import type { HookResponse, HookSource } from '../../node/hooks/hookHandler';
import type { Reply } from '../../node/wire/harness';
import type { Notice } from '../chatPanel/agentControl';
import { translate } from '../host/translate';
import type { EndingPorts } from './agentHooksPorts';

/** A cancelled run has ended by then; what is heard of it before was under way. */
const END_TAKES_MS = 2_000;

const REMEMBERED_CONVERSATIONS = 1000;

/** Ends runs of VS Code's own agent, and remembers of which the person has been told, and which go on all the same. */
export class StoppedRuns {
  /** Conversations whose stop the person has been told since their last message. */
  readonly #told = new Set<string>();
  /** When a run was last cancelled for a call that no hook asked about, by conversation. */
  readonly #endedMs = new BoundedMap<string, number>(REMEMBERED_CONVERSATIONS);

  constructor(
    private readonly ports: Pick<EndingPorts, 'guard' | 'agent' | 'sessions'> & {
      /** What the person is told of a stop outside of the chat. */
      readonly notice: (stopped: Detection) => string;
    },
  ) {}

  /**
   * Ends the run of a refused call.
   * @param begins whether the run was stopped by this call, and not by an earlier one
   */
  async endAtCall(
    conversationId: string,
    reply: Extract<Reply, { kind: 'stop' }>,
    begins: boolean,
    notice: Notice,
    { hookGone }: HookSource,
  ): Promise<HookResponse> {
    const isFirst = begins && !this.#told.has(conversationId);
    this.#told.add(conversationId);
    await this.#cancel(conversationId, hookGone);
    // The participant tells the person, in sight; what a hook says is folded away.
    const refusal = { kind: 'deny', toPerson: undefined } as const;
    return isFirst
      ? { reply: { ...refusal, toModel: reply.toPerson }, afterwards: this.#telling(conversationId, notice) }
      : { reply: { ...refusal, toModel: reply.toModel } };
  }

  /** Ends a run at a moment, at which there is nothing to refuse. */
  async endAtMoment(conversationId: string, notice: Notice, { hookGone }: HookSource): Promise<HookResponse> {
    await this.#cancel(conversationId, hookGone);
    return { reply: { kind: 'allow' }, afterwards: this.#telling(conversationId, notice) };
  }

  /**
   * Ends a run of VS Code's own agent for a call that no hook asks about. Nothing waits for this, so the agent may have
   * asked its model once more. Whether the run has ended is known only if it goes on.
   * @param begins whether the run was stopped by this call, and not by an earlier one
   */
  async endUnheard(conversationId: string, begins: boolean): Promise<void> {
    const nowMs = Date.now();
    if (!begins && nowMs - (this.#endedMs.get(conversationId) ?? 0) < END_TAKES_MS) {
      return;
    }
    this.#endedMs.set(conversationId, nowMs);
    // A run that goes on was not in the chat that had the focus: its own is brought to the front.
    await this.#cancel(conversationId, AbortSignal.abort(), !begins);
    if (begins && !this.#told.has(conversationId)) {
      this.#told.add(conversationId);
      const { stopped } = this.ports.guard.status(conversationId);
      await this.#tell(conversationId, stopped && { text: this.ports.notice(stopped), call: stopped });
    }
  }

  /** Tells the person of a run that has been ended already, in its chat. */
  async explain(conversationId: string, stopped: Detection | undefined): Promise<void> {
    const text = stopped === undefined ? translate('Agent stopped.') : this.ports.notice(stopped);
    await this.#tell(conversationId, { text, call: stopped ?? { conversationId, callId: '' } });
  }

  /** The person speaks. */
  beginTurn(conversationId: string): void {
    this.#told.delete(conversationId);
  }

  /** VS Code calls no hook for the end of a run that is cancelled; if this one goes on, its next call tells. */
  async #cancel(conversationId: string, hookGone: AbortSignal, isSurelyBehind = false): Promise<void> {
    const { agent, sessions } = this.ports;
    const othersAtWork = isSurelyBehind || sessions.areOthersAtWork(conversationId, Date.now());
    if (await agent.cancel(conversationId, { othersAtWork, hookGone })) {
      sessions.ended(conversationId);
    }
  }

  /** Tells the person once the hook has been answered. */
  #telling(conversationId: string, notice: Notice): () => void {
    const isProbablyAway = this.ports.sessions.isAway(conversationId, Date.now());
    return () => void this.ports.agent.ask(conversationId, whyQuestion(translate), { ...notice, isProbablyAway });
  }

  async #tell(conversationId: string, notice: Notice | undefined): Promise<void> {
    const isProbablyAway = this.ports.sessions.isAway(conversationId, Date.now());
    await this.ports.agent.ask(conversationId, whyQuestion(translate), notice && { ...notice, isProbablyAway });
  }
}
