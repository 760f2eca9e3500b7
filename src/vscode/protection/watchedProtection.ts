import * as vscode from 'vscode';
import { CopilotProtection } from '../../node/protection/copilotProtection';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { reportFault } from '../window/log';
import { translate } from '../host/translate';
import { checkProtection } from './checkProtection';
import { protectCopilotSessions, registerPreview } from './protectCopilotSessions';
import { ProtectionWatch } from './protectionWatch';
import { prompts } from '../host/prompts';

/** How often the files of other programs are looked at. */
const LOOK_INTERVAL_MS = 5_000;

/**
 * Watches which sessions are guarded, and guards those that the plugin does not reach.
 * @param sinceMs sessions of other agents are looked at from this time on
 */
export function watchProtection(window: GuardWindow, sinceMs: number): Registered<'protection'> {
  const { log, settings, installation, version } = window;
  const watch = new ProtectionWatch(window, sinceMs);
  const plugin = vscode.Uri.joinPath(installation, 'plugin').fsPath;
  const copilot = new CopilotProtection(plugin, version);
  const media = vscode.Uri.joinPath(installation, 'media');
  const page = checkProtection(media, () => watch.look(Date.now()));
  const look = failOpen(window, () => {
    watch.look(Date.now());
    page.refresh();
  });
  failOpen(window, () => {
    if (copilot.update()) {
      log.info('The hook file of Copilot sessions was brought to this version.');
    }
  })();
  look();
  const timer = setInterval(look, LOOK_INTERVAL_MS);
  timer.unref();
  return {
    parts: [
      { dispose: () => clearInterval(timer) },
      watch,
      registerPreview(copilot),
      page,
      settings.onDidChange(look),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('chat') && look()),
      vscode.workspace.onDidGrantWorkspaceTrust(look),
    ],
    commands: {
      'toolLoopGuard.checkProtection': () => page.show(),
      'toolLoopGuard.protectCopilotSessions': async () => {
        try {
          if (await protectCopilotSessions(copilot)) {
            look();
          }
        } catch (error) {
          reportFault(log, 'protecting Copilot sessions')(error);
          void prompts.showErrorMessage(
            translate('Tool Loop Guard couldn’t change {path}. Its log says why.', { path: copilot.path }),
          );
        }
      },
    },
  };
}

/** A fault here is told once in the log, and changes nothing else. */
function failOpen({ log }: Pick<GuardWindow, 'log'>, work: () => void): () => void {
  let isToldOf = false;
  return () => {
    try {
      work();
    } catch (error) {
      if (!isToldOf) {
        isToldOf = true;
        reportFault(log, 'looking at the protection')(error);
      }
    }
  };
}
