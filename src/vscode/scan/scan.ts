import * as vscode from 'vscode';
import { PagePanel } from '../host/pagePanel';
import { translate } from '../host/translate';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import type { scanSessions } from './scanSessions';

/** Registers "Scan My Sessions". */
export function registerScan(
  window: GuardWindow,
  load: () => { readonly scanSessions: typeof scanSessions },
): Registered<'scan'> {
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
