import { ConversationSettings } from '../../../../src/core/settings/conversationSettings';
import { Guard } from '../../../../src/engine/guard';
import type { FeedbackQuestion } from '../../../../src/core/feedback/question';
import { remedies } from '../../../../src/core/feedback/remedies';
import type { Remedies } from '../../../../src/core/feedback/remedy';
import { withChanges, type SettingsChange } from '../../../../src/core/feedback/settingsChange';
import { recordingOf } from '../../../../src/core/replay/counts';
import { replayUnder } from '../../../../src/core/replay/replayUnder';
import { parseConfiguration, type RawSettings } from '../../../../src/core/settings/parse';
import { Timeline, TIMELINE_BOUNDS, type TimelineBounds } from '../../../../src/core/timeline/timeline';
import type { TimelineCall } from '../../../../src/core/timeline/timelineCall';
import type { TimelineConversation } from '../../../../src/core/timeline/timelineConversation';
import { sha256 } from '../../../../src/node/files/hash';

export const ONE = 'one';

/** A guard whose calls a timeline remembers, and the questions a person may ask about them. */
export class Watched {
  readonly guard: Guard;
  /** What holds in each conversation. */
  readonly conversations = new ConversationSettings(() => this.#configuration);
  readonly timeline: Timeline;
  #configuration;
  #calls = 0;
  #nowMs = 0;

  constructor(
    public settings: RawSettings = {},
    bounds: Partial<TimelineBounds> = {},
  ) {
    this.#configuration = parseConfiguration(settings);
    this.timeline = new Timeline({ ...TIMELINE_BOUNDS, ...bounds });
    this.guard = new Guard({
      hash: sha256,
      settingsFor: this.conversations.settingsFor,
      report: (event) => this.timeline.note(event),
    });
  }

  change(settings: RawSettings): void {
    this.settings = settings;
    this.#configuration = parseConfiguration(settings);
  }

  /** A call in a round of its own, one second after the last; it gets its answer if it may run. */
  call(
    tool: string,
    callArguments: unknown = {},
    answer: string | undefined = 'the same answer, long enough to count',
    { isError = false, conversation = ONE } = {},
  ): string {
    const id = `call ${++this.#calls}`;
    this.#nowMs += 1000;
    const { action } = this.guard.check(conversation, { id, tool, arguments: callArguments }, this.#nowMs);
    if (answer !== undefined && (action === 'allow' || action === 'warn')) {
      this.guard.record(conversation, { callId: id, result: answer, isError });
    }
    return action;
  }

  conversation(id = ONE): TimelineConversation {
    return this.timeline.conversation(id) as TimelineConversation;
  }

  /** The last call with a detection, or the last call of all. */
  found(id = ONE): TimelineCall {
    return (this.conversation(id).detections.at(-1) ?? this.conversation(id).calls.at(-1)) as TimelineCall;
  }

  question(verdict: FeedbackQuestion['verdict'], call = this.found()): FeedbackQuestion {
    return {
      verdict,
      call,
      conversation: this.conversation(),
      conversations: this.timeline.conversations,
      settings: this.settings,
      effective: this.conversations.effective(ONE, this.guard.status(ONE).model),
    };
  }

  ask(verdict: FeedbackQuestion['verdict'], call = this.found()): Remedies {
    return remedies(this.question(verdict, call), sha256);
  }

  /**
   * Where something is found when the calls of the count are replayed under changed settings: numbers of calls with
   * detector and severity.
   */
  replayed(changes: readonly SettingsChange[], call = this.found()): Map<number, string> {
    const recording = recordingOf(this.conversation(), call);
    const configuration = parseConfiguration({
      ...this.settings,
      user: withChanges(this.settings.user ?? {}, changes),
    });
    return new Map(
      replayUnder(recording.recorded, configuration, sha256).map(({ index, detector, severity }) => [
        recording.calls[index]?.number ?? 0,
        `${detector} ${severity}`,
      ]),
    );
  }
}

/** The remedies in short: what is set to what. */
export function short({ remedies: offered }: Remedies): string[] {
  return offered.map(({ changes }) =>
    changes.map(({ path, value }) => `${path.join('.')}=${JSON.stringify(value)}`).join(' '),
  );
}
