import * as vscode from 'vscode';
import { protectionPage } from '../../core/protection/protectionPage';
import { protectionTable } from '../../core/protection/protectionTable';
import { REMEDY_COMMANDS } from '../../core/protection/remedyCommand';
import { OUTSIDE_SESSIONS } from '../../node/agents/registry';
import { PagePanel } from '../host/pagePanel';
import { translate } from '../host/translate';
import type { FactsOfWindow } from './protectionWatch';

/**
 * The page that tells which sessions are guarded.
 * @param media the folder with the icon of its tab
 * @param look reads the facts
 */
export function checkProtection(media: vscode.Uri, look: () => FactsOfWindow): PagePanel {
  return new PagePanel({
    viewType: 'toolLoopGuard.protection',
    title: translate('Tool Loop Guard: Protection'),
    icon: { folder: media, file: 'shield' },
    commands: REMEDY_COMMANDS,
    pageNow: () => {
      const facts = look();
      const { language } = vscode.env;
      const rows = protectionTable(facts, OUTSIDE_SESSIONS, translate);
      const report = { rows, nowMs: Date.now() };
      return (nonce) => protectionPage(report, { nonce, language }, translate);
    },
  });
}
