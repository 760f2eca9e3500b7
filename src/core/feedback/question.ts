import type { Origin, Origins } from '../settings/configuration';
import type { RawSettings } from '../settings/parse';
import { originsOf } from '../settings/resolve';
import { type EngineValues, JUDGED_KEYS, type TierSettings } from '../settings/table';
import type { SessionOptions } from '../replay/replayUnder';
import type { TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';
import type { FeedbackVerdict } from '../events/events';

/** What a person said of a call, and what is known of it. */
export interface FeedbackQuestion {
  readonly verdict: FeedbackVerdict;
  readonly call: TimelineCall;
  readonly conversation: TimelineConversation;
  /** All conversations at hand, the latest first. */
  readonly conversations: readonly TimelineConversation[];
  /** As they are now; the remedies change `user`. */
  readonly settings: RawSettings;
  /** What holds in the conversation now, for a call in which nothing was found. */
  readonly effective: { readonly values: TierSettings; readonly origins: Origins };
}

/** What was set in chat when the call was checked, and by which model it was made. */
export function sessionOptionsOf({ call, conversation, effective }: FeedbackQuestion): SessionOptions {
  const { detection } = call;
  const then = detection === undefined ? undefined : originsOf(detection.settings);
  const { values, origins } =
    detection === undefined || then === undefined ? effective : { values: detection.settings, origins: then };
  const overrides: EngineValues = Object.fromEntries(
    JUDGED_KEYS.filter((key) => isFromChat(origins[key])).map((key) => [key, values[key]]),
  );
  // A replay reports actions; a detection with the action "continue" still counts as one.
  const told: EngineValues = detection?.action === 'continue' ? { mode: 'break', actions: [] } : {};
  return { model: detection?.model ?? conversation.model, overrides: { ...overrides, ...told } };
}

function isFromChat(origin: Origin): boolean {
  return origin.kind === 'conversation' || (origin.kind === 'preset' && isFromChat(origin.of));
}
