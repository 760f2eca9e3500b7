import type * as vscode from 'vscode';
import type { OutsideAgent } from '../../node/agents/agent';
import { lineDiff } from '../../core/words/lineDiff';
import { OUTSIDE_AGENTS } from '../../node/agents/registry';
import type { InstalledChange } from '../../node/install/agentFile';
import type { Installation } from '../../node/install/installation';
import { consents, prompts } from '../host/prompts';
import type { TextPage } from '../host/textPage';
import { translate } from '../host/translate';

const CHANGES_NAME = 'Tool Loop Guard.diff';

interface AgentItem extends vscode.QuickPickItem {
  readonly agent: OutsideAgent;
}

interface Change {
  readonly agent: OutsideAgent;
  readonly change: InstalledChange;
  /** False: hooks are removed. */
  readonly isAdded: boolean;
  readonly apply: () => void;
}

/**
 * Shows the changes, and makes them if the user agrees.
 * @param onFault called for each agent whose files couldn't be planned or changed
 * @param named the only agent to guard, if the user has chosen it already
 */
export async function protectAgents(
  installation: Installation,
  page: TextPage,
  onFault: (agent: OutsideAgent, error: unknown) => void,
  named?: OutsideAgent,
): Promise<void> {
  const found = named === undefined ? installation.found() : [named];
  if (found.length === 0) {
    const names = OUTSIDE_AGENTS.map(({ name }) => name);
    void prompts.showInformationMessage(
      translate('None of these agents was found on this machine: {names}.', { names: names.join(', ') }),
    );
    return;
  }
  const chosen = named === undefined ? await choose(found, installation) : new Set([named]);
  if (chosen === undefined) {
    return;
  }
  const changes = found.flatMap((agent) => planned(agent, chosen.has(agent), installation, onFault));
  if (changes.length === 0) {
    void prompts.showInformationMessage(translate('There is nothing to change.'));
    return;
  }
  if (!(await isAgreed(changes, page))) {
    return;
  }
  const done = changes.filter(({ agent, apply }) => {
    try {
      apply();
      return true;
    } catch (error) {
      onFault(agent, error);
      return false;
    }
  });
  if (done.length > 0) {
    void prompts.showInformationMessage(doneText(done));
  }
}

/** Preselects the guarded agents, or all if none is guarded. */
async function choose(
  found: readonly OutsideAgent[],
  installation: Installation,
): Promise<Set<OutsideAgent> | undefined> {
  const installed = new Set(found.filter(({ id }) => installation.isInstalled(id)));
  const items = found.map((agent): AgentItem => ({
    agent,
    label: agent.name,
    description: installed.has(agent) && installation.copy.isWhole ? translate('guarded') : translate('not guarded'),
    picked: installed.size === 0 || installed.has(agent),
  }));
  const chosen = await prompts.showQuickPick(items, {
    title: translate('Guard other agents'),
    placeHolder: translate('Select the agents to guard. Clear one to remove its hooks.'),
    canPickMany: true,
  });
  return chosen && new Set(chosen.map(({ agent }) => agent));
}

function planned(
  agent: OutsideAgent,
  isChosen: boolean,
  installation: Installation,
  onFault: (agent: OutsideAgent, error: unknown) => void,
): Change[] {
  try {
    const changes = isChosen ? [installation.plan(agent.id) ?? []].flat() : installation.planRemoval(agent.id);
    const apply = () => (isChosen ? installation.install(agent.id) : installation.uninstall(agent.id));
    return changes.map((change) => ({ agent, change, isAdded: isChosen, apply }));
  } catch (error) {
    onFault(agent, error);
    return [];
  }
}

function isAgreed(changes: readonly Change[], page: TextPage): Promise<boolean> {
  const count = changes.length;
  const added = changes.filter(({ isAdded }) => isAdded).length;
  const addition = {
    question:
      count === 1
        ? translate('Add Tool Loop Guard’s hooks to 1 file?')
        : translate('Add Tool Loop Guard’s hooks to {count} files?', { count }),
    yes: translate('Add Hooks'),
  };
  const removal = {
    question:
      count === 1
        ? translate('Remove Tool Loop Guard’s hooks from 1 file?')
        : translate('Remove Tool Loop Guard’s hooks from {count} files?', { count }),
    yes: translate('Remove Hooks'),
  };
  const both = {
    question: translate('Change Tool Loop Guard’s hooks in {count} files?', { count }),
    yes: translate('Change Hooks'),
  };
  const texts = added === count ? addition : added === 0 ? removal : both;
  const detail = [
    changes.map(({ change }) => change.path).join(', '),
    translate('Your other settings stay as they are.'),
    ...(added > 0 ? [translate('Run the command again to remove the hooks.')] : []),
  ].join('\n');
  return consents(
    { ...texts, detail },
    { show: () => page.show(CHANGES_NAME, changes.map(changeText).join('\n')), close: () => page.close() },
  );
}

function changeText({ change: { path, before, after } }: Change): string {
  const head = [`--- ${before === undefined ? '/dev/null' : path}`, `+++ ${after === undefined ? '/dev/null' : path}`];
  return [...head, ...lineDiff(before ?? '', after ?? ''), ''].join('\n');
}

function doneText(done: readonly Change[]): string {
  const names = done.map(({ agent }) => agent.name).join(', ');
  const trust = done.flatMap(({ agent, change }) =>
    change.after === undefined ? [] : (agent.trust?.(translate) ?? []),
  );
  return [translate('{names} updated. Start a new session to apply the change.', { names }), ...trust].join(' ');
}
