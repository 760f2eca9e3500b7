import * as vscode from 'vscode';
import { Installation } from '../../node/install/installation';
import { thisMachine } from '../../node/protection/machineFacts';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { reportFault } from '../window/log';
import { translate } from '../window/translate';
import { ChangesPage } from './changesPage';
import { protectAgents } from './protectAgents';

/** Registers what guards agents beside VS Code, and brings it to this version where it is in place. */
export function registerAgents({ log, installation, version }: GuardWindow): Registered<'agents'> {
  const plugin = vscode.Uri.joinPath(installation, 'plugin').fsPath;
  const agents = new Installation(plugin, version, thisMachine());
  const page = new ChangesPage();
  try {
    if (agents.update()) {
      log.info('The hooks of agents beside VS Code were brought to this version.');
    }
  } catch (error) {
    reportFault(log, 'updating the hooks of other agents')(error);
  }
  return {
    parts: [page],
    commands: {
      'toolLoopGuard.protectAgents': () =>
        protectAgents(agents, page, ({ name }, error) => {
          reportFault(log, 'protecting other agents')(error);
          void vscode.window.showErrorMessage(
            translate('Tool Loop Guard could not change the files of {name}. Its log says why.', { name }),
          );
        }),
    },
  };
}
