import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { OUTSIDE_AGENTS } from '../../node/agents/registry';
import { Installation } from '../../node/install/installation';
import { Removal } from '../../node/install/removal';
import { AGENTS_FOLDER, sharedFolder } from '../../node/plugin/sharedFolder';
import { thisMachine } from '../../node/protection/machineFacts';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { reportFault } from '../window/log';
import { TextPage } from '../host/textPage';
import { translate } from '../host/translate';
import { removeEverything } from './removeEverything';
import { protectAgents } from './protectAgents';
import { prompts } from '../host/prompts';

/** Protects agents outside VS Code. What protects them is brought to this version. */
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
