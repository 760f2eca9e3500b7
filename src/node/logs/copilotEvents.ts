import { isJsonObject } from '../files/jsonFields';
import { failureInShell, withoutShellId } from '../wire/copilotTexts';
import { readSessionEvent, type SessionEvent } from './sessionEvent';
import { withoutNotes } from './ownWords';
import type { SessionBuilder } from './recordedSession';
import type { SessionReading } from './sessionReading';
import { COPILOT_USAGE } from './requestUsage';

/** Who is behind the models of Copilot, for `modelOverrides`. */
const VENDOR = 'copilot';

/** Whether a line, parsed, is of the file that VS Code's agent and GitHub Copilot CLI write of a session. */
export function isCopilotEvent(value: unknown): boolean {
  return readSessionEvent(value) !== undefined;
}

/**
 * Reads a session from its events, in their order. VS Code writes no results, only whether a call succeeded: a failure
 * is an error without a text, a success stays unknown.
 */
export class CopilotSession implements SessionReading {
  readonly source = 'copilot';
  id: string | undefined;
  #folder: string | undefined;

  constructor(private readonly session: SessionBuilder) {}

  take(line: unknown): void {
    const event = readSessionEvent(line);
    if (event?.kind === 'sessionStart') {
      this.id = event.sessionId ?? this.id;
      this.#folder = event.folder;
    }
    note(this.session, event, this.#folder);
    // What a request took is written after the answer and its calls.
    this.session.tokens(isJsonObject(line) ? COPILOT_USAGE.usageIn(line)?.tokens : undefined);
  }
}

function note(session: SessionBuilder, event: SessionEvent | undefined, folder: string | undefined): void {
  switch (event?.kind) {
    case 'userMessage':
      session.userMessage();
      break;
    case 'round':
      // A sub-agent's is a conversation of its own.
      for (const { callId, tool, arguments: callArguments } of event.isOfSubAgent ? [] : event.calls) {
        if (tool !== undefined) {
          const atMs = Date.parse(event.timestamp) || 0;
          session.call(callId, { tool, arguments: callArguments, folder, round: event.id, atMs });
        }
      }
      break;
    case 'compacted':
      session.moment('compacted', Date.parse(event.timestamp) || 0);
      break;
    case 'continued':
      session.moment('continued', Date.parse(event.timestamp) || 0);
      break;
    case 'notified':
      session.moment('woken', Date.parse(event.timestamp) || 0, event.notice);
      break;
    case 'callStart':
      session.answeredBy(VENDOR, event.isOfSubAgent ? undefined : event.model);
      break;
    case 'callEnd':
      answer(session, event);
  }
}

function answer(
  session: SessionBuilder,
  { callId, succeeded, result, error, timestamp }: Extract<SessionEvent, { kind: 'callEnd' }>,
): void {
  const doneMs = Date.parse(timestamp) || undefined;
  if (succeeded === false) {
    const said = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
    session.outcome(callId, said ?? result ?? '', true, doneMs);
  } else if (succeeded === true && result !== undefined) {
    // How a command ended stands at the end of what it said, before our note.
    const said = withoutNotes(result);
    const failure = failureInShell(said);
    session.outcome(callId, failure ?? withoutShellId(said), failure !== undefined, doneMs);
  } else {
    session.settle(callId);
  }
}
