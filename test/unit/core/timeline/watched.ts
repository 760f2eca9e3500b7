import { ConversationSettings } from '../../../../src/core/settings/conversationSettings';
import { Guard } from '../../../../src/engine/guard';
import { inEnglish } from '../../../../src/core/words/language';
import { parseConfiguration } from '../../../../src/core/settings/parse';
import { explain, type Explanation } from '../../../../src/core/explanation/explanation';
import { Timeline, TIMELINE_BOUNDS, type TimelineBounds } from '../../../../src/core/timeline/timeline';
import type { TimelineCall } from '../../../../src/core/timeline/timelineCall';
import type { TimelineConversation } from '../../../../src/core/timeline/timelineConversation';
import { LIVE, type TimelineSource } from '../../../../src/core/timeline/timelineSource';
import { sha256 } from '../../../../src/node/files/hash';

const CONVERSATION = 'one';

/** A guard whose calls are watched by a timeline, answered as soon as they are made. */
export class Watched {
  readonly timeline: Timeline;
  readonly guard: Guard;
  nowMs = 0;
  #calls = 0;

  constructor(user: Record<string, unknown> = {}, bounds: Partial<TimelineBounds> = {}) {
    const configuration = parseConfiguration({ user });
    this.timeline = new Timeline({ ...TIMELINE_BOUNDS, ...bounds });
    this.guard = new Guard({
      hash: sha256,
      settingsFor: new ConversationSettings(() => configuration).settingsFor,
      report: (event) => this.timeline.note(event),
    });
  }

  /**
   * Makes a call, in a round of its own unless told otherwise; a call that runs gets the result unless that is
   * undefined.
   */
  call(
    tool: string,
    callArguments: unknown = {},
    result: unknown = `What ${tool} always says.`,
    { round, conversation = CONVERSATION }: { round?: string; conversation?: string } = {},
  ): string {
    const id = `call ${++this.#calls}`;
    const { action } = this.guard.check(conversation, { id, tool, arguments: callArguments, round }, ++this.nowMs);
    if (result !== undefined && (action === 'allow' || action === 'warn')) {
      this.guard.record(conversation, { callId: id, result, isError: false });
    }
    return action;
  }

  get conversation(): TimelineConversation {
    const conversation = this.timeline.conversation(CONVERSATION);
    if (conversation === undefined) {
      throw new Error('Nothing was called');
    }
    return conversation;
  }

  /** The call in which something was found last. */
  get detected(): TimelineCall {
    const call = this.conversation.detections.at(-1);
    if (call === undefined) {
      throw new Error('Nothing was found');
    }
    return call;
  }

  /** What a person is told of it. */
  explanation(saved?: string): Explanation {
    return explain(this.conversation, this.detected, inEnglish, saved) as Explanation;
  }

  get source(): TimelineSource {
    return sourceOf(this.timeline);
  }
}

/** A timeline as the view lists it. */
export function sourceOf(timeline: Timeline, id = LIVE, label = 'This window'): TimelineSource {
  return {
    id,
    label,
    get conversations() {
      return timeline.conversations;
    },
    conversation: (conversationId) => timeline.conversation(conversationId),
    onDidChange: (listener) => timeline.onDidChange(listener),
    clear: () => timeline.clear(),
  };
}
