import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import type { Detection } from '../../src/engine/decision/verdict';
import { Guard } from '../../src/engine/guard';
import { type FeedbackQuestion, remedies } from '../../src/core/feedback/remedies';
import { explain, type Explanation } from '../../src/core/explanation/explanation';
import { parseConfiguration, type RawSettings } from '../../src/core/settings/parse';
import { Timeline, TIMELINE_BOUNDS, type TimelineBounds } from '../../src/core/timeline/timeline';
import type { TimelineCall } from '../../src/core/timeline/timelineCall';
import type { TimelineConversation } from '../../src/core/timeline/timelineConversation';
import { inEnglish } from '../../src/core/words/language';
import { digestOf } from '../../src/node/files/hash';

export const ONE = 'one';

export class Watched {
  readonly guard: Guard;
  readonly conversations = new ConversationSettings(() => this.#configuration);
  readonly timeline: Timeline;
  settings: RawSettings;
  #configuration;
  #calls = 0;
  #nowMs = 0;

  constructor(user: NonNullable<RawSettings['user']> = {}, bounds: Partial<TimelineBounds> = {}) {
    this.settings = { user };
    this.#configuration = parseConfiguration(this.settings);
    this.timeline = new Timeline({ ...TIMELINE_BOUNDS, ...bounds });
    this.guard = new Guard({
      hash: digestOf,
      settingsFor: this.conversations.settingsFor,
      report: (event) => this.timeline.note(event),
    });
  }

  change(settings: RawSettings): void {
    this.settings = settings;
    this.#configuration = parseConfiguration(settings);
  }

  /** Makes a call one millisecond later, by default in a new round. If it runs, it gets the result; null: unknown. */
  call(
    tool: string,
    callArguments: unknown = {},
    answer: unknown = `What ${tool} always says.`,
    { isError = false, round, conversation = ONE }: { isError?: boolean; round?: string; conversation?: string } = {},
  ): string {
    const id = `call ${++this.#calls}`;
    this.#nowMs += 1;
    const { action } = this.guard.check(conversation, { id, tool, arguments: callArguments, round }, this.#nowMs);
    if (answer !== null && (action === 'allow' || action === 'warn')) {
      this.guard.record(conversation, { callId: id, result: answer, isError });
    }
    return action;
  }

  /** Makes the same call several times. */
  times(count: number, ...call: Parameters<Watched['call']>): void {
    for (let made = 0; made < count; made++) {
      this.call(...call);
    }
  }

  pause(ms: number): void {
    this.#nowMs += ms;
  }

  get conversation(): TimelineConversation {
    const conversation = this.timeline.conversation(ONE);
    if (conversation === undefined) {
      throw new Error('Nothing was called');
    }
    return conversation;
  }

  get detected(): TimelineCall {
    const call = this.conversation.detections.at(-1);
    if (call === undefined) {
      throw new Error('Nothing was found');
    }
    return call;
  }

  explanation(): Explanation {
    return explain(this.conversation, this.detected, inEnglish) as Explanation;
  }

  question(verdict: FeedbackQuestion['verdict']): FeedbackQuestion {
    const call = this.detected;
    return {
      verdict,
      call,
      detection: call.detection as Detection,
      settings: this.settings,
      overrides: this.conversations.overrides.of(ONE),
    };
  }

  ask(verdict: FeedbackQuestion['verdict']): ReturnType<typeof remedies> {
    return remedies(this.question(verdict));
  }
}

export function short({ remedies: offered }: ReturnType<typeof remedies>): string[] {
  return offered.map(({ change: { path, value } }) => `${path.join('.')}=${JSON.stringify(value)}`);
}
