import { type Firing, type RecordedCall, replay } from '../../engine/replay';
import type { Hash } from '../../engine/facts/signature';
import type { Configuration } from '../settings/configuration';
import { ConversationSettings } from '../settings/conversationSettings';

/**
 * Plays a recorded session to the guard under a configuration.
 * @returns all firings, in the order of the calls; a call fires once at most
 * @throws when the guard failed
 */
export function replayUnder(calls: Iterable<RecordedCall>, configuration: Configuration, hash: Hash): Firing[] {
  return replay(calls, new ConversationSettings(() => configuration).settingsFor, hash);
}
