import * as z from 'zod';
import { Conversation } from '../conversation';
import type { RecordedCall } from '../recordedCall';

const toolSchema = z.object({
  type: z.literal('tool'),
  tool: z.string(),
  callID: z.string(),
  state: z.object({
    status: z.string(),
    input: z.unknown(),
    output: z.string().optional(),
    error: z.string().optional(),
    time: z.object({ start: z.number(), end: z.number().optional() }).optional(),
  }),
});

const exportSchema = z.object({
  /** The session that started this one as a subagent. */
  info: z.object({ parentID: z.string().optional() }).optional(),
  messages: z.array(z.object({ info: z.looseObject({ role: z.string() }), parts: z.array(z.unknown()) })),
});

export function openCodeCalls(value: unknown): RecordedCall[] {
  const conversation = new Conversation();
  const { info: session, messages } = exportSchema.parse(value);
  const agent = session?.parentID;
  for (const { info, parts } of messages) {
    if (info.role === 'user') {
      conversation.user();
      continue;
    }
    conversation.assistant();
    for (const part of parts) {
      const tool = toolSchema.safeParse(part).data;
      if (tool === undefined) {
        continue;
      }
      const { status, input, output, error, time } = tool.state;
      conversation.call({ name: tool.tool, arguments: input, timestamp: time?.start, agent }, tool.callID);
      const result = output ?? error;
      if (result !== undefined) {
        conversation.answer({ result, isError: status === 'error', doneAt: time?.end }, tool.callID);
      }
    }
  }
  return conversation.calls;
}
