/** One start of VS Code: what is installed and set in it, and the test files it runs. */
export interface Run {
  readonly name: string;
  /** Test files below `test/`, without `.ts`. */
  readonly files: readonly string[];
  /** Whether our VSIX is installed. */
  readonly guarded: boolean;
  readonly userSettings?: Readonly<Record<string, unknown>>;
  readonly workspaceSettings?: Readonly<Record<string, unknown>>;
  /** Added to the environment of the extension host. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A start takes about 12 seconds, so tests share one unless they need another environment or installation. */
export const RUNS: readonly Run[] = [
  { name: 'baseline', files: ['e2e/baseline.test'], guarded: false },
  { name: 'environment', files: ['e2e/environment.test'], guarded: true, environment: { TOOL_LOOP_MAX_REPEATS: '3', TOOL_LOOP_MODE: 'warm' } },
  { name: 'guarded', files: ['host/extension.test', 'e2e/guarded.test'], guarded: true },
  { name: 'beside', files: ['e2e/twoChats.test', 'e2e/api.test'], guarded: true },
  { name: 'face', files: ['e2e/face.test'], guarded: true },
  { name: 'tryIt', files: ['e2e/tryIt.test'], guarded: true, environment: { SCRIPTED_MODEL_ABSENT: '1' } },
  { name: 'models', files: ['e2e/models.test'], guarded: true },
];
