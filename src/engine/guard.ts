import { LRUCache } from 'lru-cache';
import type { Call, ModelName, Outcome } from './call';
import { parseArguments } from './canonical';
import { Conversation } from './conversation';
import { failOpen } from './failOpen';
import { identify } from './identifiedCall';
import { Judge } from './judge';
import { describeOutcome } from './outcome';
import type { ConversationStatus, GuardPorts } from './ports';
import type { Snapshot } from './snapshot';
import { ALLOW, type Detection, type Verdict } from './verdict';
import type { DescribedOutcome } from './window';

/** How many conversations are remembered; the one unused for longest is forgotten first. */
const REMEMBERED_CONVERSATIONS = 1000;

/**
 * Watches the tool calls of all conversations and says of each call whether it may run.
 *
 * Fails open: whatever goes wrong inside, the call is allowed and one `fault` event says so.
 * Time comes in with each call as milliseconds on any clock that all calls share.
 */
export class Guard {
  readonly #conversations = new LRUCache<string, Conversation>({ max: REMEMBERED_CONVERSATIONS });
  readonly #judge: Judge;

  constructor(private readonly ports: GuardPorts) {
    this.#judge = new Judge(ports);
  }

  /**
   * Judges a call before it runs. A call id that was judged before gets the same verdict and is not counted
   * again. Side effect: an allowed call is remembered as run.
   */
  check(conversationId: string, call: Call, nowMs: number): Verdict {
    return failOpen(this.ports, conversationId, 'check', ALLOW, () => {
      const known = this.#conversations.get(conversationId);
      const model = call.model ?? known?.shared.model;
      const parsed = parseArguments(call.arguments);
      const settings = this.ports.settingsFor({ conversationId, tool: call.tool, parsed, model });
      if (!settings.values.enabled || settings.exempt) {
        return ALLOW;
      }
      const conversation = (known ?? this.#conversation(conversationId)).ofAgent(call.agent);
      conversation.shared.model = model;
      const earlier = conversation.verdicts.get(call.id);
      if (earlier !== undefined) {
        return earlier;
      }
      const identified = identify(call, parsed, settings, this.ports.hash);
      const verdict = this.#judge.judge(conversation, identified, nowMs);
      conversation.verdicts.add(call.id, verdict);
      return verdict;
    });
  }

  /**
   * Takes note of what became of a call. Unknown or repeated call ids are ignored.
   * @param doneMs when the answer came, on the clock of the calls; undefined when nobody knows
   * @param tell for a surface that can put a text beside the result: called, before this returns, when the model is to
   * be nudged there, and never again for that call; from then on the model is taken to know it
   */
  record(
    conversationId: string,
    outcome: Outcome | DescribedOutcome,
    doneMs?: number,
    tell?: (nudge: Detection) => void,
  ): void {
    failOpen(this.ports, conversationId, 'record', undefined, () => {
      const conversation = this.#conversations.get(conversationId);
      if (conversation === undefined) {
        return;
      }
      const { callId, result } = outcome;
      const recorded =
        'recorded' in outcome
          ? outcome.recorded
          : describeOutcome(
              result,
              outcome.isError,
              this.ports.hash,
              outcome.arguments ?? conversation.questionOf(callId),
            );
      const contents = 'contents' in outcome ? outcome.contents : undefined;
      if (conversation.setOutcome(callId, recorded, doneMs, contents)) {
        this.ports.report({ kind: 'outcome', conversationId, callId, recorded, result, doneMs });
      }
      const nudge = tell === undefined ? undefined : conversation.takeNudge(callId);
      if (tell !== undefined && nudge !== undefined) {
        tell(nudge);
        this.ports.report({ kind: 'nudged', conversationId, detection: nudge });
      }
    });
  }

  /**
   * Ids of an agent's calls that count now and whose outcome is not known yet, each as the surface that saw it first
   * calls it.
   */
  unanswered(conversationId: string, agent?: string): string[] {
    return this.#conversations.get(conversationId)?.ofAgent(agent).window.unanswered ?? [];
  }

  /**
   * Who made a call that was judged since the last message, as far as that is remembered; undefined for all others.
   * @returns `agent` is the sub-agent, undefined for the main agent
   */
  callerOf(conversationId: string, callId: string): { readonly agent: string | undefined } | undefined {
    return this.#conversations.get(conversationId)?.callerOf(callId);
  }

  /**
   * A real user message: what was called before no longer counts, and a stopped run may go on.
   * @param prompt undefined when the surface does not know it
   */
  beginTurn(conversationId: string, prompt?: string): void {
    failOpen(this.ports, conversationId, 'turn', undefined, () => {
      this.#conversations.get(conversationId)?.clear();
      this.ports.report({ kind: 'turn', conversationId, prompt });
    });
  }

  /** The person asks for a fresh count. */
  reset(conversationId: string): void {
    failOpen(this.ports, conversationId, 'reset', undefined, () => {
      this.#conversations.get(conversationId)?.clear();
      this.ports.report({ kind: 'reset', conversationId });
    });
  }

  /** The memory of a conversation, for {@link restore}; undefined when nothing is known of it. */
  snapshot(conversationId: string): Snapshot | undefined {
    return this.#conversations.get(conversationId)?.snapshot();
  }

  /** Goes on with a conversation where another guard left it. */
  restore(conversationId: string, snapshot: Snapshot): void {
    this.#conversations.set(conversationId, Conversation.restore(conversationId, snapshot));
  }

  /** Tells the guard which model a conversation uses, when a surface learns it. */
  setModel(conversationId: string, model: ModelName): void {
    this.#conversation(conversationId).shared.model = model;
  }

  /** What is known of a conversation, whether or not it has made a call yet. */
  status(conversationId: string): ConversationStatus {
    const { shared, callsInWindow } = this.#conversations.get(conversationId) ?? new Conversation(conversationId);
    const { counts, model, stop } = shared;
    return { conversationId, counts: { ...counts }, callsInWindow, model, stopped: stop?.detection };
  }

  #conversation(id: string): Conversation {
    const known = this.#conversations.get(id);
    if (known !== undefined) {
      return known;
    }
    const conversation = new Conversation(id);
    this.#conversations.set(id, conversation);
    return conversation;
  }
}
