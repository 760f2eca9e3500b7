import { RecentMap } from '../../engine/values/boundedMap';
import { Emitter } from '../events/emitter';
import type { ObservedEvent } from '../events/events';
import { ConversationMetrics } from './conversationMetrics';
import { emptyTally, sumOf, type MetricsTally } from './tally';

const REMEMBERED_CONVERSATIONS = 1000;

const NOTHING: MetricsTally = emptyTally();

/** Counts by conversation and in total. In memory, numbers only; {@link takeNews} hands over what is to be stored. */
export class Metrics {
  readonly #conversations = new RecentMap<string, ConversationMetrics>(REMEMBERED_CONVERSATIONS);
  readonly #changes = new Emitter<void>();
  /** Demonstrations: counted by conversation, but not in the total. */
  readonly #apart = new Set<string>();
  #news: MetricsTally = NOTHING;

  get news(): MetricsTally {
    return this.#news;
  }

  conversation(id: string): MetricsTally {
    return this.#conversations.peek(id)?.tally ?? NOTHING;
  }

  readonly onDidChange = this.#changes.event;

  keepApart(conversationId: string): void {
    this.#apart.add(conversationId);
  }

  isApart(conversationId: string): boolean {
    return this.#apart.has(conversationId);
  }

  takeNews(): MetricsTally {
    const news = this.#news;
    this.#news = NOTHING;
    return news;
  }

  returnNews(news: MetricsTally): void {
    this.#news = sumOf(this.#news, news);
  }

  reset(): void {
    this.#conversations.clear();
    this.#news = NOTHING;
    this.#changes.fire();
  }

  note(event: ObservedEvent): void {
    const id = event.kind === 'detection' ? event.detection.conversationId : event.conversationId;
    const metrics = this.#conversations.get(id) ?? new ConversationMetrics();
    const news = metrics.note(event);
    if (news === undefined) {
      return;
    }
    this.#conversations.set(id, metrics);
    if (!this.#apart.has(id)) {
      this.#news = sumOf(this.#news, news);
    }
    this.#changes.fire();
  }
}
