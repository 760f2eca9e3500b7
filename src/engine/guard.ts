import { LRUCache } from 'lru-cache';
import type { Call, ModelName, Outcome } from './call';
import { Conversation, NO_OVERRIDES, type Snapshot } from './conversation';
import type { FeedbackVerdict } from './events';
import { failOpen } from './failOpen';
import { parseArguments } from './canonical';
import { Judge } from './judge';
import { describeOutcome } from './outcome';
import { mayBeEnabled, operationOf, resolveSettings } from '../core/settings/resolve';
import { SettingsMemory } from '../core/settings/resolved';
import type { EngineKey, TierSettings, EngineValues } from '../core/settings/schema';
import type { ConversationStatus, GuardPorts } from './ports';
import { ALLOW, type Detection, type Verdict } from './verdict';
import type { RecordedOutcome } from './window';

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

  readonly #overrideListeners = new Set<() => void>();

  readonly #settings = new SettingsMemory();

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
      const model = call.model ?? known?.model;
      const configuration = this.ports.configuration();
      const parsed = parseArguments(call.arguments);
      const operation = operationOf(configuration, call.tool, parsed);
      const effective = this.#settings.resolve(
        configuration,
        known?.overrides ?? NO_OVERRIDES,
        call.tool,
        operation,
        model,
      );
      if (!effective.values.enabled || effective.exempt) {
        return ALLOW;
      }
      const conversation = (known ?? this.#conversation(conversationId)).ofAgent(call.agent);
      conversation.model = model;
      const earlier = conversation.verdictOf(call.id);
      if (earlier !== undefined) {
        return earlier;
      }
      const verdict = this.#judge.judge(conversation, call, parsed, operation, effective, nowMs);
      conversation.rememberVerdict(call.id, verdict);
      return verdict;
    });
  }

  /**
   * Takes note of what became of a call. Unknown or repeated call ids are ignored.
   * @param doneMs when the answer came, on the clock of the calls; undefined when nobody knows
   */
  record(conversationId: string, outcome: Outcome, doneMs?: number): void {
    failOpen(this.ports, conversationId, 'record', undefined, () => {
      const conversation = this.#conversations.get(conversationId);
      if (conversation !== undefined) {
        const { callId, result, isError } = outcome;
        const recorded = describeOutcome(result, isError, this.ports.hash, conversation.questionOf(callId));
        this.recordDescribed(conversationId, callId, recorded, result, doneMs);
      }
    });
  }

  /** As {@link record}, for an outcome that is described already; `result` is only passed on to listeners. */
  recordDescribed(
    conversationId: string,
    callId: string,
    recorded: RecordedOutcome,
    result?: unknown,
    doneMs?: number,
  ): void {
    if (this.#conversations.get(conversationId)?.setOutcome(callId, recorded, doneMs) === true) {
      this.ports.report({ kind: 'outcome', conversationId, callId, recorded, result, doneMs });
    }
  }

  /**
   * Ids of an agent's calls that count now and whose outcome is not known yet, each as the surface that saw it first
   * calls it.
   */
  unanswered(conversationId: string, agent?: string): string[] {
    const entries = this.#conversations.get(conversationId)?.ofAgent(agent).entries ?? [];
    return entries.filter(({ outcome }) => outcome === undefined).map(({ callIds }) => callIds[0] as string);
  }

  /** The sub-agent whose call this is; undefined for the main agent's and for unknown calls. */
  agentOf(conversationId: string, callId: string): string | undefined {
    return this.#conversations.get(conversationId)?.agentOf(callId);
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

  /**
   * The person says whether a call was part of a loop. Changes nothing by itself; everybody who listens may count it.
   * @param before what they had said of the same call until now
   */
  noteFeedback(
    conversationId: string,
    callId: string,
    detection: Detection | undefined,
    verdict: FeedbackVerdict,
    before?: FeedbackVerdict,
  ): void {
    this.ports.report({ kind: 'feedback', conversationId, callId, detection, verdict, before });
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
    this.#conversation(conversationId).model = model;
  }

  /** Sets a value for this conversation only; it is the strongest tier. */
  setOverride(conversationId: string, key: EngineKey, value: TierSettings[EngineKey]): void {
    this.#conversation(conversationId).setOverride({ [key]: value });
    this.#overrideChanged(conversationId, key, value);
  }

  /** Takes back what {@link setOverride} set; the next weaker tier applies again. */
  unsetOverride(conversationId: string, key: EngineKey): void {
    this.#conversation(conversationId).unsetOverride(key);
    this.#overrideChanged(conversationId, key, undefined);
  }

  /** Calls back after each change of a value set in chat. */
  onDidChangeOverrides(listener: () => void): { dispose(): void } {
    this.#overrideListeners.add(listener);
    return { dispose: () => this.#overrideListeners.delete(listener) };
  }

  /** What holds for a conversation now, whether or not it has made a call yet. */
  status(conversationId: string): ConversationStatus {
    const conversation = this.#conversations.get(conversationId) ?? new Conversation(conversationId);
    return {
      conversationId,
      effective: resolveSettings(this.ports.configuration(), conversation.overrides, [], conversation.model),
      counts: { ...conversation.counts },
      callsInWindow: conversation.callsInWindow,
      model: conversation.model,
      stopped: conversation.stop?.detection,
    };
  }

  /** False when no call of any conversation would be judged, so that surfaces need not even ask. */
  mayBeEnabled(): boolean {
    const overrides: EngineValues[] = [...this.#conversations.values()].map((conversation) => conversation.overrides);
    return mayBeEnabled(this.ports.configuration(), overrides);
  }

  #overrideChanged(conversationId: string, key: EngineKey, value: TierSettings[EngineKey] | undefined): void {
    this.ports.report({ kind: 'override', conversationId, key, value });
    for (const listener of this.#overrideListeners) {
      listener();
    }
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
