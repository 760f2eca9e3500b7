import { RecentMap } from '../../engine/values/boundedMap';
import { Emitter } from '../events/emitter';
import type { ObservedEvent } from '../events/events';
import { ConversationMetrics } from './conversationMetrics';
import type { Savings } from './savings';
import { copyOf, differenceOf, emptyTally, sumOf, type MetricsTally } from './tally';
import { type ToolCount, ToolCounts } from './toolCounts';

/** As many conversations as the guard remembers. */
const REMEMBERED_CONVERSATIONS = 1000;

const NOTHING: MetricsTally = emptyTally();

/**
 * Counts what the guard reports, for each conversation and in all. Local, in memory, numbers only; what is to last is
 * taken with {@link takeNews} and added to what is stored.
 */
export class Metrics {
  readonly #conversations = new RecentMap<string, ConversationMetrics>(REMEMBERED_CONVERSATIONS);
  readonly #changes = new Emitter<void>();
  /** Conversations that are no work: counted for themselves, not in all. */
  readonly #apart = new Set<string>();
  readonly #tools = new ToolCounts();
  #news: MetricsTally = NOTHING;

  /** What has been counted since the last {@link takeNews}. */
  get news(): MetricsTally {
    return this.#news;
  }

  /** What was counted in a conversation since this window knows it. */
  conversation(id: string): MetricsTally {
    return this.#conversations.peek(id)?.tally ?? NOTHING;
  }

  /** Conversations in which anything was counted, the one counted in last first. */
  get conversations(): readonly { readonly id: string; readonly tally: MetricsTally }[] {
    return this.#conversations.latestFirst.map(([id, { tally }]) => ({ id, tally }));
  }

  /** What was counted for each tool since this window was opened, those with most loops first. */
  get tools(): readonly ToolCount[] {
    return this.#tools.all;
  }

  /** What one detection saved, by the id of its call; undefined when it saved nothing. */
  savedBy(conversationId: string, callId: string): Savings | undefined {
    return this.#conversations.peek(conversationId)?.savedBy(callId);
  }

  /** Calls back after each change of a number. */
  readonly onDidChange = this.#changes.event;

  /** From now on what is counted in this conversation is left out of the totals. */
  keepApart(conversationId: string): void {
    this.#apart.add(conversationId);
  }

  /** Whether what happens in this conversation is no work. */
  isApart(conversationId: string): boolean {
    return this.#apart.has(conversationId);
  }

  /** Hands over what is to be stored; it counts as stored from now on. */
  takeNews(): MetricsTally {
    const news = this.#news;
    this.#news = NOTHING;
    return news;
  }

  /** Takes back what could not be stored. */
  returnNews(news: MetricsTally): void {
    this.#news = sumOf(this.#news, news);
  }

  /** Forgets everything. */
  reset(): void {
    this.#conversations.clear();
    this.#tools.clear();
    this.#news = NOTHING;
    this.#changes.fire();
  }

  /**
   * Takes over the true size of the requests that a detection saved.
   * @param tokensPerRequest what the model read with the last request before it
   */
  measured(conversationId: string, callId: string, tokensPerRequest: number): void {
    const metrics = this.#conversations.peek(conversationId);
    if (metrics === undefined) {
      return;
    }
    const before = copyOf(metrics.tally);
    metrics.measured(callId, tokensPerRequest);
    if (!this.#apart.has(conversationId)) {
      this.#news = sumOf(this.#news, differenceOf(metrics.tally, before));
    }
    this.#changes.fire();
  }

  /** Counts what the guard reports. */
  note(event: ObservedEvent): void {
    const id = event.kind === 'detection' ? event.detection.conversationId : event.conversationId;
    const metrics = this.#conversations.get(id) ?? new ConversationMetrics();
    const before = copyOf(metrics.tally);
    if (!count(metrics, event)) {
      return;
    }
    const difference = differenceOf(metrics.tally, before);
    this.#conversations.set(id, metrics);
    if (!this.#apart.has(id)) {
      this.#news = sumOf(this.#news, difference);
      this.#tools.note(event, difference);
    }
    this.#changes.fire();
  }
}

/** @returns false when the event says nothing that is counted */
function count(metrics: ConversationMetrics, event: ObservedEvent): boolean {
  switch (event.kind) {
    case 'recorded':
      if (event.call.moment !== undefined) {
        return false;
      }
      metrics.ran();
      return true;
    case 'detection':
      metrics.found(event.detection, event.entry, event.call.agent);
      return true;
    case 'refused':
      metrics.refusedAfterwards();
      return true;
    case 'nudged':
      metrics.nudged();
      return true;
    case 'mitigated':
      metrics.mitigated(event.detection);
      return true;
    case 'feedback':
      metrics.reported(event.callId, event.verdict);
      return true;
    case 'turn':
    case 'reset':
      metrics.beginAnew();
      return true;
    case 'outcome':
    case 'budget':
    case 'weighed':
    case 'pruned':
    case 'override':
    case 'fault':
      return false;
  }
}
