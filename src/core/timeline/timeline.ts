import { BoundedMap, RecentMap } from '../../engine/values/boundedMap';
import type { Call } from '../../engine/facts/call';
import { Emitter } from '../events/emitter';
import type { ObservedEvent } from '../events/events';
import { maskText } from '../words/secrets/mask';
import { outcomeText } from '../../engine/facts/outcome';
import { clip, oneLine } from '../words/quoting';
import { FORGOTTEN, REFUSED_SURFACE, type TimelineCall } from './timelineCall';
import { type ConversationSession, TimelineConversation } from './timelineConversation';
import { argumentFactsOfCall } from '../../engine/facts/callFacts';
import type { WindowEntry } from '../../engine/ledger/entry';
import type { Detection } from '../../engine/decision/verdict';
import type { Recalled } from '../words/callNames';

export const TIMELINE_BOUNDS = {
  conversations: 50,
  callsPerConversation: 10_000,
  resultCharacters: 2_000,
  /** Larger arguments aren't kept. */
  argumentCharacters: 20_000,
  /** Of all arguments and results together; the oldest are dropped first. */
  totalCharacters: 20_000_000,
};

export type TimelineBounds = typeof TIMELINE_BOUNDS;

const PROMPT_CHARACTERS = 80;

/** Remembers calls longer than the guard does, for explanations, replays, and pictures. In memory only. */
export class Timeline {
  readonly #conversations: RecentMap<string, TimelineConversation>;
  /** A session may be known before its first call. */
  readonly #sessions: BoundedMap<string, ConversationSession>;
  readonly #changes = new Emitter<string>();
  readonly #texts: KeptTexts;

  constructor(private readonly bounds: TimelineBounds = TIMELINE_BOUNDS) {
    this.#texts = new KeptTexts(bounds.totalCharacters);
    this.#sessions = new BoundedMap(bounds.conversations);
    this.#conversations = new RecentMap(bounds.conversations, (forgotten) => this.#dropTexts(forgotten));
  }

  get conversations(): readonly TimelineConversation[] {
    return this.#conversations.latestFirst.map(([, conversation]) => conversation);
  }

  conversation(id: string): TimelineConversation | undefined {
    return this.#conversations.peek(id);
  }

  readonly onDidChange = this.#changes.event;

  setSession(conversationId: string, session: ConversationSession): void {
    this.#sessions.set(conversationId, session);
    const conversation = this.#conversations.peek(conversationId);
    if (conversation !== undefined) {
      conversation.session = session;
      this.#changes.fire(conversationId);
    }
  }

  clear(): void {
    const forgotten = this.conversations;
    this.#conversations.clear();
    for (const conversation of forgotten) {
      this.#dropTexts(conversation);
    }
    forgotten.forEach(({ id }) => this.#changes.fire(id));
  }

  #dropTexts({ calls }: TimelineConversation): void {
    calls.forEach((call) => this.#texts.drop(call));
  }

  note(event: ObservedEvent): void {
    switch (event.kind) {
      case 'recorded':
        this.#add(event.conversationId, event.call, true, event.entry);
        break;
      case 'detection':
        this.#found(event);
        break;
      case 'refused':
        this.#add(event.conversationId, event.call, false, { tool: event.call.tool, atMs: event.atMs });
        break;
      case 'outcome':
        this.#answered(event);
        break;
      case 'nudged':
        this.#change(event.conversationId, event.detection.callId, { nudged: true });
        break;
      case 'mitigated':
        this.#change(event.conversationId, event.detection.callId, { mitigated: true });
        break;
      case 'turn':
        this.#turn(event);
        break;
      case 'reset':
        this.#beginCount(event.conversationId);
        return;
      case 'budget':
        if (event.done !== 'stopped') {
          return;
        }
        this.#change(event.conversationId, event.callId, { ran: false });
        break;
      case 'feedback':
        this.#change(event.conversationId, event.callId, { feedback: event.verdict });
        break;
      default:
        return;
    }
    this.#changes.fire(event.kind === 'detection' ? event.detection.conversationId : event.conversationId);
  }

  #found({ detection, call, entry, why }: Extract<ObservedEvent, { kind: 'detection' }>): void {
    const { conversationId, model } = detection;
    const known = this.#conversations.peek(conversationId)?.callAt(entry.index, call.agent);
    const found = known ?? this.#add(conversationId, call, false, entry);
    const conversation = this.#of(conversationId);
    conversation.found(found, detection);
    found.why = why;
    conversation.model = model;
  }

