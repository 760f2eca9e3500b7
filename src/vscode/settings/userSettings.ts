import * as vscode from 'vscode';
import {
  exclusion,
  type MadeChange,
  type SettingsChange,
  valueAt,
  withChange,
} from '../../core/feedback/settingsChange';
import { settingFixedBy } from '../../core/settings/resolve';
import { SECTION } from '../../core/settings/table';
import { DEMONSTRATION_TOOL } from '../host/ids';
import { prompts } from '../host/prompts';
import { translate } from '../host/translate';
import { type ConfigurationSource, tellIfFixed } from './configuration';

/** Writes each setting as a whole, as VS Code's own Settings editor does. */
export class UserSettings {
  constructor(private readonly source: ConfigurationSource) {}

  get values(): Readonly<Record<string, unknown>> {
    return this.source.written.user ?? {};
  }

  /** Undefined if settings.json isn't saved, or if the setting is the machine's; then the user is told. */
  async apply(change: SettingsChange): Promise<MadeChange | undefined> {
    const { path } = change;
    const [setting] = path;
    if (tellIfFixed(setting, settingFixedBy(this.source.current, setting))) {
      return undefined;
    }
    const { values } = this;
    try {
      await vscode.workspace
        .getConfiguration(SECTION)
        .update(setting, withChange(values, change)[setting], vscode.ConfigurationTarget.Global);
    } catch {
      void prompts.showInformationMessage(translate('Save your changes to settings.json, and then try again.'));
      return undefined;
    }
    return { ...change, former: valueAt(values, path) };
  }

  /** This tool and no other, whatever its name is; what else is set for it stays. */
  async exclude(tool: string): Promise<MadeChange | undefined> {
    if (tool === DEMONSTRATION_TOOL) {
      void prompts.showInformationMessage(translate('The demo tool can’t be excluded.'));
      return undefined;
    }
    return this.apply(exclusion(this.values, tool));
  }
}
