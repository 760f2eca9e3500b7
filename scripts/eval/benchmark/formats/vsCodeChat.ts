import * as z from 'zod';
import { Conversation } from '../conversation';
import { jsonFormat } from '../jsonFormat';
import type { RecordedCall } from '../recordedCall';
import { jsonOrText } from './parts';

const chatSchema = z.object({
  requests: z.array(
    z.object({
      result: z
        .object({
          metadata: z.object({
            toolCallRounds: z
              .array(
                z.object({
                  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.unknown() })),
                }),
              )
              .default([]),
            toolCallResults: z.record(z.string(), z.object({ content: z.array(z.unknown()) })).default({}),
          }),
        })
        .optional(),
    }),
  ),
});

/** What "Chat: Export Chat..." writes, without times and without which call failed. */
export const vsCodeChat = jsonFormat(chatSchema, (id) => `/${id.slice(id.lastIndexOf(':') + 1)}`, callsOf);

function callsOf({ requests }: z.output<typeof chatSchema>): RecordedCall[] {
  const conversation = new Conversation();
  for (const { result } of requests) {
    conversation.user();
    for (const { toolCalls } of result?.metadata.toolCallRounds ?? []) {
      conversation.assistant();
      for (const { id, name, arguments: sent } of toolCalls) {
        conversation.call({ name, arguments: jsonOrText(sent) }, id);
        const content = result?.metadata.toolCallResults[id]?.content;
        if (content !== undefined) {
          conversation.answer({ result: content.map(textOfPart).join('\n') }, id);
        }
      }
    }
  }
  return conversation.calls;
}

interface Piece {
  readonly text?: string | undefined;
  readonly lineBreakBefore?: unknown;
  readonly children?: readonly Piece[] | undefined;
}

const pieceSchema: z.ZodType<Piece> = z.object({
  text: z.string().optional(),
  lineBreakBefore: z.unknown().optional(),
  get children() {
    return z.array(pieceSchema).optional();
  },
});

const partSchema = z.union([
  z.object({ value: z.string() }).transform(({ value }) => value),
  z.object({ value: z.object({ node: pieceSchema }) }).transform(({ value }) => textOfPiece(value.node)),
]);

/** A part of an answer is text or a tree of its pieces. */
const textOfPart = (part: unknown): string => partSchema.safeParse(part).data ?? '';

function textOfPiece({ text = '', lineBreakBefore, children = [] }: Piece): string {
  return `${lineBreakBefore === true ? '\n' : ''}${text}${children.map(textOfPiece).join('')}`;
}
