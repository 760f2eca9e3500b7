import { LRUCache } from 'lru-cache';
import type { Call, ModelName, Outcome } from './call';
import { type Chance, Conversation, type Counts, NO_OVERRIDES, type Snapshot } from './conversation';
import { Evidence } from './detectors/evidence';
import { strongestFinding } from './detectors/registry';
import { CEILING_FACTOR } from './detectors/settings';
import type { GuardEvent } from './events';
import { parseArguments } from './canonical';
import type { Finding } from './finding';
import { keptValue } from './keptValue';
import { describeOutcome } from './outcome';
import type { Configuration } from './settings/configuration';
import { adjusted, decide } from './policy';
import type { Rung } from './settings/mode';
import { type EffectiveSettings, mayBeEnabled, operationOf, resolveSettings, withoutIgnored } from './settings/resolve';
import { type ResolvedSettings, SettingsMemory } from './settings/resolved';
import type { EngineKey, EngineSettings, EngineValues } from './settings/schema';
import { type Hash, signatureOf } from './signature';
import { ALLOW, type Detection, type Verdict } from './verdict';
import type { RecordedOutcome, WindowEntry } from './window';

/** How many conversations are remembered; the one unused for longest is forgotten first. */
const REMEMBERED_CONVERSATIONS = 1000;

/** What the guard needs from outside. */
export interface GuardPorts {
  readonly hash: Hash;
  /** Asked at every call, so that a changed setting takes effect at once. */
  readonly configuration: () => Configuration;
  /** Told of everything that happens. */
  readonly report: (event: GuardEvent) => void;
  /**
   * Judge, but hold nothing back: every call counts as run, whatever the verdict, and nothing is stopped.
   * For replaying sessions that went on as they did.
   */
  readonly observeOnly?: boolean | undefined;
  /** Asked at every detection; may soften or harden what is about to be done, at the ceiling only harden. */
  readonly onDetection?: ((detection: Detection) => Rung | undefined) | undefined;
}

/** What is known of a conversation at a moment. */
export interface ConversationStatus {
  readonly conversationId: string;
  readonly effective: EffectiveSettings;
  readonly counts: Counts;
  readonly callsInWindow: number;
  readonly model: ModelName | undefined;
  readonly stopped: Detection | undefined;
}

