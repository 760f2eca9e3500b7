import { Guard } from '../../engine/guard';
import type { ModelName } from '../../engine/facts/call';
import type { GuardPorts } from '../../engine/ports';
import { detectorsFor } from '../../engine/rules/registry';
import type { Configuration } from '../settings/configuration';
import { ConversationSettings } from '../settings/conversationSettings';
import { mayBeEnabled, resolveSettings } from '../settings/resolve';
import { SECTION, DEFAULTS, ENGINE_KEYS, type EngineKey, rowOf } from '../settings/table';

/** What the guard's own settings leave undone, each with the setting or variable that says so, and its file. */
export interface Weaknesses {
  readonly off?: string | undefined;
  readonly excludesAll?: string | undefined;
  /** Identical calls go on, or go on for long. */
  readonly stopsLate?: string | undefined;
  /** The same for some tools or models only, and the rules that are off. */
  readonly excluded?: string | undefined;
  readonly unusable?: string | undefined;
}

/** A tool that only patterns for nearly every tool match, `[a-z]*` and `??*` among them. */
const ANY_TOOL = 'zqx_jk';

interface SettingsOrigin {
  /** Where the person's settings are kept; undefined for those of VS Code. */
  readonly file?: string | undefined;
  readonly problems?: readonly string[];
  /** The files that variables of the environment are from, where one tells. */
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
  // Tried only where something is wrong: this is asked again and again.
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

/** The patterns for tools and models under which identical calls go on. */
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
    // A name of the defaults may be the person's in another case.
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

/** From this multiple of the default on, a limit is hardly one. */
const LATE_CALLS = 10 * DEFAULTS.maxRepeats;

/** Between two calls of an agent that is stuck. */
const PAUSE_MS = 5_000;

/** Whether the guard holds back identical calls that always have the same result, at any rate before it is late. */
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
