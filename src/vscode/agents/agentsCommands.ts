import * as vscode from 'vscode';
import { OUTSIDE_AGENTS } from '../../node/agents/registry';
import { Installation } from '../../node/install/installation';
import { Removal } from '../../node/install/removal';
import { thisMachine } from '../../node/protection/machineFacts';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { reportFault } from '../window/log';
import { TextPage } from '../host/textPage';
import { translate } from '../host/translate';
import { removeEverything } from './removeEverything';
import { protectAgents } from './protectAgents';
import { prompts } from '../host/prompts';

type InstallingWindow = Pick<GuardWindow, 'log' | 'installation' | 'version' | 'ownFolder'>;

/** Protecting agents beside VS Code. */
export function registerAgentsCommands(window: InstallingWindow): Registered<'agents'> {
  const { log } = window;
  const agents = installationIn(window);
  const page = new TextPage('tool-loop-guard-agents');
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
        removeEverything(new Removal(agents, thisMachine(), [window.ownFolder.fsPath]), (text) => log.info(text)),
    },
  };
}

/** Brings what guards agents beside VS Code to this version where it is in place. Never throws. */
export function updateAgents(window: InstallingWindow): void {
  const { log } = window;
  try {
    if (installationIn(window).update()) {
      log.info('The hooks of agents beside VS Code were brought to this version.');
    }
  } catch (error) {
    reportFault(log, 'updating the hooks of other agents')(error);
  }
}

function installationIn({ installation, version }: InstallingWindow): Installation {
  return new Installation(vscode.Uri.joinPath(installation, 'plugin').fsPath, version, thisMachine());
}
