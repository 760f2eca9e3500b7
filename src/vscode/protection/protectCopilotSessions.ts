import * as vscode from 'vscode';
import type { CopilotProtection } from '../../node/protection/copilotProtection';
import { closeTabs } from '../host/tabs';
import { translate } from '../host/translate';

/** Under this scheme lie the two sides of the preview. */
const SCHEME = 'tool-loop-guard-protection';

const BEFORE = vscode.Uri.from({ scheme: SCHEME, path: '/before/tool-loop-guard.json' });
const AFTER = vscode.Uri.from({ scheme: SCHEME, path: '/after/tool-loop-guard.json' });

/** Provides the two sides of the preview. */
export function registerPreview(protection: CopilotProtection): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: ({ path }) => {
      const { before = '', after } = protection.plan();
      return path === BEFORE.path ? before : protection.isOn ? before : after;
    },
  });
}

/**
 * Shows the hook file that is to be written, and writes it when the person says so; where it is in place, offers to
 * take it back.
 * @returns whether something has changed
 * @throws when the file cannot be written or removed
 */
export async function protectCopilotSessions(protection: CopilotProtection): Promise<boolean> {
  return protection.isOn ? takeBack(protection) : protect(protection);
}

async function protect(protection: CopilotProtection): Promise<boolean> {
  const { path } = protection.plan();
  await vscode.commands.executeCommand('vscode.diff', BEFORE, AFTER, path, { preview: true });
  const write = translate('Write the file');
  try {
    const answer = await vscode.window.showInformationMessage(
      translate(
        'To guard Copilot sessions that extension hooks don’t reach, Tool Loop Guard would write ' +
          '{path}, as shown. The file also applies to GitHub Copilot CLI. Other hook files stay as they ' +
          'are, and this command can remove it again.',
        { path },
      ),
      write,
    );
    if (answer !== write) {
      return false;
    }
    protection.apply();
  } finally {
    await closePreview();
  }
  void vscode.window.showInformationMessage(translate('New Copilot sessions are guarded.', { path }));
  return true;
}

async function takeBack(protection: CopilotProtection): Promise<boolean> {
  const { path } = protection;
  const remove = translate('Remove the file');
  const answer = await vscode.window.showInformationMessage(
    translate('Copilot sessions are protected by {path}. Do you want to remove the file?', { path }),
    remove,
    translate('Keep it'),
  );
  if (answer !== remove) {
    return false;
  }
  protection.remove();
  void vscode.window.showInformationMessage(translate('Restored {path}.', { path }));
  return true;
}

async function closePreview(): Promise<void> {
  await closeTabs((input) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME);
}
