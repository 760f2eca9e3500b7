import * as vscode from 'vscode';
import type { Removal, RemovalReport } from '../../node/install/removal';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';

const EXTENSION_ID = 'tool-loop-guard.tool-loop-guard';

/**
 * Removes everything that Tool Loop Guard wrote on this machine, once the person has seen what that is and agreed, and
 * says what was removed. The extension itself is left to VS Code.
 * @param note told of each path
 */
export async function removeEverything(
  removal: Pick<Removal, 'changes' | 'agents' | 'run'>,
  note: (text: string) => void,
): Promise<void> {
  const remove = translate('Remove');
  const agents = removal.agents().map(({ name }) => name);
  const answer = await prompts.showWarningMessage(
    translate('Remove everything that Tool Loop Guard wrote on this machine?'),
    {
      modal: true,
      detail: [
        ...(agents.length === 0
          ? []
          : [translate('These agents are no longer guarded: {names}.', { names: agents.join(', ') }), '']),
        ...removal
          .changes()
          .map(({ path, after }) => (after === undefined ? path : translate('{path} (our lines only)', { path }))),
        '',
        translate('Your settings stay as they are.'),
      ].join('\n'),
    },
    remove,
  );
  if (answer === remove) {
    await tell(removal.run(), note);
  }
}

async function tell({ removed, kept }: RemovalReport, note: (text: string) => void): Promise<void> {
  removed.forEach((path) => note(`Removed: ${path}`));
  kept.forEach(({ path, reason }) => note(`Not removed: ${path}: ${reason}`));
  const uninstall = translate('Uninstall the Extension');
  const answer =
    kept.length === 0
      ? await prompts.showInformationMessage(
          translate('Everything that Tool Loop Guard wrote on this machine is removed.'),
          uninstall,
        )
      : await prompts.showWarningMessage(
          translate('Not everything could be removed. Still there: {paths}. The log says why.', {
            paths: kept.map(({ path }) => path).join(', '),
          }),
          uninstall,
        );
  if (answer === uninstall) {
    await vscode.commands.executeCommand('workbench.extensions.uninstallExtension', EXTENSION_ID);
  }
}
