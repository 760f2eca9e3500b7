import * as vscode from 'vscode';
import type { Configuration } from '../../core/settings/configuration';
import { parseConfiguration, type RawSettings } from '../../core/settings/parse';
import { SECTION, TOP_NAMES } from '../../core/settings/table';
import { readMachineSettings } from '../../node/files/machineSettings';
import { translate } from '../host/translate';
import { fixedText } from '../../core/settings/resolve';
import { prompts } from '../host/prompts';

type Scope = 'workspaceFolderValue' | 'workspaceValue' | 'globalValue';

export class ConfigurationSource implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<Configuration>();
  readonly #subscriptions: vscode.Disposable;
  #written = readRawSettings();
  #current = parseConfiguration(this.#written, translate);

  readonly onDidChange = this.#changed.event;

  constructor() {
    const reread = (): void => {
      this.#written = readRawSettings();
      this.#current = parseConfiguration(this.#written, translate);
      this.#changed.fire(this.#current);
    };
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SECTION)) {
          reread();
        }
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(reread),
      this.#changed,
    );
  }

  get current(): Configuration {
    return this.#current;
  }

  get written(): RawSettings {
    return this.#written;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

export function readRawSettings(): RawSettings {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const configuration = vscode.workspace.getConfiguration(SECTION, folder);
  // Every name that settings.json holds in our section, misspelled ones included.
  const written = Object.keys(configuration).filter((name) => typeof configuration[name] !== 'function');
  const names = new Set([...TOP_NAMES, ...written]);
  // VS Code leaves out restricted settings of an untrusted folder, but we don't rely on that alone.
  const scopeIsTrusted = (scope: Scope): boolean => scope === 'globalValue' || vscode.workspace.isTrusted;
  // Once each, because VS Code takes long to look one up.
  const inspected = [...names].map((name) => [name, configuration.inspect(name)] as const);
  const valuesAt = (scope: Scope): Record<string, unknown> =>
    Object.fromEntries(
      (scopeIsTrusted(scope) ? inspected : []).flatMap(([name, found]) => {
        const value: unknown = found?.[scope];
        return value === undefined ? [] : [[name, value]];
      }),
    );
  return {
    machine: readMachineSettings(),
    // Without a workspace file, folder and workspace are the same settings.json.
    workspaceFolder: vscode.workspace.workspaceFile === undefined ? undefined : valuesAt('workspaceFolderValue'),
    workspace: valuesAt('workspaceValue'),
    user: valuesAt('globalValue'),
    environment: process.env,
  };
}

/** Tells the user, and returns whether the machine-wide settings decide. @param file theirs, if they do */
export function tellIfFixed(name: string, file: string | undefined): boolean {
  if (file !== undefined) {
    const text = fixedText(`${SECTION}.${name}`, file, translate);
    void prompts.showInformationMessage(text.replaceAll('`', '"'));
  }
  return file !== undefined;
}
