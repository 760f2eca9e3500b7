// Requests of harnesses in one form for all APIs.
import type { Step } from './step';

export interface Entry {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
}

export interface ModelRequest {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Of the script; undefined if the conversation names none. */
  readonly key: string | undefined;
  readonly answer: Step;
  /** Whether the script ends with this answer. */
  readonly isLast: boolean;
  readonly entries: readonly Entry[];
}

export interface Question {
  readonly model: string;
  readonly isStreamed: boolean;
  readonly entries: readonly Entry[];
  readonly tools: readonly string[];
}

/** The parts that the rig reads; Copilot and Claude use the same messages. */
export interface RequestBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly Message[];
  readonly tools?: readonly {
    readonly name?: string;
    readonly function?: { readonly name: string };
  }[];
}

interface Message {
  readonly role: Entry['role'];
  readonly content: Content;
}

type Content = string | null | readonly Part[];

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly content?: Content;
}

export function questionIn(body: RequestBody): Question {
  return { model: body.model, isStreamed: body.stream === true, entries: entriesOf(body), tools: toolsOf(body) };
}

function entriesOf({ messages }: RequestBody): Entry[] {
  return messages.flatMap(({ role, content }) => {
    if (typeof content === 'string' || content === null || !content.some(({ type }) => type === 'tool_result')) {
      return [{ role, text: textOf(content) }];
    }
    return content.map((part): Entry =>
      part.type === 'tool_result'
        ? { role: 'tool', text: textOf(part.content ?? null) }
        : { role, text: part.text ?? '' },
    );
  });
}

function toolsOf({ tools = [] }: RequestBody): string[] {
  return tools.map((tool) => tool.name ?? tool.function?.name ?? '');
}

function textOf(content: Content): string {
  return typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('');
}
