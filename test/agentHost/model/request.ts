// What a harness sent to the model, in one form for all dialects.
import type { Step } from './step';

/** By who speaks it; `responses` and `gemini` are spoken by command lines only. */
export type Dialect = 'copilot' | 'claude' | 'responses' | 'gemini';

/** One part of the conversation as the model reads it. */
export interface Entry {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  /** The call that this is the result of. */
  readonly callId?: string | undefined;
}

/** One request of an agent's turn. */
export interface ModelRequest {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly dialect: Dialect;
  readonly model: string;
  /** The key of the script that was played; undefined where the conversation names none. */
  readonly key: string | undefined;
  readonly answer: Step;
  /** Whether the script has nothing else after this answer. */
  readonly isLast: boolean;
  readonly entries: readonly Entry[];
  readonly tools: readonly string[];
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
  readonly tool_call_id?: string;
}

type Content = string | null | readonly Part[];

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly tool_use_id?: string;
  readonly content?: Content;
}

/** What Copilot or Claude asks. */
export function questionIn(body: RequestBody): Question {
  return { model: body.model, isStreamed: body.stream === true, entries: entriesOf(body), tools: toolsOf(body) };
}

/** The conversation of a request, oldest part first. */
function entriesOf({ messages }: RequestBody): Entry[] {
  return messages.flatMap(({ role, content, tool_call_id: callId }) => {
    if (typeof content === 'string' || content === null || !content.some(({ type }) => type === 'tool_result')) {
      return [{ role, text: textOf(content), callId }];
    }
    return content.map((part): Entry =>
      part.type === 'tool_result'
        ? {
            role: 'tool',
            text: textOf(part.content ?? null),
            callId: part.tool_use_id,
          }
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
