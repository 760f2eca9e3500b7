import { ConfigurationTarget, workspace } from 'vscode';

const SECTION = 'toolLoopGuard';

/** Sets settings of ours for the user and waits until they hold; undefined takes one back. */
export async function userSettings(values: Readonly<Record<string, unknown>>): Promise<void> {
  await update(values, ConfigurationTarget.Global);
}

/** Takes back every setting of ours, of the user and of the workspace. */
export async function noSettings(): Promise<void> {
  for (const [target, scope] of [
    [ConfigurationTarget.Global, 'globalValue'],
    [ConfigurationTarget.Workspace, 'workspaceValue'],
  ] as const) {
    const configuration = workspace.getConfiguration(SECTION);
    for (const name of Object.keys(configuration).filter((key) => configuration.inspect(key)?.[scope] !== undefined)) {
      await configuration.update(name, undefined, target);
    }
  }
}

async function update(values: Readonly<Record<string, unknown>>, target: ConfigurationTarget): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await workspace.getConfiguration(SECTION).update(name, value, target);
  }
}

export async function themed(name: string): Promise<void> {
  await workspace.getConfiguration('workbench').update('colorTheme', name, ConfigurationTarget.Global);
}