/** What a detection adds to its call. */
type Found = Pick<Detection, 'finding' | 'settings' | 'action' | 'afterChance'>;

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

  constructor(private readonly ports: GuardPorts) {}

  /**
   * Judges a call before it runs. A call id that was judged before gets the same verdict and is not counted
   * again. Side effect: an allowed call is remembered as run.
   */
  check(conversationId: string, call: Call, nowMs: number): Verdict {
    return this.#failOpen(conversationId, 'check', ALLOW, () => {
      const known = this.#conversations.get(conversationId);
      const model = call.model ?? known?.model;
      const configuration = this.ports.configuration();
      const parsed = parseArguments(call.arguments);
      const operation = operationOf(configuration, call.tool, parsed);
      const effective = this.#settings.resolve(configuration, known?.overrides ?? NO_OVERRIDES, call.tool, operation, model);
      if (!effective.values.enabled || effective.exempt) {
        return ALLOW;
      }
      const conversation = known ?? this.#conversation(conversationId);
      conversation.model = model;
      const earlier = conversation.verdictOf(call.id);
      if (earlier !== undefined) {
        return earlier;
      }
      const verdict = this.#judge(conversation, call, parsed, operation, effective, nowMs);
      conversation.rememberVerdict(call.id, verdict);
      return verdict;
    });
  }

  /** Takes note of what became of a call. Unknown or repeated call ids are ignored. */
  record(conversationId: string, outcome: Outcome): void {
    this.#failOpen(conversationId, 'record', undefined, () => {
      if (this.#conversations.has(conversationId)) {
        this.recordDescribed(conversationId, outcome.callId, describeOutcome(outcome.result, outcome.isError, this.ports.hash));
      }
    });
  }

  /** As {@link record}, for an outcome of which only the description is at hand. */
  recordDescribed(conversationId: string, callId: string, recorded: RecordedOutcome): void {
    if (this.#conversations.get(conversationId)?.setOutcome(callId, recorded) === true) {
      this.ports.report({ kind: 'outcome', conversationId, callId, isError: recorded.isError, length: recorded.length });
    }
  }

  /** Ids of the calls that count now and whose outcome is not known yet, each as the surface that saw it first calls it. */
  unanswered(conversationId: string): string[] {
    const entries = this.#conversations.get(conversationId)?.entries ?? [];
    return entries.filter(({ outcome }) => outcome === undefined).map(({ callIds }) => callIds[0] as string);
  }

  /** A real user message: what was called before no longer counts, and a stopped run may go on. */
  beginTurn(conversationId: string): void {
    this.#forget(conversationId, 'turn');
  }

  /** The person asks for a fresh count. */
  reset(conversationId: string): void {
    this.#forget(conversationId, 'reset');
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
  setOverride(conversationId: string, key: EngineKey, value: EngineSettings[EngineKey]): void {
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
      callsInWindow: conversation.entries.length,
      model: conversation.model,
      stopped: conversation.stop?.detection,
    };
  }

  /** False when no call of any conversation would be judged, so that surfaces need not even ask. */
  mayBeEnabled(): boolean {
    const overrides: EngineValues[] = [...this.#conversations.values()].map((conversation) => conversation.overrides);
    return mayBeEnabled(this.ports.configuration(), overrides);
  }

  #overrideChanged(conversationId: string, key: EngineKey, value: EngineSettings[EngineKey] | undefined): void {
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

  #judge(conversation: Conversation, call: Call, parsed: unknown, operation: string | undefined, { values: settings, keep, detectors }: ResolvedSettings, nowMs: number): Verdict {
    const pruned = conversation.prune(nowMs, keep.ttlSeconds);
    if (pruned > 0) {
      this.ports.report({ kind: 'pruned', conversationId: conversation.id, calls: pruned, ttlSeconds: keep.ttlSeconds });
    }
    const counted = withoutIgnored(this.ports.configuration(), call.tool, parsed);
    const signature = signatureOf(call.tool, counted, this.ports.hash);
    if (conversation.isSeenAgain(signature.digest, call)) {
      return ALLOW;
    }
    if (conversation.stop !== undefined) {
      conversation.stop = { ...conversation.stop, atMs: nowMs };
      this.ports.report({ kind: 'refused', conversationId: conversation.id, call });
      return { action: 'stopped', detection: conversation.stop.detection };
    }
    const entry = conversation.candidate(call, operation, signature, nowMs);
    const chance = conversation.chances.get(entry.signature);
    if (chance?.round === entry.round) {
      return { action: 'chance', detection: chance.detection };
    }
    conversation.add('calls');
    const history = conversation.history(Math.max(settings.windowSize, settings.maxRepeats * CEILING_FACTOR), settings.ttlSeconds, nowMs);
    const found = strongestFinding(new Evidence(entry, history, !conversation.hasAsked(entry.signature)), detectors);
    const finding = chance !== undefined && stopsAfterChance(settings) ? repeatedAfterChance(chance, entry) : found;
    const action = finding === undefined ? 'allow' : this.#decide(conversation, call, entry, finding, chance, settings);
    const runs = action === 'allow' || action === 'continue' || action === 'warn' || action === 'ask';
    if (runs || this.ports.observeOnly === true) {
      this.#run(conversation, call, entry, keep.calls, finding);
    }
    if (finding === undefined || action === 'allow') {
      return ALLOW;
    }
    return this.#act(conversation, call, entry, { finding, settings, action, afterChance: chance !== undefined }, nowMs);
  }

  /** @returns `allow` when a warning is meant but was given already */
  #decide(conversation: Conversation, call: Call, entry: WindowEntry, finding: Finding, chance: Chance | undefined, settings: EngineSettings): Rung | 'allow' {
    const decided = decide(finding, settings, { detections: conversation.detections, hadChance: chance !== undefined });
    const onLadder = finding.certainty === 'certain' && settings.actions.length > 0;
    if (decided === 'warn' && !onLadder && !conversation.warningDue(finding, entry.index)) {
      return 'allow';
    }
    return adjusted(decided, this.#wanted(conversation, call, entry, finding, decided, settings, chance !== undefined), finding.atCeiling);
  }

  /** What the embedder's callback wants; when it throws, the decision stands. */
  #wanted(conversation: Conversation, call: Call, entry: WindowEntry, finding: Finding, action: Rung, settings: EngineSettings, afterChance: boolean): Rung | undefined {
    const { onDetection } = this.ports;
    if (onDetection === undefined) {
      return undefined;
    }
    return this.#failOpen(conversation.id, 'onDetection', undefined, () =>
      onDetection(this.#detection(conversation, call, entry, { finding, settings, action, afterChance })),
    );
  }

  /** Field by field, not spread: this is on the way of every detection. */
  #detection(conversation: Conversation, call: Call, entry: WindowEntry, { finding, settings, action, afterChance }: Found): Detection {
    const { messages } = this.ports.configuration();
    return { model: conversation.model, messages, conversationId: conversation.id, callId: call.id, tool: entry.tool, arguments: keptValue(parseArguments(call.arguments)), finding, settings, action, afterChance };
  }

  #run(conversation: Conversation, call: Call, entry: WindowEntry, capacity: number, finding: Finding | undefined): void {
    conversation.append(entry, capacity);
    this.ports.report({ kind: 'recorded', conversationId: conversation.id, call, signature: entry.signature, count: finding?.count ?? 1 });
    for (const [signature, chance] of conversation.chances) {
      if (!chance.heeded && signature !== entry.signature) {
        conversation.chances.set(signature, { ...chance, heeded: true });
        conversation.add('mitigations');
        this.ports.report({ kind: 'mitigated', conversationId: conversation.id, detection: chance.detection, nextTool: call.tool });
      }
    }
  }

  #act(
    conversation: Conversation,
    call: Call,
    entry: WindowEntry,
    found: Found,
    nowMs: number,
  ): Verdict {
    const detection = this.#detection(conversation, call, entry, found);
    conversation.detections += found.finding.certainty === 'certain' ? 1 : 0;
    switch (found.action) {
      case 'continue':
        break;
      case 'warn':
      case 'ask':
        conversation.add('warnings');
        break;
      case 'chance':
        conversation.add('chances');
        if (this.ports.observeOnly === true) {
          break;
        }
        conversation.giveChance(entry.signature, {
          detection,
          round: entry.round,
          attempts: (conversation.chances.get(entry.signature)?.attempts ?? 0) + 1,
          atMs: nowMs,
          heeded: false,
        });
        break;
      case 'break':
        conversation.add('breaks');
        conversation.stop = this.ports.observeOnly === true ? undefined : { detection, atMs: nowMs };
    }
    this.ports.report({ kind: 'detection', detection, call });
    return found.action === 'continue' ? ALLOW : { action: found.action, detection };
  }

  #forget(conversationId: string, kind: 'turn' | 'reset'): void {
    this.#failOpen(conversationId, kind, undefined, () => {
      const conversation = this.#conversations.get(conversationId);
      if (conversation !== undefined) {
        conversation.clear();
        this.ports.report({ kind, conversationId });
      }
    });
  }

  #failOpen<Result>(conversationId: string, during: string, otherwise: Result, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      try {
        this.ports.report({ kind: 'fault', conversationId, during, error });
      } catch {
        // The report itself is broken; the agent still goes on.
      }
      return otherwise;
    }
  }
}

/** With a ladder the next rung decides what a call repeated after a chance leads to; it may be no finding at all. */
function stopsAfterChance(settings: EngineSettings): boolean {
  return settings.actions.length > 0 || settings.mode === 'chance_then_break';
}

/** The model repeats a call that it was told to reconsider, possibly after other calls. */
function repeatedAfterChance({ detection }: Chance, entry: WindowEntry): Finding {
  const { finding } = detection;
  return { ...finding, certainty: 'certain', count: finding.count + 1, calls: [...finding.calls, entry.index] };
}
