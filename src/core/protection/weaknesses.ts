import { Guard } from '../../engine/guard';
import type { ModelName } from '../../engine/facts/call';
import type { GuardPorts } from '../../engine/ports';
import { detectorsFor } from '../../engine/rules/registry';
import type { Configuration } from '../settings/configuration';
import { ConversationSettings } from '../settings/conversationSettings';
import { mayBeEnabled, resolveSettings } from '../settings/resolve';
import { SECTION, DEFAULTS, ENGINE_KEYS, type EngineKey, rowOf } from '../settings/table';

/** What the guard's settings leave unguarded, each with the setting or variable behind it, and its file. */
export interface Weaknesses {
  readonly off?: string | undefined;
  readonly excludesAll?: string | undefined;
  /** Identical calls aren't stopped, or very late. */
  readonly stopsLate?: string | undefined;
  /** The same, only for some tools or models; also rules that are off. */
  readonly excluded?: string | undefined;
  readonly unusable?: string | undefined;
}

/** Matched only by patterns for nearly every tool, such as `[a-z]*` and `??*`. */
const ANY_TOOL = 'zqx_jk';

interface SettingsOrigin {
  /** The user's settings file; undefined for VS Code's. */
  readonly file?: string | undefined;
  readonly problems?: readonly string[];
  /** The files that set environment variables, where known. */
  readonly variableFiles?: Readonly<Record<string, string>>;
}

export function weaknessesOf(
  configuration: Configuration,
  {
    file: userFile,
    problems = configuration.problems.map(({ message }) => message),
    variableFiles = {},
  }: SettingsOrigin = {},
): Weaknesses {
  const { values, origins, exempt } = resolveSettings(configuration, {}, [ANY_TOOL], undefined);
  const inFile = (setting: string, file = userFile): string =>
    `${SECTION}.${setting}${file === undefined ? '' : ` (${file})`}`;
  const setBy = (key: EngineKey): string => {
    const origin = origins[key].kind === 'preset' ? origins[key].of : origins[key];
    switch (origin.kind) {
      case 'environment': {
        const variable = rowOf(origins[key].kind === 'preset' ? 'preset' : key).environment ?? key;
        const from = variableFiles[variable];
        return from === undefined ? variable : `${variable} (${from})`;
      }
      case 'machine':
        return inFile(key, origin.file);
      case 'tool':
        return inFile('tools');
      default:
        return inFile(key);
    }
  };
  const isOff = !values.enabled && !mayBeEnabled(configuration, []);
  const excludesAll = exempt || !values.enabled;
  const isLate = !excludesAll && !stopsInTime(configuration, { tool: ANY_TOOL });
  const changed = ENGINE_KEYS.filter((key) => origins[key].kind !== 'default');
  // Only where something is wrong: this runs again and again.
  const deciding = isLate ? changed.filter((key) => stopsInTime(configuration, { tool: ANY_TOOL, restored: key })) : [];
  const excluded = [
    ...(isLate || excludesAll ? [] : exceptionsIn(configuration)),
    ...DEFAULTS.detectors.filter((id) => !values.detectors.includes(id)).map((id) => `detectors.${id}`),
  ];
  return {
    off: isOff ? setBy('enabled') : undefined,
    excludesAll: excludesAll ? inFile(exempt ? 'excludedTools' : 'tools') : undefined,
    stopsLate: isLate ? (deciding.length > 0 ? deciding : changed).map(setBy).join(', ') : undefined,
    excluded:
      excluded.length === 0 ? undefined : `${excluded.join(', ')}${userFile === undefined ? '' : ` (${userFile})`}`,
    unusable: problems.length === 0 ? undefined : problems.join(' '),
  };
}

/** Patterns of tools and models whose identical calls aren't stopped in time. */
function exceptionsIn(configuration: Configuration): string[] {
  const { tools, modelOverrides } = configuration;
  const named = (pattern: string): string => pattern.replace(/\*+/g, 'x');
  const ofTools = tools
    .filter(({ values: { exempt, enabled }, pattern, matches }) => {
      const [tool = '', command] = named(pattern).split(': ', 2);
      const isChecked = exempt !== true && enabled !== false;
      return !matches(ANY_TOOL) && !(isChecked && stopsInTime(configuration, { tool, command }));
    })
    .map(({ pattern }) => pattern);
  return [
    // The user may have written a default's name in another case.
    ...new Map(ofTools.toReversed().map((pattern) => [pattern.toLowerCase(), pattern])).values(),
    ...modelOverrides
      .filter(({ pattern }) => {
        const [vendor = '', id = ''] = named(pattern).split('/', 2);
        return !stopsInTime(configuration, { tool: ANY_TOOL, model: { vendor, family: id, id } });
      })
      .map(({ pattern }) => pattern),
  ];
}

interface Trial {
  readonly tool: string;
  readonly command?: string | undefined;
  readonly model?: ModelName;
  /** A setting that is tried with its default. */
  readonly restored?: EngineKey;
}

/** From ten times the default on, a limit is of little use. */
const LATE_CALLS = 10 * DEFAULTS.maxRepeats;

/** Between two calls of a stuck agent. */
const PAUSE_MS = 5_000;

/** Whether identical calls with identical results are blocked within {@link LATE_CALLS}. */
function stopsInTime(configuration: Configuration, { tool, command = 'x', model, restored }: Trial): boolean {
  const { settingsFor } = new ConversationSettings(() => configuration);
  const restoredFor: GuardPorts['settingsFor'] = (question) => {
    const settings = settingsFor(question);
    const values = restored === undefined ? settings.values : { ...settings.values, [restored]: DEFAULTS[restored] };
    return { ...settings, values, detectors: detectorsFor(values.detectors, false) };
  };
  const guard = new Guard({ hash: (text) => text, settingsFor: restoredFor, report: () => undefined });
  for (let call = 0; call <= LATE_CALLS; call++) {
    const id = String(call);
    const asked = { id, tool, arguments: { command }, round: id, model };
    if (!['allow', 'warn'].includes(guard.check(tool, asked, call * PAUSE_MS).action)) {
      return true;
    }
    guard.record(tool, { callId: id, result: 'x', isError: false }, call * PAUSE_MS);
  }
  return false;
}
