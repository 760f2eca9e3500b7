import * as z from 'zod';
import { type RecordedSession, SessionBuilder } from './recordedSession';

/**
 * One line of what VS Code's agent and GitHub Copilot CLI write of a session (VSCODE.md, "transcript_path"; the CLI's
 * `events.jsonl`).
 */
const eventSchema = z.object({
  type: z.string(),
  id: z.string().default(''),
  timestamp: z.string().default(''),
  data: z.record(z.string(), z.unknown()).default({}),
});

type Event = z.output<typeof eventSchema>;

const requestsSchema = z
  .array(z.object({ toolCallId: z.string(), name: z.string(), arguments: z.unknown().optional() }))
  .catch([]);
const completeSchema = z.object({
  toolCallId: z.string(),
  success: z.boolean(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});
const resultSchema = z.object({ content: z.string() });

/** Whether a line, parsed, is of such a session. */
export function isCopilotEvent(value: unknown): boolean {
  const parsed = eventSchema.safeParse(value);
  return parsed.success && /^(?:session|user|assistant|tool)\./.test(parsed.data.type);
}

/**
 * Reads a session from its events, in their order. VS Code writes no results, only whether a call succeeded: a failure
 * is an error without a text, a success stays unknown.
 */
export function copilotSession(lines: readonly unknown[], id: string): RecordedSession {
  const session = new SessionBuilder();
  let named = id;
  for (const line of lines) {
    const parsed = eventSchema.safeParse(line);
    if (parsed.success) {
      const { sessionId } = parsed.data.data;
      named = parsed.data.type === 'session.start' && typeof sessionId === 'string' ? sessionId : named;
      note(session, parsed.data);
    }
  }
  return session.build(named, 'copilot');
}

function note(session: SessionBuilder, { type, id, timestamp, data }: Event): void {
  switch (type) {
    case 'user.message':
      session.userMessage();
      break;
    case 'assistant.message':
      if (data['parentToolCallId'] !== undefined) {
        // A sub-agent's: a conversation of its own.
        break;
      }
      for (const { toolCallId, name, arguments: callArguments } of requestsSchema.parse(data['toolRequests'])) {
        session.call(toolCallId, { tool: name, arguments: callArguments, round: id, atMs: Date.parse(timestamp) || 0 });
      }
      break;
    case 'tool.execution_complete': {
      const complete = completeSchema.safeParse(data);
      if (complete.success) {
        answer(session, complete.data);
      }
    }
  }
}

function answer(
  session: SessionBuilder,
  { toolCallId, success, result, error }: z.output<typeof completeSchema>,
): void {
  const content = resultSchema.safeParse(result);
  if (!success) {
    const said = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
    session.outcome(toolCallId, said ?? (content.success ? content.data.content : ''), true);
  } else if (content.success) {
    session.outcome(toolCallId, content.data.content, false);
  }
}
