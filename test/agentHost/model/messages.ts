// Answers of Anthropic's `/v1/messages`, streamed or whole.
import { callsOf, type Step } from './step';

export function message(id: string, model: string, step: Step): object {
  return {
    ...head(id, model),
    content: blocks(id, step),
    stop_reason: stopReason(step),
  };
}

export function messageEvents(id: string, model: string, step: Step): string[] {
  const parts: Event[][] = blocks(id, step).map((block, index) => [
    { type: 'content_block_start', index, content_block: empty(block) },
    { type: 'content_block_delta', index, delta: delta(block) },
    { type: 'content_block_stop', index },
  ]);
  parts.at(0)?.unshift({ type: 'message_start', message: head(id, model) });
  parts.at(-1)?.push(
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason(step), stop_sequence: null },
      usage: { output_tokens: 5 },
    },
    { type: 'message_stop' },
  );
  return parts.map((events) =>
    events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
  );
}

interface Event {
  readonly type: string;
  readonly [detail: string]: unknown;
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: object;
    };

const head = (id: string, model: string) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 1 },
});

const stopReason = (step: Step): string => (typeof step === 'string' ? 'end_turn' : 'tool_use');

function blocks(id: string, step: Step): Block[] {
  return typeof step === 'string'
    ? [{ type: 'text', text: step }]
    : callsOf(step).map(({ name, input }, index) => ({ type: 'tool_use', id: `toolu_${id}_${index}`, name, input }));
}

const empty = (block: Block): Block => (block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} });

const delta = (block: Block): object =>
  block.type === 'text'
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
