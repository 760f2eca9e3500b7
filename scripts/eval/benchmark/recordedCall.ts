/** A call as a public recording holds it, whole: what every converter makes of its format. */
export interface RecordedCall {
  readonly name: string;
  /** An object, or the text as it was sent. */
  readonly arguments: unknown;
  /** Undefined when the recording ends before the answer. */
  readonly result?: string | undefined;
  /** Undefined when the recording does not say. */
  readonly isError?: boolean | undefined;
  /** Whether the user spoke between the previous call and this one. */
  readonly userTurnBefore: boolean;
  /** Number of the model's answer; equal numbers are one parallel batch. */
  readonly turn: number;
  /** When the call was made and when its answer came, in milliseconds since 1970. */
  readonly timestamp?: number | undefined;
  readonly doneAt?: number | undefined;
  /** A sub-agent that shares its parent's recording. */
  readonly agent?: string | undefined;
}

/** The calls of a session that a file holds, in their order; undefined when the file has no such session. */
export type RecordedFile = (id: string) => RecordedCall[] | undefined;

/** One format in which sessions are published. */
export interface Format {
  /** How the path of the file ends that holds this session. */
  readonly fileOf: (id: string) => string;
  /** @throws when the text is not of this format */
  readonly read: (text: string) => RecordedFile;
}
