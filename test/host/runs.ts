/** Test files that are run together, by a name of their own. */
export interface Suite {
  readonly name: string;
  /** Test files below `test/`, without `.ts`. */
  readonly files: readonly string[];
}

/** One start of VS Code: what is installed and set in it, and the suites it runs one after the other. */
export interface Run {
  readonly name: string;
  readonly suites: readonly Suite[];
  /** The folder below `test/fixtures` with the extension that plays the agent's model; `scripted-model` if not said. */
  readonly fixture?: string;
  /** As `--log` takes it. */
  readonly log?: string;
  readonly userSettings?: Readonly<Record<string, unknown>>;
  readonly workspaceSettings?: Readonly<Record<string, unknown>>;
  /** The display language; English where it is not given. */
  readonly language?: string;
  /** Added to the environment of the extension host. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The name of the workspace folder; `workspace` if not said. */
  readonly folder?: string;
  /** Runs only when it is named. */
  readonly onDemand?: boolean;
}

/** Where our VSIX is installed for runs that go on at the same time. */
export const INSTALLED_EXTENSIONS = 'out/extensions';

/** A suite of one file below `test/e2e`. */
const e2e = (name: string): Suite => ({ name, files: [`e2e/${name}.test`] });

/** Keeps out of the pictures what has nothing to do with them. */
const TAKEN_SETTINGS = {
  'remote.autoForwardPorts': false,
  'editor.minimap.enabled': false,
  'workbench.activityBar.location': 'hidden',
  'workbench.colorTheme': 'Default Dark Modern',
  'git.enabled': false,
  'window.commandCenter': false,
  // A dialog of the system is out of reach.
  'window.dialogStyle': 'custom',
};

/**
 * A start takes about 12 seconds of two cores, so suites share a window unless they need another environment. Each
 * suite begins with the default settings and a new conversation.
 */
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
    // The status bar tells of stops in any conversation of the window: what looks at it comes before others stop.
    suites: [e2e('face'), e2e('timeline'), e2e('smallWindow'), e2e('pages')],
    userSettings: { 'remote.autoForwardPorts': false },
  },
  { name: 'models', suites: [e2e('models')], userSettings: { 'remote.autoForwardPorts': false } },
  {
    // A window in which no agent of another chat counts as at work: a stop would be told in a notification.
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
  // What `npm run pictures` takes.
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

/**
 * What is to be run for the names of runs and suites: all that needs no name if there are none. A run of which only
 * suites are named runs nothing but those.
 * @throws Error where a name is neither that of a run nor that of a suite
 */
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
