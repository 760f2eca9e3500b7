import * as vscode from 'vscode';
import { PagePanel } from '../host/pagePanel';
import { translate } from '../host/translate';
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
  let scanned = '';
  const panel = new PagePanel({
    viewType: 'toolLoopGuard.scan',
    title: translate('Tool Loop Guard: Scan'),
    icon: { folder: vscode.Uri.joinPath(window.installation, 'media'), file: 'graph' },
    commands: [],
    pageNow: () => () => scanned,
  });
  return {
    parts: [panel],
    commands: {
      'toolLoopGuard.replayConversation': (given) => load().replayConversation(window, source, given),
      'toolLoopGuard.scanSessions': async () => {
        const page = await load().scanSessions(window);
        if (page !== undefined) {
          scanned = page;
          panel.show();
        }
      },
    },
  };
}
