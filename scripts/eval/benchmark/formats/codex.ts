import * as z from 'zod';
import { Conversation } from '../conversation';
import type { RecordedCall } from '../recordedCall';
import { spacedJson, textOfParts } from './parts';
import { timeOf } from './time';

const itemSchema = z.union([
  z.object({ type: z.literal('function_call'), call_id: z.string(), name: z.string(), arguments: z.string() }),
  z.object({ type: z.literal('custom_tool_call'), call_id: z.string(), name: z.string(), input: z.string() }),
  z.object({
    type: z.enum(['function_call_output', 'custom_tool_call_output']),
    call_id: z.string(),
    output: z.unknown(),
  }),
  // The model's service searches by itself: no answer is told.
  z.object({ type: z.literal('web_search_call'), action: z.unknown() }),
]);

const lineSchema = z.object({
  type: z.enum(['response_item', 'event_msg']),
  timestamp: z.string().optional(),
  payload: z.unknown(),
});

const userMessageSchema = z.object({ type: z.literal('user_message') });

/** A transcript of Codex. */
export function codexCalls(lines: readonly unknown[]): RecordedCall[] {
  const conversation = new Conversation(1);
  const agent = subAgentOf(lines);
  // Answers of the model have no id: one begins with the call after a message of the user or after outputs of tools.
  let isAnswered = true;
  for (const value of lines) {
    const line = lineSchema.safeParse(value).data;
    if (line?.type === 'event_msg' && userMessageSchema.safeParse(line.payload).success) {
      conversation.user();
      isAnswered = true;
    }
    const item = line?.type === 'response_item' ? itemSchema.safeParse(line.payload).data : undefined;
    const time = timeOf(line?.timestamp);
    switch (item?.type) {
      case 'function_call':
      case 'custom_tool_call':
      case 'web_search_call':
        if (isAnswered) {
          conversation.assistant();
          isAnswered = false;
        }
        if (item.type === 'web_search_call') {
          conversation.call({ name: item.type, arguments: item.action ?? {}, timestamp: time, agent });
          isAnswered = true;
        } else {
          conversation.call({ name: item.name, arguments: argumentsOf(item), timestamp: time, agent }, item.call_id);
        }
        break;
      case 'function_call_output':
      case 'custom_tool_call_output': {
        isAnswered = true;
        const result = textOfParts(item.output);
        conversation.answer({ result, isError: tellsFailure(result), doneAt: time }, item.call_id);
        break;
      }
      case undefined:
        break;
    }
  }
  return conversation.calls;
}

/** Whether a command that the tool ran failed; other failures are not told apart from answers. */
const tellsFailure = (result: string): boolean => /^Exit code: [1-9]|"exit_code": ?[1-9]/.test(result);

const sessionSchema = z.object({
  type: z.literal('session_meta'),
  payload: z.object({ source: z.object({ subagent: z.unknown() }) }),
});

/** What the session says of its sub-agent, if it is one's. The labelled form has the beginning of that. */
function subAgentOf([first]: readonly unknown[]): string | undefined {
  const subAgent = sessionSchema.safeParse(first).data?.payload.source.subagent;
  return subAgent === undefined ? undefined : spacedJson(subAgent).slice(0, 120);
}

function argumentsOf(item: { readonly arguments: string } | { readonly input: string }): unknown {
  if ('input' in item) {
    return item.input;
  }
  try {
    return JSON.parse(item.arguments) as unknown;
  } catch {
    return item.arguments;
  }
}
