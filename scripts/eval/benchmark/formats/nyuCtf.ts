import * as z from 'zod';
import { jsonFormat } from '../jsonFormat';
import { callsOfMessages } from '../messages';
import { jsonOrText } from './parts';

const messageSchema = z.object({
  role: z.string().optional(),
  content: z.string().nullish(),
  tool_call_id: z.string().nullish(),
  tool_calls: z
    .array(
      z.object({
        id: z.string().nullish(),
        function: z.object({ name: z.string(), arguments: z.unknown() }),
      }),
    )
    .nullish(),
});

const runSchema = z.object({
  messages: z.array(z.union([messageSchema, z.tuple([z.string(), messageSchema]).transform(([, message]) => message)])),
});

const resultSchema = z.object({
  error: z.unknown().optional(),
  returncode: z.number().nullish(),
  timed_out: z.boolean().nullish(),
});

type Message = z.output<typeof messageSchema>;

/** The agent of the NYU CTF benchmark: one run per file, each message with its time. */
export const nyuCtf = jsonFormat(
  runSchema,
  (id) => `transcripts/${id}.json`,
  ({ messages }) =>
    callsOfMessages(
      madeByTheModel(messages).map(({ role, content, tool_calls: calls, tool_call_id: answered }) => ({
        role: role ?? '',
        calls:
          calls?.map(({ id, function: { name, arguments: sent } }) => ({ id, name, arguments: argumentsOf(sent) })) ??
          [],
        answer: { id: answered, result: content ?? '', isError: isError(content ?? '') },
      })),
    ),
);

/** Leaves out the exchange that shows how to use tools, and second copies of results. */
function madeByTheModel(messages: readonly Message[]): Message[] {
  let isDemonstration = false;
  return messages.filter(({ role, content }) => {
    const text = content ?? '';
    if (role === 'user') {
      if (text.slice(0, 40).includes('<function_results>')) {
        return false;
      }
      isDemonstration = text.startsWith("First let's make sure you know how to use tools");
    }
    return !isDemonstration || (role !== 'assistant' && role !== 'tool');
  });
}

/** Only an object counts as arguments; any other value stays the text that was sent. */
function argumentsOf(sent: unknown): unknown {
  const parsed = jsonOrText(sent);
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : sent;
}

function isError(content: string): boolean {
  const result = resultSchema.safeParse(jsonOrText(content)).data;
  return result !== undefined && (Boolean(result.error) || Boolean(result.returncode) || result.timed_out === true);
}
