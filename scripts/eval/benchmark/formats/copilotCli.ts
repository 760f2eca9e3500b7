import * as z from 'zod';
import { Conversation } from '../conversation';
import type { RecordedCall } from '../recordedCall';
import { spacedJson, timeOf } from './parts';

/** A subagent's events name the call that started it, in one of two places. */
const ofSubAgent = { parentToolCallId: z.string().optional() };

const dataSchemas = [
  z.object({ type: z.literal('user.message'), data: z.object({ source: z.string().optional(), ...ofSubAgent }) }),
  z.object({ type: z.literal('assistant.message'), data: z.object({ messageId: z.string(), ...ofSubAgent }) }),
  z.object({
    type: z.literal('tool.execution_start'),
    data: z.object({ toolCallId: z.string(), toolName: z.string(), arguments: z.unknown().optional(), ...ofSubAgent }),
  }),
  z.object({
    type: z.literal('tool.execution_complete'),
    data: z.object({
      toolCallId: z.string(),
      success: z.boolean().optional(),
      result: z.unknown().optional(),
      error: z.unknown().optional(),
      ...ofSubAgent,
    }),
  }),
] as const;

const eventSchema = z
  .object({ timestamp: z.string().optional(), agentId: z.string().optional() })
  .and(z.discriminatedUnion('type', dataSchemas));

/** Subagents share the file. @param agent ID of the call that started the subagent; undefined: the agent itself */
export function copilotCliCalls(lines: readonly unknown[], agent: string | undefined): RecordedCall[] {
  const conversation = new Conversation(0, agent === undefined);
  for (const line of lines) {
    const event = eventSchema.safeParse(line).data;
    // The labelled form counts the answers of all agents of the file together.
    if (event?.type === 'assistant.message') {
      conversation.assistant(event.data.messageId);
    } else if (event !== undefined && (event.data.parentToolCallId ?? event.agentId) === agent) {
      note(conversation, event, agent);
    }
  }
  return conversation.calls;
}

function note(
  conversation: Conversation,
  event: Exclude<z.output<typeof eventSchema>, { type: 'assistant.message' }>,
  agent: string | undefined,
): void {
  const time = timeOf(event.timestamp);
  switch (event.type) {
    case 'user.message':
      // With a source, it was written by the harness.
      if (event.data.source === undefined) {
        conversation.user();
      }
      break;
    case 'tool.execution_start': {
      const { toolCallId, toolName, arguments: sent } = event.data;
      conversation.call({ name: toolName, arguments: sent, timestamp: time, agent }, toolCallId);
      break;
    }
    case 'tool.execution_complete': {
      const { toolCallId, success, result, error } = event.data;
      const said = textOf(result) ?? textOf(error) ?? '';
      conversation.answer({ result: said, isError: success === false, doneAt: time }, toolCallId);
      break;
    }
  }
}

const saidSchema = z.union([
  z.object({ content: z.string() }).transform(({ content }) => content),
  z.object({ message: z.string() }).transform(({ message }) => message),
]);

function textOf(said: unknown): string | undefined {
  return said === undefined ? undefined : (saidSchema.safeParse(said).data ?? spacedJson(said));
}
