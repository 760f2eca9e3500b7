import * as vscode from 'vscode';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { reportFault } from '../window/log';
import { checkProtection } from './checkProtection';
import { ProtectionWatch } from './protectionWatch';

/** How often the files of other programs are looked at. */
const LOOK_INTERVAL_MS = 5_000;

/**
 * Watches which sessions are guarded, and guards those that the plugin does not reach.
 * @param sinceMs sessions of other agents are looked at from this time on
 */
export function watchProtection(window: GuardWindow, sinceMs: number): Registered<'protection'> {
  const { settings, installation } = window;
  const watch = new ProtectionWatch(window, sinceMs);
  const media = vscode.Uri.joinPath(installation, 'media');
  const page = checkProtection(media, () => watch.look(Date.now()));
  const look = failOpen(window, () => {
    watch.look(Date.now());
    page.refresh();
  });
  look();
  const timer = setInterval(look, LOOK_INTERVAL_MS);
  timer.unref();
  return {
    parts: [
      { dispose: () => clearInterval(timer) },
      watch,
      page,
      settings.onDidChange(look),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('chat') && look()),
      vscode.workspace.onDidGrantWorkspaceTrust(look),
    ],
    commands: {
      'toolLoopGuard.checkProtection': () => page.show(),
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
