import * as vscode from 'vscode';
import { type ProtectionRow, protectionTable } from '../../core/protection/protectionTable';
import { protectionDocument } from '../../core/protection/protectionText';
import type { ProtectionRemedy } from '../../core/protection/reason';
import { remedyTitle } from '../../core/protection/remedyTitle';
import { OUTSIDE_SESSIONS } from '../../node/agents/registry';
import { runCommand } from '../host/commands';
import { translate } from '../host/translate';
import type { FactsOfWindow } from './protectionWatch';

const SCHEME = 'tool-loop-guard-check';
const DOCUMENT = vscode.Uri.from({ scheme: SCHEME, path: '/Tool Loop Guard Protection.md' });

/** Shows the table of the protection as a document that follows the facts. */
export class CheckProtection {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();

  /** @param look reads the facts */
  constructor(private readonly look: () => FactsOfWindow) {}

  /** Provides the document. */
  register(): vscode.Disposable {
    const provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: () => {
        const facts = this.look();
        return protectionDocument(protectionTable(facts, OUTSIDE_SESSIONS, translate), facts.sessions, translate);
      },
    });
    return vscode.Disposable.from(provider, this.#changed);
  }

  /** The facts may have changed. */
  refresh(): void {
    this.#changed.fire(DOCUMENT);
  }

  /** Opens the document, and offers what can be done at once next to it, because it contains no links. */
  async show(): Promise<void> {
    this.refresh();
    await vscode.commands.executeCommand('markdown.showPreview', DOCUMENT);
    const items = remedies(protectionTable(this.look(), OUTSIDE_SESSIONS, translate));
    if (items.length === 0) {
      return;
    }
    const chosen = await vscode.window.showQuickPick(items, {
      title: translate('What to do about sessions that are not guarded'),
      placeHolder: translate('Choose one, or press Escape to read the table.'),
      matchOnDetail: true,
    });
    if (chosen !== undefined) {
      await carryOut(chosen.remedyBy);
    }
  }
}

interface RemedyItem extends vscode.QuickPickItem {
  readonly remedyBy: ProtectionRemedy;
}

/** Each remedy once, with the sessions that it helps. The table behind the list says more. */
function remedies(rows: readonly ProtectionRow[]): RemedyItem[] {
  const items = new Map<
    string,
    { readonly remedyBy: ProtectionRemedy; readonly why: string; readonly names: string[] }
  >();
  for (const { name, obstacles } of rows) {
    for (const { remedyBy, why } of obstacles) {
      if (remedyBy !== undefined) {
        const title = remedyTitle(remedyBy, translate);
        const item = items.get(title) ?? { remedyBy, why, names: [] };
        item.names.push(name);
        items.set(title, item);
      }
    }
  }
  return [...items].map(([label, { remedyBy, why, names }]) => ({
    label,
    description: inShort([...new Set(names)]),
    detail: why,
    remedyBy,
  }));
}

/** The whole list would be cut off; it is in the table. */
function inShort([first = '', ...more]: readonly string[]): string {
  return more.length === 0 ? first : translate('{session} and {count} more', { session: first, count: more.length });
}

function carryOut(remedy: ProtectionRemedy): Thenable<unknown> {
  switch (remedy.kind) {
    case 'protectCopilotSessions':
      return runCommand('toolLoopGuard.protectCopilotSessions');
    case 'protectAgents':
      return runCommand('toolLoopGuard.protectAgents');
    case 'setting':
      return vscode.commands.executeCommand('workbench.action.openSettings', `@id:${remedy.setting}`);
    case 'trust':
      return vscode.commands.executeCommand('workbench.trust.manage');
    case 'plugins':
      return vscode.commands.executeCommand('workbench.extensions.search', '@agentPlugins');
    case 'log':
      return runCommand('toolLoopGuard.showLog');
  }
}
