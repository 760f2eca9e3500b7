/** One start of VS Code: what is installed and set in it, and the test files it runs. */
export interface Run {
  readonly name: string;
  /** Test files below `test/`, without `.ts`. */
  readonly files: readonly string[];
  /** The folder below `test/fixtures` with the extension that plays the agent's model; `scripted-model` if not said. */
  readonly fixture?: string;
  /** Whether our VSIX is installed. */
  readonly guarded: boolean;
  /** As `--log` takes it. */
  readonly log?: string;
  readonly userSettings?: Readonly<Record<string, unknown>>;
  readonly workspaceSettings?: Readonly<Record<string, unknown>>;
  /** The display language; English where it is not given. */
  readonly language?: string;
  /** Added to the environment of the extension host. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs only when it is named. */
  readonly onDemand?: boolean;
}

/** A start takes about 12 seconds, so tests share one unless they need another environment or installation. */
export const RUNS: readonly Run[] = [
  { name: 'baseline', files: ['e2e/baseline.test'], guarded: false },
  {
    name: 'environment',
    files: ['e2e/environment.test'],
    guarded: true,
    environment: { TOOL_LOOP_MAX_REPEATS: '3', TOOL_LOOP_MODE: 'warm' },
  },
  { name: 'guarded', files: ['host/extension.test', 'e2e/guarded.test'], guarded: true },
  { name: 'beside', files: ['e2e/twoChats.test', 'e2e/api.test'], guarded: true },
  { name: 'security', files: ['e2e/security.test'], guarded: true, log: 'tool-loop-guard.tool-loop-guard=trace' },
  { name: 'timeline', files: ['e2e/timeline.test'], guarded: true, userSettings: { 'remote.autoForwardPorts': false } },
  { name: 'feedback', files: ['e2e/feedback.test'], guarded: true },
  { name: 'replay', files: ['e2e/replay.test'], guarded: true },
  { name: 'face', files: ['e2e/face.test'], guarded: true },
  { name: 'tryIt', files: ['e2e/tryIt.test'], guarded: true, environment: { SCRIPTED_MODEL_ABSENT: '1' } },
  { name: 'models', files: ['e2e/models.test'], guarded: true },
  { name: 'subAgents', files: ['e2e/subAgents.test'], guarded: true },
  { name: 'figures', files: ['host/figures.test'], guarded: true, onDemand: true },
  { name: 'compat', files: ['host/compat.test'], fixture: 'bare-agent', guarded: true },
  { name: 'faults', files: ['e2e/faults.test'], guarded: true },
  { name: 'german', files: ['e2e/german.test'], guarded: true, language: 'de' },
];
