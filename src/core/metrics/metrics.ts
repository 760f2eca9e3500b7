import { BoundedMap, RecentMap } from '../../engine/values/boundedMap';
import { Emitter } from '../events/emitter';
import type { ObservedEvent } from '../events/events';
import { ConversationMetrics } from './conversationMetrics';
import { emptyTally, loopsOf, sumOf, type MetricsTally } from './tally';

/** As many conversations as the guard remembers. */
const REMEMBERED_CONVERSATIONS = 1000;

/** Tools beyond these are forgotten, the one unused for longest first. */
const REMEMBERED_TOOLS = 200;

const NOTHING: MetricsTally = emptyTally();

/** What was counted for one tool. */
export interface ToolCount {
  /** With its operation, if it has one. */
  readonly tool: string;
  readonly calls: number;
  readonly loops: number;
}

/**
 * Counts what the guard reports, for each conversation and in all. Local, in memory, numbers only; what is to last is
 * taken with {@link takeNews} and added to what is stored.
 */
export class Metrics {
  readonly #conversations = new RecentMap<string, ConversationMetrics>(REMEMBERED_CONVERSATIONS);
  readonly #changes = new Emitter<void>();
  /** Conversations that are no work: counted for themselves, not in all. */
  readonly #apart = new Set<string>();
  /** In memory only: names of tools are not stored. */
  readonly #tools = new BoundedMap<string, ToolCount>(REMEMBERED_TOOLS);
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

  /** What was counted for each tool since this window was opened: most loops first, then most calls. */
  get tools(): readonly ToolCount[] {
    return [...this.#tools.values()].toSorted(
      (one, other) => other.loops - one.loops || other.calls - one.calls || one.tool.localeCompare(other.tool),
    );
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

  /** Counts what the guard reports. */
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
