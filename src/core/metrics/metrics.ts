import { BoundedMap, RecentMap } from '../../engine/values/boundedMap';
import { Emitter } from '../events/emitter';
import type { ObservedEvent } from '../events/events';
import { ConversationMetrics } from './conversationMetrics';
import { emptyTally, loopsOf, sumOf, type MetricsTally } from './tally';

const REMEMBERED_CONVERSATIONS = 1000;

/** Tools beyond these are forgotten, the one unused for longest first. */
const REMEMBERED_TOOLS = 200;

const NOTHING: MetricsTally = emptyTally();

export interface ToolCount {
  /** With its operation, if it has one. */
  readonly tool: string;
  readonly calls: number;
  readonly loops: number;
}

/**
 * Counts what the guard reports, by conversation and in total. In memory, numbers only; {@link takeNews} hands over
 * what is to be stored.
 */
export class Metrics {
  readonly #conversations = new RecentMap<string, ConversationMetrics>(REMEMBERED_CONVERSATIONS);
  readonly #changes = new Emitter<void>();
  /** Demonstrations: counted by conversation, but not in the total. */
  readonly #apart = new Set<string>();
  /** In memory only: names of tools are not stored. */
  readonly #tools = new BoundedMap<string, ToolCount>(REMEMBERED_TOOLS);
  #news: MetricsTally = NOTHING;

  /** What has been counted since the last {@link takeNews}. */
  get news(): MetricsTally {
    return this.#news;
  }

  conversation(id: string): MetricsTally {
    return this.#conversations.peek(id)?.tally ?? NOTHING;
  }

  /** Conversations in which anything was counted, the one counted in last first. */
  get conversations(): readonly { readonly id: string; readonly tally: MetricsTally }[] {
    return this.#conversations.latestFirst.map(([id, { tally }]) => ({ id, tally }));
  }

  /** What was counted for each tool since this window was opened: most loops first, then most calls. */
  get tools(): readonly ToolCount[] {
    return [...this.#tools.values()].toSorted(
      (one, other) => other.loops - one.loops || other.calls - one.calls || one.tool.localeCompare(other.tool),
    );
  }

  readonly onDidChange = this.#changes.event;

  /** Leaves a conversation out of the total from now on. */
  keepApart(conversationId: string): void {
    this.#apart.add(conversationId);
  }

  isApart(conversationId: string): boolean {
    return this.#apart.has(conversationId);
  }

  /** Hands over what is to be stored, and starts over. */
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
    this.#tools.clear();
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
      if ((event.kind === 'recorded' || event.kind === 'detection') && event.call.moment === undefined) {
        const { tool } = event.entry;
        const { calls, loops } = this.#tools.get(tool) ?? { calls: 0, loops: 0 };
        this.#tools.set(tool, { tool, calls: calls + news.calls, loops: loops + loopsOf(news) });
      }
    }
    this.#changes.fire();
  }
}
