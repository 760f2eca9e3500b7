import type { ModelName } from '../../engine/facts/call';
import { BoundedMap } from '../../engine/values/boundedMap';
import { readClaudeLine } from './claudeLine';
import type { Harness } from '../wire/harness';
import { type FileTail, readTailSince } from './readTail';
import { readSessionEvent } from './sessionEvent';
import { copilotEventsFile } from './sessionLogs';

/** The line that tells of the call which a hook asks about is one of the last. */
const TAIL_BYTES = 128 * 1024;

/** What a session is known by when its model is looked for. */
export interface AskingSession {
  readonly sessionId: string;
  /** The session's own file, where its harness names one. */
  readonly transcriptPath: string | undefined;
}

/** A file of a session that tells its model. */
interface ModelLog {
  readonly path: (session: AskingSession) => string | undefined;
  /** Reads a line, parsed. */
  readonly modelIn: (line: unknown) => string | undefined;
}

/** Where each harness writes the model of a session whose hooks do not tell it, and in which lines. */
const LOGS: Readonly<Record<string, ModelLog>> = {
  copilot: { path: ({ sessionId }) => copilotEventsFile(sessionId), modelIn: modelOfEvent },
  claude: { path: ({ transcriptPath }) => transcriptPath, modelIn: (line) => readClaudeLine(line)?.model },
};

/** How many session logs are remembered. */
const REMEMBERED_LOGS = 100;

/** The models of sessions. Of a log that it has read it reads only what was written since. */
export class SessionModels {
  readonly #known = new BoundedMap<string, { readonly model: string | undefined; readonly readTo: number }>(
    REMEMBERED_LOGS,
  );

  /**
   * The id of the model that a session uses at this moment, as the harness itself writes it down.
   * @returns undefined where the harness writes nothing of it, or what it wrote cannot be read; never throws
   */
  async of(harness: Harness, session: AskingSession): Promise<string | undefined> {
    const log = LOGS[harness.name];
    const path = log?.path(session);
    if (log === undefined || path === undefined) {
      return undefined;
    }
    const before = this.#known.get(path);
    let tail: FileTail;
    try {
      tail = await readTailSince(path, before?.readTo ?? 0, TAIL_BYTES);
    } catch {
      // There is no such file yet, or it is none.
      return undefined;
    }
    const model = lastModel(tail.text, log) ?? before?.model;
    this.#known.set(path, { model, readTo: tail.endOfLines });
    return model;
  }
}

function lastModel(text: string, log: ModelLog): string | undefined {
  const lines = text.split('\n').toReversed();
  for (const line of lines.filter((each) => each.includes('"model"'))) {
    const model = modelIn(line, log.modelIn);
    if (model !== undefined) {
      return model;
    }
  }
  return undefined;
}

function modelIn(line: string, read: (line: unknown) => string | undefined): string | undefined {
  try {
    return read(JSON.parse(line));
  } catch {
    // The first line may be cut, the last one half written.
    return undefined;
  }
}

function modelOfEvent(line: unknown): string | undefined {
  const event = readSessionEvent(line);
  return event?.kind === 'callStart' && !event.isOfSubAgent ? event.model : undefined;
}

/** The model of a harness that is known by its id only. */
export function modelOfHarness({ vendor }: Harness, id: string): ModelName {
  return { vendor, family: id, id };
}
