import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from '../../core/words/quoting';
import type { Configuration } from '../../core/settings/configuration';
import { parseConfiguration, type RawMachineSettings } from '../../core/settings/parse';
import { readMachineSettings } from '../files/machineSettings';
import { isOwnFile } from '../files/ownFile';
import { readSettingsFile } from '../files/settingsFile';
import { SETTINGS_FILE, sharedFolder } from '../plugin/sharedFolder';
import type * as FolderFiles from './folderFiles';

export interface SettingsPlace {
  readonly settingsFile?: string | undefined;
  readonly settingsMayBeMissing?: boolean | undefined;
  readonly machine?: RawMachineSettings | undefined;
}

export function sharedSettings(home: string): SettingsPlace {
  return { settingsFile: join(sharedFolder(home), SETTINGS_FILE), settingsMayBeMissing: true };
}

const OUR_VARIABLE = /^(?:TOOL_LOOP_(?!GUARD_)|OTEL_\w+$)/i;

/** Leaves out variables that files in these folders may have set. */
export function ownVariables(
  folders: readonly string[],
  environment: NodeJS.ProcessEnv,
  home: string,
): NodeJS.ProcessEnv {
  if (!Object.keys(environment).some((name) => OUR_VARIABLE.test(name))) {
    return environment;
  }
  // Loaded on demand: few people set any of these.
  const { withoutVariablesOf } = require('./folderFiles') as typeof FolderFiles;
  return withoutVariablesOf(folders, environment, home);
}

/** For a hook without a window. Unusable settings are added to the problems and left out, as everywhere. */
export function configurationOf(
  { settingsFile, settingsMayBeMissing, machine = readMachineSettings() }: SettingsPlace,
  environment: NodeJS.ProcessEnv,
  problems: string[],
): Configuration {
  let user: Record<string, unknown> | undefined;
  try {
    const isThere = settingsFile !== undefined && (settingsMayBeMissing !== true || existsSync(settingsFile));
    if (isThere && settingsMayBeMissing === true && !isOwnFile(settingsFile)) {
      throw new Error(`${settingsFile} is not a file of this user, so it is not used.`);
    }
    user = isThere ? readSettingsFile(settingsFile) : undefined;
  } catch (error) {
    problems.push(oneLine(error instanceof Error ? error.message : String(error)));
  }
  const configuration = parseConfiguration({ machine, user, environment });
  problems.push(...configuration.problems.map(({ message }) => message));
  return configuration;
}
