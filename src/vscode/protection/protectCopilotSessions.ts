import * as vscode from 'vscode';
import type { CopilotProtection } from '../../node/protection/copilotProtection';
import { consents } from '../host/consent';
import { closeTabs } from '../host/tabs';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';

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
 * Asks whether the hook file is to be written, shows it on request, and writes it when the person says so; where it is
 * in place, offers to take it back.
 * @returns whether something has changed
 * @throws when the file cannot be written or removed
 */
export async function protectCopilotSessions(protection: CopilotProtection): Promise<boolean> {
  return protection.isOn ? takeBack(protection) : protect(protection);
}

async function protect(protection: CopilotProtection): Promise<boolean> {
  const { path } = protection.plan();
  const isAgreed = await consents(
    {
      question: translate('Add Tool Loop Guard’s hooks to 1 file?'),
      detail: [
        path,
        translate('The file also applies to Copilot CLI. Other hook files stay as they are.'),
        translate('Run the command again to remove the hooks.'),
      ].join('\n'),
      yes: translate('Add Hooks'),
    },
    {
      show: async () => {
        await vscode.commands.executeCommand('vscode.diff', BEFORE, AFTER, path, { preview: true });
      },
      close: closePreview,
    },
  );
  if (!isAgreed) {
    return false;
  }
  protection.apply();
  void prompts.showInformationMessage(translate('New Copilot sessions are guarded.'));
  return true;
}

async function takeBack(protection: CopilotProtection): Promise<boolean> {
  const { path } = protection;
  const isAgreed = await consents({
    question: translate('Remove Tool Loop Guard’s hooks from 1 file?'),
    detail: path,
    yes: translate('Remove Hooks'),
  });
  if (!isAgreed) {
    return false;
  }
  protection.remove();
  void prompts.showInformationMessage(translate('Restored {path}.', { path }));
  return true;
}

async function closePreview(): Promise<void> {
  await closeTabs((input) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME);
}
