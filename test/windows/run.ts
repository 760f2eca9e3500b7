/** One start of a hook command in Windows. All paths are Windows paths. */
export interface Run {
  readonly name: string;
  /** How the command is started: by the Agent Host, or with the text unchanged (Node's `shell: true`). */
  readonly startedBy: 'agent host' | 'shell';
  readonly text: string;
  /** The whole environment but for what Windows itself needs. */
  readonly env: NodeJS.ProcessEnv;
  readonly workingFolder: string;
  readonly input: string;
  /** Does an extension listen, and is its address in the environment? */
  readonly listening: boolean;
}

/** What became of a run. */
export interface Ended {
  readonly name: string;
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
  /** The code of the fault that the writer of the input met, such as EPIPE. */
  readonly inputFault?: string;
  /** The inputs that the extension was asked about. */
  readonly asked: readonly string[];
}

/** What the extension of these tests answers to every question. */
export const ANSWER = JSON.stringify({ systemMessage: 'The extension was asked.' });
