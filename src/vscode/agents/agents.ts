import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { OUTSIDE_AGENTS } from '../../node/agents/registry';
import { Installation } from '../../node/install/installation';
import { Removal, type RemovalReport } from '../../node/install/removal';
import { AGENTS_FOLDER, sharedFolder } from '../../node/plugin/sharedFolder';
import { thisMachine } from '../../node/protection/machineFacts';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { reportFault } from '../window/log';
import { TextPage } from '../host/textPage';
import { translate } from '../host/translate';
import { protectAgents } from './protectAgents';
import { prompts } from '../host/prompts';

/** Also updates the hooks of agents outside VS Code to this version. */
export function registerAgents({ log, installation, version, ownFolder }: GuardWindow): Registered<'agents'> {
  const plugin = vscode.Uri.joinPath(installation, 'plugin').fsPath;
  const agents = new Installation(plugin, version, thisMachine());
  const page = new TextPage('tool-loop-guard-agents');
  try {
    if (existsSync(join(sharedFolder(), AGENTS_FOLDER)) && agents.update()) {
      log.info('The hooks of agents beside VS Code were brought to this version.');
    }
  } catch (error) {
    reportFault(log, 'updating the hooks of other agents')(error);
  }
  return {
    parts: [page],
    commands: {
      'toolLoopGuard.protectAgents': (agent) =>
        protectAgents(
          agents,
          page,
          ({ name }, error) => {
            reportFault(log, 'protecting other agents')(error);
            void prompts.showErrorMessage(
              translate('Tool Loop Guard couldn’t change the files of {name}. Its log says why.', { name }),
            );
          },
          OUTSIDE_AGENTS.find(({ id }) => id === agent),
        ),
      'toolLoopGuard.removeEverything': () =>
        removeEverything(new Removal(agents, thisMachine(), [ownFolder.fsPath]), (text) => log.info(text)),
    },
  };
}

const EXTENSION_ID = 'tool-loop-guard.tool-loop-guard';

/** Asks first, and says what was removed. Leaves the extension itself to VS Code. @param note called with each path */
async function removeEverything(
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
          : [translate('These agents will no longer be guarded: {names}.', { names: agents.join(', ') }), '']),
        ...removal
          .changes()
          .map(({ path, after }) => (after === undefined ? path : translate('{path} (our lines only)', { path }))),
        '',
        translate('Your VS Code settings stay as they are.'),
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
          translate('Everything that Tool Loop Guard wrote on this machine was removed.'),
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
