import { explain } from '../explanation/explanation';
import { outlineOf, type OutlineEntry } from '../explanation/outline';
import type { TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';
import type { SourcedConversation } from '../timeline/timelineSource';
import type { Translate } from '../words/language';
import { type CallNode, type EntryNode, idOf } from './timelineNode';

/** Explanations as trees of texts, made when they are asked for and remembered until their conversation changes. */
export class Outlines {
  /** By conversation, then by number of the call. */
  readonly #known = new Map<string, Map<number, readonly OutlineEntry[]>>();

  /** @param saved what a detection saved, as a sentence, if known */
  constructor(
    private readonly translate: Translate,
    private readonly saved: (conversation: TimelineConversation, call: TimelineCall) => string | undefined,
  ) {}

  /** The outline of a call; empty if nothing was found in it, or if it is no longer remembered. */
  of(conversation: TimelineConversation | undefined, node: CallNode | EntryNode): readonly OutlineEntry[] {
    const known = this.#known.get(idOf(node)) ?? new Map<number, readonly OutlineEntry[]>();
    this.#known.set(idOf(node), known);
    const outline = known.get(node.number) ?? this.#outlined(conversation, node.number);
    known.set(node.number, outline);
    return outline;
  }

  /** What a line of an outline says. */
  entry(conversation: TimelineConversation | undefined, node: EntryNode): OutlineEntry | undefined {
    let entries = this.of(conversation, node);
    let entry: OutlineEntry | undefined;
    for (const at of node.path) {
      entry = entries[at];
      entries = entry?.children ?? [];
    }
    return entry;
  }

  /** What was derived from the conversation no longer holds. */
  changed(at: SourcedConversation): void {
    this.#known.delete(idOf(at));
  }

  #outlined(conversation: TimelineConversation | undefined, number: number): readonly OutlineEntry[] {
    const call = conversation?.callNumbered(number);
    if (conversation === undefined || call === undefined) {
      return [];
    }
    const explanation = explain(conversation, call, this.translate, this.saved(conversation, call));
    return explanation === undefined ? [] : outlineOf(explanation, this.translate);
  }
}