  #answered({ conversationId, callId, recorded, result, doneMs }: Extract<ObservedEvent, { kind: 'outcome' }>): void {
    const call = this.#conversations.peek(conversationId)?.callOf(callId);
    if (call !== undefined) {
      call.outcome = recorded;
      call.doneMs = doneMs;
      call.resultText = result === undefined ? undefined : this.#shown(outcomeText(result));
      this.#texts.keep(call, call.resultText?.length ?? 0);
    }
  }

  /** Longer text is masked before it is cut, because half a secret can't be recognized. */
  #shown(text: string): string {
    const { resultCharacters } = this.bounds;
    return text.length <= resultCharacters ? text : clip(maskText(text), resultCharacters);
  }

  #change(conversationId: string, callId: string | undefined, change: Partial<TimelineCall>): void {
    const call = callId === undefined ? undefined : this.#conversations.peek(conversationId)?.callOf(callId);
    if (call !== undefined) {
      Object.assign(call, change);
    }
  }

  #beginCount(conversationId: string): void {
    const conversation = this.#conversations.peek(conversationId);
    if (conversation !== undefined) {
      conversation.countNumber += 1;
    }
  }

  /** Several surfaces may report the same message: without a call in between, it is one. */
  #turn({ conversationId, prompt }: Extract<ObservedEvent, { kind: 'turn' }>): void {
    const conversation = this.#of(conversationId);
    const hasCalls = conversation.calls.at(-1)?.turn === conversation.turn || conversation.turn === 0;
    const known = hasCalls ? undefined : conversation.turns.pop();
    const shown = prompt === undefined ? known?.prompt : clip(oneLine(maskText(prompt)), PROMPT_CHARACTERS);
    this.#beginCount(conversationId);
    conversation.turns.push({ number: conversation.turn + 1, prompt: shown });
  }

  /** @param place in the guard's window; without an index if it no longer checked the call */
  #add(
    conversationId: string,
    call: Call,
    ran: boolean,
    { index, tool, signature, round, atMs, moment }: Partial<WindowEntry> & Pick<WindowEntry, 'tool' | 'atMs'>,
  ): TimelineCall {
    const conversation = this.#of(conversationId);
    conversation.model = call.model ?? conversation.model;
    const length = sizeOf(call.arguments, this.bounds.argumentCharacters);
    const isKept = length <= this.bounds.argumentCharacters;
    const added: TimelineCall = {
      number: conversation.size + 1,
      index,
      tool,
      signature,
      round,
      atMs,
      moment,
      ran,
      callId: call.id,
      agent: call.agent,
      name: call.tool,
      isRefused: call.surface === REFUSED_SURFACE,
      turn: conversation.turn,
      countNumber: conversation.countNumber,
      arguments: isKept ? call.arguments : FORGOTTEN,
      facts: undefined,
      outcome: undefined,
      doneMs: undefined,
      resultText: undefined,
      detection: undefined,
      why: undefined,
      nudged: false,
      mitigated: false,
      feedback: undefined,
    };
    conversation.add(added);
    this.#texts.keep(added, isKept ? length : 0);
    while (conversation.calls.length > this.bounds.callsPerConversation) {
      this.#texts.drop(conversation.calls[0] as TimelineCall);
      conversation.forgetOldest();
    }
    return added;
  }

  #of(conversationId: string): TimelineConversation {
    let conversation = this.#conversations.get(conversationId);
    if (conversation === undefined) {
      conversation = new TimelineConversation(conversationId);
      conversation.session = this.#sessions.get(conversationId);
      this.#conversations.set(conversationId, conversation);
    }
    return conversation;
  }
}

