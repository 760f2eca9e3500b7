// What a harness sent to the model, in one form for all dialects.
import type { Step } from './step';

/** One part of the conversation as the model reads it. */
export interface Entry {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
}

/** One request of an agent's turn. */
export interface ModelRequest {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The key of the script that was played; undefined where the conversation names none. */
  readonly key: string | undefined;
  readonly answer: Step;
  /** Whether the script has nothing else after this answer. */
  readonly isLast: boolean;
  readonly entries: readonly Entry[];
}

/** What a request's body says, in whatever dialect. */
export interface Question {
  readonly model: string;
  readonly isStreamed: boolean;
  readonly entries: readonly Entry[];
  readonly tools: readonly string[];
}

/** The parts of a request's body that the rig reads; Copilot and Claude spell messages alike. */
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

/** What Copilot or Claude asks. */
export function questionIn(body: RequestBody): Question {
  return { model: body.model, isStreamed: body.stream === true, entries: entriesOf(body), tools: toolsOf(body) };
}

/** The conversation of a request, oldest part first. */
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

/** The names of the tools that a request offers. */
function toolsOf({ tools = [] }: RequestBody): string[] {
  return tools.map((tool) => tool.name ?? tool.function?.name ?? '');
}

function textOf(content: Content): string {
  return typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('');
}
