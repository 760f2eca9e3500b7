import * as z from 'zod';
import { Conversation } from '../conversation';
import type { RecordedCall } from '../recordedCall';
import { jsonOrText, spacedJson, textOfParts, timeOf } from './parts';

const callSchema = z.union([
  z
    .object({ type: z.literal('function_call'), call_id: z.string(), name: z.string(), arguments: z.string() })
    .transform((item) => ({ id: item.call_id, name: item.name, sent: jsonOrText(item.arguments) })),
  z
    .object({ type: z.literal('custom_tool_call'), call_id: z.string(), name: z.string(), input: z.string() })
    .transform((item) => ({ id: item.call_id, name: item.name, sent: item.input })),
  z
    .object({ type: z.literal('tool_search_call'), call_id: z.string(), arguments: z.unknown() })
    .transform((item) => ({ id: item.call_id, name: item.type, sent: item.arguments })),
  // The model's service searches, and no answer is recorded.
  z
    .object({ type: z.literal('web_search_call'), action: z.unknown().optional() })
    .transform((item) => ({ id: undefined, name: item.type, sent: item.action ?? {} })),
]);

const outputSchema = z.union([
  z
    .object({
      type: z.enum(['function_call_output', 'custom_tool_call_output']),
      call_id: z.string(),
      output: z.unknown(),
    })
    .transform((item) => ({ id: item.call_id, output: item.output })),
  z
    .object({ type: z.literal('tool_search_output'), call_id: z.string(), tools: z.unknown() })
    .transform((item) => ({ id: item.call_id, output: item.tools })),
]);

const lineSchema = z.object({
  type: z.enum(['response_item', 'event_msg']),
  timestamp: z.string().optional(),
  payload: z.unknown(),
});

const userMessageSchema = z.object({ type: z.literal('user_message') });

export function codexCalls(lines: readonly unknown[]): RecordedCall[] {
  const conversation = new Conversation(1);
  const agent = subAgentOf(lines);
  // The model's answers have no ID: one begins with the first call after a user message or after outputs of tools.
  let isAnswered = true;
  for (const value of lines) {
    const line = lineSchema.safeParse(value).data;
    if (line?.type === 'event_msg' && userMessageSchema.safeParse(line.payload).success) {
      conversation.user();
      isAnswered = true;
    }
    const item = line?.type === 'response_item' ? line.payload : undefined;
    const time = timeOf(line?.timestamp);
    const call = callSchema.safeParse(item).data;
    if (call !== undefined) {
      if (isAnswered) {
        conversation.assistant();
      }
      isAnswered = call.id === undefined;
      conversation.call({ name: call.name, arguments: call.sent, timestamp: time, agent }, call.id);
    }
    const output = outputSchema.safeParse(item).data;
    if (output !== undefined) {
      isAnswered = true;
      const result = textOfParts(output.output);
      conversation.answer({ result, isError: tellsFailure(result), doneAt: time }, output.id);
    }
  }
  return conversation.calls;
}

/** Only the beginning counts: a script reports many commands, and its later ones may be attempts. */
const TELLING_CHARACTERS = 600;

/** Whether the command failed. Other failures look like answers. */
const tellsFailure = (result: string): boolean =>
  /^Exit code: [1-9]|"exit_code": ?[1-9]/.test(result.slice(0, TELLING_CHARACTERS));

const sessionSchema = z.object({
  type: z.literal('session_meta'),
  payload: z.object({ source: z.object({ subagent: z.unknown() }) }),
});

/** How the session describes its subagent, if any. The labelled form contains only the beginning. */
function subAgentOf([first]: readonly unknown[]): string | undefined {
  const subAgent = sessionSchema.safeParse(first).data?.payload.source.subagent;
  return subAgent === undefined ? undefined : spacedJson(subAgent).slice(0, 120);
}
