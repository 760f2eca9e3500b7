import { type Firing, type RecordedCall, Replay, REPLAYED, replay, type ReplayOptions } from '../../engine/replay';
import type { Hash } from '../../engine/facts/signature';
import type { Configuration } from '../settings/configuration';
import { ConversationSettings } from '../settings/conversationSettings';
import type { EngineKey, EngineValues, TierSettings } from '../settings/table';

/** What held in the session besides the configuration, and who wants to know what happens. */
export interface SessionOptions extends ReplayOptions {
  /** Values set in chat. */
  readonly overrides?: EngineValues | undefined;
}

/** Plays a recorded session to the guard under a configuration, call by call as they are read. */
export function replayBegun(configuration: Configuration, hash: Hash, options?: ReplayOptions): Replay {
  return new Replay(new ConversationSettings(() => configuration).settingsFor, hash, options);
}

/**
 * Plays a recorded session to the guard under a configuration.
 * @returns all firings, in the order of the calls; a call fires once at most
 * @throws when the guard failed
 */
export function replayUnder(
  calls: Iterable<RecordedCall>,
  configuration: Configuration,
  hash: Hash,
  { overrides = {}, ...options }: SessionOptions = {},
): Firing[] {
  const settings = new ConversationSettings(() => configuration);
  const conversationId = options.listener?.conversationId ?? REPLAYED;
  for (const [key, value] of Object.entries(overrides) as [EngineKey, TierSettings[EngineKey]][]) {
    settings.overrides.set(conversationId, key, value);
  }
  return replay(calls, settings.settingsFor, hash, options);
}
