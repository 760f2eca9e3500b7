export interface Suite {
  readonly name: string;
  /** In `test/`, without `.ts`. */
  readonly files: readonly string[];
}

export interface Run {
  readonly name: string;
  readonly suites: readonly Suite[];
  /** The folder in `test/fixtures` with the extension for the agent's model; by default, `scripted-model`. */
  readonly fixture?: string;
  /** For `--log`. */
  readonly log?: string;
  readonly userSettings?: Readonly<Record<string, unknown>>;
  readonly workspaceSettings?: Readonly<Record<string, unknown>>;
  /** The display language; by default, English. */
  readonly language?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** Runs only if it is named. */
  readonly onDemand?: boolean;
}

/** Our VSIX for simultaneous runs. */
export const INSTALLED_EXTENSIONS = 'out/extensions';

const e2e = (name: string): Suite => ({ name, files: [`e2e/${name}.test`] });

/** Keeps irrelevant parts of the window out of the pictures. */
const TAKEN_SETTINGS = {
  'remote.autoForwardPorts': false,
  'editor.minimap.enabled': false,
  'workbench.activityBar.location': 'hidden',
  'workbench.colorTheme': 'Default Dark Modern',
  'git.enabled': false,
  'window.commandCenter': false,
  // Tests can't reach a system dialog.
  'window.dialogStyle': 'custom',
};

/** A start takes 12 s of two cores, so suites share a window, each with default settings and a new conversation. */
export const RUNS: readonly Run[] = [
  {
    name: 'agent',
    suites: [
      e2e('guarded'),
      e2e('security'),
      { name: 'beside', files: ['e2e/twoChats.test', 'e2e/api.test'] },
      e2e('faults'),
    ],
    log: 'tool-loop-guard.tool-loop-guard=trace',
  },
  {
    name: 'tools',
    suites: [e2e('subAgents'), e2e('ownTools')],
    log: 'tool-loop-guard.tool-loop-guard=trace',
  },
  {
    name: 'views',
    // The status bar shows stops in any conversation of the window, so suites that check it come before others stop.
    suites: [e2e('face'), e2e('timeline'), e2e('smallWindow'), e2e('pages')],
    userSettings: { 'remote.autoForwardPorts': false },
  },
  { name: 'models', suites: [e2e('models')], userSettings: { 'remote.autoForwardPorts': false } },
  {
    // A window without an active agent in another chat, because a stop would then be shown in a notification.
    name: 'stopped',
    suites: [e2e('stops')],
    userSettings: { 'remote.autoForwardPorts': false },
  },
  {
    name: 'opinions',
    suites: [e2e('keyboard')],
    userSettings: { 'remote.autoForwardPorts': false },
  },
  { name: 'noModel', suites: [e2e('tryIt')], environment: { SCRIPTED_MODEL_ABSENT: '1' } },
  {
    name: 'bareAgent',
    suites: [{ name: 'compat', files: ['host/compat.test'] }],
    fixture: 'bare-agent',
  },
  { name: 'inGerman', suites: [e2e('german')], language: 'de' },
  // For `npm run pictures`.
  {
    name: 'pictured',
    suites: [e2e('pictures')],
    folder: 'web-shop',
    userSettings: TAKEN_SETTINGS,
    environment: {
      TOOL_LOOP_TEST_SCALE: '2',
      TOOL_LOOP_TEST_SCREENSHOTS: 'out/pictures',
      SCRIPTED_MODEL_PICTURED: '1',
    },
    onDemand: true,
  },
  {
    name: 'filmed',
    suites: [e2e('film')],
    folder: 'web-shop',
    userSettings: TAKEN_SETTINGS,
    environment: {
      TOOL_LOOP_TEST_SCALE: '1.5',
      TOOL_LOOP_TEST_SCREENSHOTS: 'out/pictures',
      SCRIPTED_MODEL_ABSENT: '1',
    },
    onDemand: true,
  },
  { name: 'measured', suites: [{ name: 'figures', files: ['host/figures.test'] }], onDemand: true },
];

/** By default, all that don't need a name. If only suites of a run are named, it runs only those. @throws Error */
export function chosenRuns(names: readonly string[], runs: readonly Run[] = RUNS): Run[] {
  const known = runs.flatMap(({ name, suites }) => [name, ...suites.map((suite) => suite.name)]);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`There is no run or suite named ${unknown.join(', ')}; there are: ${known.join(', ')}`);
  }
  if (names.length === 0) {
    return runs.filter(({ onDemand }) => onDemand !== true);
  }
  return runs.flatMap((run) => {
    const suites = names.includes(run.name) ? run.suites : run.suites.filter(({ name }) => names.includes(name));
    return suites.length > 0 ? [{ ...run, suites }] : [];
  });
}
