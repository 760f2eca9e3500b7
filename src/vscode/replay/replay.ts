import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import type { replayConversation } from './replayCommand';
import type { scanSessions } from './scanSessions';
import { ReplaySource } from './replaySource';

/** Registers "Replay a Chat…" and "Scan My Sessions", and lists what has been replayed. */
export function registerReplay(
  window: GuardWindow,
  load: () => { readonly replayConversation: typeof replayConversation; readonly scanSessions: typeof scanSessions },
): Registered<'replay'> {
  const source = new ReplaySource();
  window.sources.push(source);
  return {
    parts: [],
    commands: {
      'toolLoopGuard.replayConversation': (given) => load().replayConversation(window, source, given),
      'toolLoopGuard.scanSessions': () => load().scanSessions(window),
    },
  };
}
