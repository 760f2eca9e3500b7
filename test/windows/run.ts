/** One start of a hook command in Windows. All paths are Windows paths. */
export interface Run {
  readonly name: string;
  /** By the Agent Host, or with unchanged text (Node's `shell: true`). */
  readonly startedBy: 'agent host' | 'shell';
  readonly text: string;
  /** The whole environment, except what Windows itself needs. */
  readonly env: NodeJS.ProcessEnv;
  readonly workingFolder: string;
  readonly input: string;
  /** Whether an extension listens, and its address is in the environment. */
  readonly listening: boolean;
}

export interface Ended {
  readonly name: string;
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
  /** The error code of the input's writer, such as EPIPE. */
  readonly inputFault?: string;
  readonly asked: readonly string[];
}

/** The answer of these tests' extension to every question. */
export const ANSWER = JSON.stringify({ systemMessage: 'The extension was asked.' });
