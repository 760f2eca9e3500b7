import * as vscode from 'vscode';
import { linkLine, type WriteLink } from '../../core/chat/chatLink';
import type { ProtectionNotice } from '../../core/protection/gap';
import { escapeMarkdown } from '../../core/words/pages/markdown';
import { translate } from '../host/translate';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { reportFault } from '../window/log';
import { checkProtection } from './checkProtection';
import { ProtectionWatch } from './protectionWatch';

/** How often the files of other programs are looked at. */
const LOOK_INTERVAL_MS = 5_000;

/** Watches which sessions are guarded, and says so. */
export function registerProtection(window: GuardWindow): Registered<'protection'> {
  const { settings, installation, statusLines, protection } = window;
  const watch = new ProtectionWatch(window, window.startedMs);
  statusLines.push((_, link) => gapLines(protection, link));
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

/** What `/tool-loop-status` says of sessions that are not guarded, as Markdown. */
function gapLines({ now: { gap } }: ProtectionNotice, link: WriteLink | undefined): readonly string[] {
  if (gap === undefined) {
    return [];
  }
  const { sessionId, agent = '', why, remedy } = gap;
  return [
    [
      sessionId === undefined
        ? translate('**New chats of this window aren’t guarded.**')
        : translate('**Not guarding {agent} session {id}.**', { agent, id: sessionId.slice(0, 8) }),
      escapeMarkdown(why),
      escapeMarkdown(remedy),
      ...linkLine(link, [[translate('How to fix'), { kind: 'protection' }]]),
    ].join(' '),
  ];
}