class KeptTexts {
  /** Characters of the calls whose texts are kept, oldest call first. */
  readonly #sizes = new Map<TimelineCall, number>();
  #characters = 0;

  constructor(private readonly mostCharacters: number) {}

  keep(call: TimelineCall, characters: number): void {
    this.#characters += characters;
    this.#sizes.set(call, (this.#sizes.get(call) ?? 0) + characters);
    for (const oldest of this.#sizes.keys()) {
      if (this.#characters <= this.mostCharacters) {
        return;
      }
      // A replay still needs to know whether the call waited.
      oldest.facts = oldest.arguments === FORGOTTEN ? oldest.facts : argumentFactsOfCall(oldest.tool, oldest.arguments);
      this.drop(oldest);
    }
  }

  drop(call: TimelineCall): void {
    this.#characters -= this.#sizes.get(call) ?? 0;
    this.#sizes.delete(call);
    call.arguments = FORGOTTEN;
    call.resultText = undefined;
  }
}

/** About the characters of its JSON. Stops beyond the bound, so its cost is bounded for any value, cycles included. */
function sizeOf(value: unknown, bound: number): number {
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && size <= bound) {
    const node = open.pop();
    size += typeof node === 'string' ? node.length + 2 : 4;
    if (typeof node !== 'object' || node === null) {
      continue;
    }
    for (const key of Object.keys(node)) {
      size += Array.isArray(node) ? 1 : key.length + 4;
      open.push((node as Record<string, unknown>)[key]);
      if (size + open.length > bound) {
        return bound + 1;
      }
    }
  }
  return size;
}

interface FoundCall {
  readonly conversation: TimelineConversation;
  readonly call: TimelineCall | undefined;
}

/** By its place in a conversation or its ID. @param given untrusted: any extension can choose a command's argument */
export function callGiven(timeline: Pick<Timeline, 'conversation'>, given: unknown): FoundCall | undefined {
  const { conversationId, number, callId } = (given ?? {}) as Readonly<Record<string, unknown>>;
  const conversation = typeof conversationId === 'string' ? timeline.conversation(conversationId) : undefined;
  const call =
    typeof number === 'number'
      ? conversation?.callNumbered(number)
      : conversation?.callOf(typeof callId === 'string' ? callId : '');
  return conversation && { conversation, call };
}

/** Without an address, the latest. */
export function detectionAt(
  timeline: Pick<Timeline, 'conversation' | 'conversations'>,
  given: unknown,
): (FoundCall & { readonly call: TimelineCall }) | undefined {
  if (given === undefined) {
    const latest = timeline.conversations.flatMap((conversation) => {
      const call = conversation.detections.at(-1);
      return call === undefined ? [] : [{ conversation, call }];
    });
    return latest.toSorted((one, other) => other.call.atMs - one.call.atMs)[0];
  }
  const { conversation, call } = callGiven(timeline, given) ?? {};
  return conversation && call?.detection && { conversation, call };
}

/** Undefined if the checked call is unknown. @param endsAsAWhole whether a subagent's stop stops its whole run */
export function recall(
  timeline: Pick<Timeline, 'conversation'>,
  detection: Detection,
  endsAsAWhole: boolean,
): Recalled | undefined {
  const conversation = timeline.conversation(detection.conversationId);
  return conversation === undefined ? undefined : recallIn(conversation, detection, endsAsAWhole);
}

export function recallIn(
  conversation: Pick<TimelineConversation, 'callOf' | 'callAt'>,
  { callId, finding }: Detection,
  endsAsAWhole: boolean,
): Recalled | undefined {
  const judged = conversation.callOf(callId);
  if (judged === undefined) {
    return undefined;
  }
  const { agent } = judged;
  return {
    steps: finding.steps.map((step) =>
      step.map((index) => {
        const call = conversation.callAt(index, agent);
        return call === undefined || call.arguments === FORGOTTEN
          ? undefined
          : { tool: call.tool, arguments: call.arguments, resultText: call.resultText };
      }),
    ),
    stopOf: agent === undefined ? 'mainAgent' : endsAsAWhole ? 'run' : 'subagent',
    isRefused: judged.isRefused,
  };
}
