import type { Writable } from 'node:stream';
import type { Configuration } from '../../core/settings/configuration';
import { parseConfiguration } from '../../core/settings/parse';
import { oneLine } from '../../core/words/quoting';
import { readSettingsFile } from '../files/settingsFile';

/**
 * The settings under which recorded sessions are looked at: the defaults, or those of a file. What is wrong with a
 * setting is said, and its default holds.
 * @returns undefined, once it is said why, when the file can't be read
 */
export function readConfiguration(path: string | undefined, errors: Writable): Configuration | undefined {
  if (path === undefined) {
    return parseConfiguration({});
  }
  try {
    const configuration = parseConfiguration({ user: readSettingsFile(path) });
    for (const message of [
      ...configuration.problems.map((problem) => problem.message),
      ...configuration.settingsWarnings,
    ]) {
      errors.write(`${oneLine(path)}: ${message}\n`);
    }
    return configuration;
  } catch (error) {
    errors.write(`${oneLine(error instanceof Error ? error.message : String(error))}\n`);
    return undefined;
  }
}
