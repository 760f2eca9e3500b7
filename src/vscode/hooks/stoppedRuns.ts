import { whyQuestion } from '../../core/chat/whyQuestion';
import { BoundedMap } from '../../engine/values/boundedMap';
import type { Guard } from '../../engine/guard';
import type { Detection } from '../../engine/decision/verdict';
import type { HookAnswer } from '../../node/transport/hookServer';
import type { AgentSessions } from '../window/agentSessions';
import type { AgentControl } from '../chatPanel/agentControl';
import { translate } from '../host/translate';
import { type StoppedCall, stopRun } from './runStop';

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
    private readonly ports: {
      readonly guard: Guard;
      readonly agent: AgentControl;
      readonly sessions: AgentSessions;
      /** What the person is told of a stop outside of the chat. */
      readonly notice: (stopped: Detection) => string;
    },
  ) {}

  /**
   * Ends the run of a refused call.
   * @param begins whether the run was stopped by this call, and not by an earlier one
   */
  end(call: Omit<StoppedCall, 'isFirst' | 'areOthersAtWork'>, begins: boolean): Promise<HookAnswer> {
    const { sessionId } = call.input;
    const isFirst = begins && !this.#told.has(sessionId);
    this.#told.add(sessionId);
    const areOthersAtWork = (): boolean => this.ports.sessions.areOthersAtWork(sessionId, Date.now());
    return stopRun({ ...call, isFirst, areOthersAtWork }, this.ports);
  }

  /**
   * Ends a run of VS Code's own agent for a call that no hook asks about. Nothing waits for this, so the agent may have
   * asked its model once more. Whether the run has ended is known only if it goes on.
   * @param begins whether the run was stopped by this call, and not by an earlier one
   */
  async endUnheard(conversationId: string, begins: boolean): Promise<void> {
    const { agent, sessions } = this.ports;
    const nowMs = Date.now();
    if (!begins && nowMs - (this.#endedMs.get(conversationId) ?? 0) < END_TAKES_MS) {
      return;
    }
    this.#endedMs.set(conversationId, nowMs);
    // A run that goes on was not in the chat that had the focus: its own is brought to the front.
    const othersAtWork = !begins || sessions.areOthersAtWork(conversationId, nowMs);
    if (await agent.cancel(conversationId, { othersAtWork, hookGone: AbortSignal.abort() })) {
      sessions.ended(conversationId);
    }
    if (begins && !this.#told.has(conversationId)) {
      this.#told.add(conversationId);
      const { stopped } = this.ports.guard.status(conversationId);
      const isProbablyAway = sessions.isAway(conversationId, Date.now());
      const notice =
        stopped === undefined ? undefined : { text: this.ports.notice(stopped), call: stopped, isProbablyAway };
      await agent.ask(conversationId, whyQuestion(translate), notice);
    }
  }

  /** The person speaks. */
  beginTurn(conversationId: string): void {
    this.#told.delete(conversationId);
  }
}
