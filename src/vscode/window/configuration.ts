import * as vscode from 'vscode';
import type { Configuration } from '../../core/settings/configuration';
import { parseConfiguration, type RawSettings } from '../../core/settings/parse';
import { SECTION } from '../../core/settings/section';
import { settingsSchema } from '../../core/settings/settingsSchema';
import type { Raw } from '../../core/settings/problems';
import { readMachineSettings } from '../../node/files/machineSettings';
import { translate } from './translate';

type Scope = 'workspaceFolderValue' | 'workspaceValue' | 'globalValue';

/** Our settings as they are now. Parsed anew only when something changed. */
export class ConfigurationSource implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<{ readonly before: Configuration; readonly now: Configuration }>();
  readonly #subscriptions: vscode.Disposable;
  #current = read();

  /** Fires with the configuration before and now when a setting of ours changed. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    const reread = (): void => {
      const before = this.#current;
      this.#current = read();
      this.#changed.fire({ before, now: this.#current });
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

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

function read(): Configuration {
  return parseConfiguration(readRawSettings(), translate);
}

/** Our settings as they are written in each scope, not yet checked. */
export function readRawSettings(): RawSettings {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  // All at once: VS Code takes far longer to look each of them up.
  const section = vscode.workspace.getConfiguration(undefined, folder).inspect<unknown>(SECTION);
  // VS Code leaves restricted settings of an untrusted folder out; that it does is not left to it alone.
  const scopeIsTrusted = (scope: Scope): boolean => scope === 'globalValue' || vscode.workspace.isTrusted;
  const valuesAt = (scope: Scope): Raw => (scopeIsTrusted(scope) ? valuesIn(section?.[scope]) : {});
  return {
    machine: readMachineSettings(),
    // Without a workspace file, folder and workspace are the same settings.json.
    workspaceFolder: vscode.workspace.workspaceFile === undefined ? undefined : valuesAt('workspaceFolderValue'),
    workspace: valuesAt('workspaceValue'),
    user: valuesAt('globalValue'),
    environment: process.env,
  };
}

/** The values of a scope by their names, misspelt ones included. */
function valuesIn(section: unknown): Raw {
  if (!isObject(section)) {
    return {};
  }
  // VS Code holds a setting with a dot in its name in an object of what stands before the dot.
  const dotted = Object.keys(settingsSchema.shape).flatMap((name) => {
    const [group = '', ...rest] = name.split('.');
    const value = rest.length > 0 && isObject(section[group]) ? section[group][rest.join('.')] : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...section, ...Object.fromEntries(dotted) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
