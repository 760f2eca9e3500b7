// Requests and answers of OpenAI's `/responses`.
import type { Entry, Question } from './request';
import { callsOf, type Step } from './step';

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 10,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 110,
};

interface Item {
  readonly type?: string;
  readonly role?: 'user' | 'assistant' | 'developer' | 'system';
  readonly content?: Text;
  readonly output?: Text;
}

type Text = string | readonly { readonly text?: string }[];

interface Tool {
  readonly type: string;
  readonly name?: string;
  /** In a namespace. */
  readonly tools?: readonly Tool[];
}

interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly input: readonly Item[];
  readonly tools?: readonly Tool[];
}

/** The calls of one answer are separate consecutive items. */
export function questionInItems({ model, stream, input, tools = [] }: Body): Question {
  const entries: Entry[] = [];
  let isInAnswer = false;
  for (const item of input) {
    const isCall = item.type?.endsWith('_call') === true;
    if (item.type?.endsWith('_output') === true) {
      entries.push({ role: 'tool', text: textOf(item.output) });
    } else if (isCall && !isInAnswer) {
      entries.push({ role: 'assistant', text: '' });
    } else if (item.role !== undefined) {
      entries.push({ role: item.role === 'developer' ? 'system' : item.role, text: textOf(item.content) });
    }
    isInAnswer = isCall;
  }
  return { model, isStreamed: stream === true, entries, tools: tools.flatMap(namesIn) };
}

function namesIn({ name = '', tools }: Tool): string[] {
  return tools === undefined ? [name] : tools.flatMap(namesIn);
}

function textOf(text: Text | undefined): string {
  return typeof text === 'string' ? text : (text ?? []).map((part) => part.text ?? '').join('');
}

export function response(id: string, model: string, step: Step): object {
  return { ...head(id, model), status: 'completed', output: itemsOf(id, step), usage: USAGE };
}

export function responseEvents(id: string, model: string, step: Step): string {
  const items = itemsOf(id, step);
  const started = { ...head(id, model), status: 'in_progress', output: [], usage: null };
  const events: { readonly type: string; readonly [detail: string]: unknown }[] = [
    { type: 'response.created', response: started },
    ...items.flatMap((item, index) => [
      { type: 'response.output_item.added', output_index: index, item: { ...item, status: 'in_progress' } },
      { type: 'response.output_item.done', output_index: index, item },
    ]),
    { type: 'response.completed', response: response(id, model, step) },
  ];
  return events
    .map((event, index) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: index })}\n\n`)
    .join('');
}

const head = (id: string, model: string) => ({ id: `resp_${id}`, object: 'response', created_at: 1, model });

function itemsOf(id: string, step: Step): object[] {
  if (typeof step === 'string') {
    const content = [{ type: 'output_text', text: step, annotations: [] }];
    return [{ type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content }];
  }
  return callsOf(step).map(({ name, input, namespace }, index) => ({
    type: 'function_call',
    id: `fc_${id}_${index}`,
    call_id: `call_${id}_${index}`,
    name,
    namespace,
    arguments: JSON.stringify(input),
    status: 'completed',
  }));
}
