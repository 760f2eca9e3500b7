import type { Circumstances } from '../../engine/replay';
import type { Origin, Origins } from '../settings/configuration';
import type { RawSettings } from '../settings/parse';
import { JUDGED_KEYS, type TierSettings, type EngineValues } from '../settings/schema';
import type { TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';
import type { FeedbackVerdict } from '../../engine/events';

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

/** What was set in chat when the call was judged, and by which model it was made. */
export function circumstancesOf({ call, conversation, effective }: FeedbackQuestion): Circumstances {
  const { detection } = call;
  const { values, origins } =
    detection?.origins === undefined ? effective : { values: detection.settings, origins: detection.origins };
  const overrides: EngineValues = Object.fromEntries(
    JUDGED_KEYS.filter((key) => isFromChat(origins[key])).map((key) => [key, values[key]]),
  );
  // A replay tells of what is done; a detection with the action "continue" is one all the same.
  const told: EngineValues = detection?.action === 'continue' ? { mode: 'break', actions: [] } : {};
  return { model: detection?.model ?? conversation.model, overrides: { ...overrides, ...told } };
}

function isFromChat(origin: Origin): boolean {
  return origin.kind === 'conversation' || (origin.kind === 'preset' && isFromChat(origin.of));
}
