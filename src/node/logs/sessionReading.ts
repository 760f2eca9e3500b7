/** Reads the session of a log whose lines are events, from one line after the other. */
export interface SessionReading {
  readonly source: string;
  /** What the log calls the session, as far as it has been read. */
  readonly id: string | undefined;
  /** When it was last written, where a file holds several sessions; milliseconds since 1970. */
  readonly modifiedMs?: number | undefined;
  /** Whether the log shows calls that can't be read. */
  readonly isUnread?: boolean;
  /** Takes the next line, parsed. */
  take(line: unknown): void;
  /** The log has ended. */
  end?(): void;
}
