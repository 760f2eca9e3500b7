import * as z from 'zod/mini';
import { readClaudeLine } from '../hooks/claudeLine';
import { type RecordedSession, SessionBuilder } from './recordedSession';

/**
 * One line of what Claude Code writes of a session below `~/.claude/projects`. The format is not documented, so only
 * what is needed is read.
 */
const lineSchema = z.object({
  type: z.enum(['user', 'assistant']),
  uuid: z._default(z.string(), ''),
  sessionId: z.optional(z.string()),
  timestamp: z._default(z.string(), ''),
  isMeta: z._default(z.boolean(), false),
  isSidechain: z._default(z.boolean(), false),
  isCompactSummary: z._default(z.boolean(), false),
  message: z.object({ id: z.optional(z.string()), content: z.union([z.string(), z.array(z.unknown())]) }),
});

type Line = z.output<typeof lineSchema>;

/** Written when the conversation was summed up to make room; what it knew then follows as a message. */
const compactionSchema = z.object({
  type: z.literal('system'),
  subtype: z.literal('compact_boundary'),
  timestamp: z._default(z.string(), ''),
  isSidechain: z._default(z.boolean(), false),
  compactMetadata: z.optional(z.object({ trigger: z.optional(z.string()) })),
});

const partSchema = z.union([
  z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.optional(z.unknown()) }),
  z.object({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: z.optional(z.unknown()),
    is_error: z._default(z.boolean(), false),
  }),
  z.object({ type: z.literal('text'), text: z.string() }),
]);

/** Who is behind the models of Claude Code, for `modelOverrides`. */
const VENDOR = 'anthropic';

/** Whether a line, parsed, is of such a session. */
export function isClaudeLine(value: unknown): boolean {
  return lineSchema.safeParse(value).success || compactionSchema.safeParse(value).success;
}

/**
 * Reads a session from its lines, in their order. Calls of sub-agents are left out: they are conversations of their
 * own.
 */
export function claudeSession(lines: readonly unknown[], id: string): RecordedSession {
  const session = new SessionBuilder();
  let named = id;
  for (const line of lines) {
    noteCompaction(session, line);
    const parsed = lineSchema.safeParse(line);
    if (parsed.success && !parsed.data.isSidechain) {
      named = parsed.data.sessionId ?? named;
      session.answeredBy(VENDOR, readClaudeLine(line)?.model);
      note(session, parsed.data);
    }
  }
  return session.build(named, 'claude');
}

/** What the person asks for is no work of the agent's. */
function noteCompaction(session: SessionBuilder, line: unknown): void {
  const { data } = compactionSchema.safeParse(line);
  if (data !== undefined && !data.isSidechain && data.compactMetadata?.trigger !== 'manual') {
    session.moment('compacted', Date.parse(data.timestamp) || 0);
  }
}

function note(session: SessionBuilder, { type, uuid, timestamp, isMeta, isCompactSummary, message }: Line): void {
  const parts = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
  for (const value of parts) {
    const part = partSchema.safeParse(value).data;
    switch (part?.type) {
      case 'tool_use':
        // One answer of the model is written as several lines with the same message id.
        session.call(part.id, {
          tool: part.name,
          arguments: part.input,
          round: message.id ?? uuid,
          atMs: Date.parse(timestamp) || 0,
        });
        break;
      case 'tool_result':
        session.outcome(part.tool_use_id, part.content, part.is_error, Date.parse(timestamp) || undefined);
        break;
      case 'text':
        if (type === 'user' && !isMeta && !isCompactSummary) {
          session.userMessage();
        }
        break;
      case undefined:
        break;
    }
  }
}
