/** A complete call of a public recording: the result of every converter. */
export interface RecordedCall {
  readonly name: string;
  /** An object, or the text that was sent. */
  readonly arguments: unknown;
  /** Undefined if the recording ends before the answer. */
  readonly result?: string | undefined;
  readonly isError?: boolean | undefined;
  /** Whether a user message came between the previous call and this one. */
  readonly userTurnBefore: boolean;
  /** Number of the model's answer; equal for parallel calls. */
  readonly turn: number;
  /** When it was made and answered, in milliseconds since 1970. */
  readonly timestamp?: number | undefined;
  readonly doneAt?: number | undefined;
  /** A subagent that shares its parent's recording. */
  readonly agent?: string | undefined;
}

/** A session's calls in order; undefined if the file has no such session. */
export type RecordedFile = (id: string) => RecordedCall[] | undefined;

export interface Format {
  /** How the path of the session's file ends. */
  readonly fileOf: (id: string) => string;
  /** @throws if the text has another format */
  readonly read: (text: string) => RecordedFile;
}
