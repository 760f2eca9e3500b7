import { type Firing, type RecordedCall, Replay } from '../src/engine/replay';
import type { Hash } from '../src/engine/facts/signature';
import type { Configuration } from '../src/core/settings/configuration';
import { ConversationSettings } from '../src/core/settings/conversationSettings';

/** @returns all firings in the order of the calls, at most one per call @throws if the guard failed */
export function replayUnder(calls: Iterable<RecordedCall>, configuration: Configuration, hash: Hash): Firing[] {
  const session = new Replay(new ConversationSettings(() => configuration).settingsFor, hash);
  return [...calls].flatMap((call) => session.play(call) ?? []);
}
