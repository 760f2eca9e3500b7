import type { Configuration } from '../settings/configuration';
import { mayBeEnabled, resolveSettings } from '../settings/resolve';
import { SECTION, DEFAULTS, type EngineKey, rowOf } from '../settings/table';

/** What the guard's own settings leave undone, each with the setting or variable that says so, and its file. */
export interface Weaknesses {
  readonly off?: string | undefined;
  readonly warnsOnly?: string | undefined;
  readonly excludesAll?: string | undefined;
  readonly late?: string | undefined;
  readonly excluded?: string | undefined;
  readonly unusable?: string | undefined;
}

/** A tool that only patterns for every tool match. */
const ANY_TOOL = '\u0001';

/** From this multiple of the default on, a limit is hardly one. */
const LATE_FACTOR = 10;

/** @param userFile where the person's settings are kept; undefined for those of VS Code */
export function weaknessesOf(
  configuration: Configuration,
  userFile?: string,
  problems: readonly string[] = configuration.problems.map(({ message }) => message),
): Weaknesses {
  const { values, origins, exempt } = resolveSettings(configuration, {}, [ANY_TOOL], undefined);
  const { enabled, mode, actions, maxRepeats } = values;
  const inFile = (setting: string, file = userFile): string =>
    `${SECTION}.${setting}${file === undefined ? '' : ` (${file})`}`;
  const setBy = (key: EngineKey): string => {
    const origin = origins[key].kind === 'preset' ? origins[key].of : origins[key];
    switch (origin.kind) {
      case 'environment':
        return rowOf(origins[key].kind === 'preset' ? 'preset' : key).environment ?? inFile(key);
      case 'machine':
        return inFile(key, origin.file);
      case 'tool':
        return inFile('tools');
      default:
        return inFile(key);
    }
  };
  const stops = actions.length > 0 ? actions.some((each) => each !== 'warn' && each !== 'nudge') : mode !== 'warn';
  const excluded = configuration.tools
    .filter(({ values: own, matches }) => (own.exempt === true || own.enabled === false) && !matches(ANY_TOOL))
    .map(({ pattern }) => pattern);
  return {
    off: enabled || mayBeEnabled(configuration, []) ? undefined : setBy('enabled'),
    warnsOnly: stops ? undefined : setBy(actions.length > 0 ? 'actions' : 'mode'),
    excludesAll: exempt || !enabled ? inFile(exempt ? 'excludedTools' : 'tools') : undefined,
    late: maxRepeats > LATE_FACTOR * DEFAULTS.maxRepeats ? setBy('maxRepeats') : undefined,
    excluded:
      excluded.length === 0 ? undefined : `${excluded.join(', ')}${userFile === undefined ? '' : ` (${userFile})`}`,
    unusable: problems.length === 0 ? undefined : problems.join(' '),
  };
}
