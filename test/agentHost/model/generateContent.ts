// Requests and answers of Gemini's `generateContent`.
import type { Entry, Question } from './request';
import { callsOf, type Step } from './step';

interface Part {
  readonly text?: string;
  readonly functionResponse?: { readonly response: { readonly output?: string; readonly error?: string } };
}

interface Body {
  readonly contents: readonly { readonly role: 'user' | 'model'; readonly parts: readonly Part[] }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

/** The path contains the model and whether the answer is streamed. */
export function questionForGemini({ contents, tools = [] }: Body, path: string): Question {
  const entries = contents.flatMap(({ role, parts }): Entry[] =>
    role === 'model'
      ? [{ role: 'assistant', text: parts.map(({ text }) => text ?? '').join('') }]
      : parts.map(({ text, functionResponse }): Entry => {
          const { output, error } = functionResponse?.response ?? {};
          return functionResponse === undefined
            ? { role: 'user', text: text ?? '' }
            : { role: 'tool', text: output ?? error ?? '' };
        }),
  );
  const names = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name));
  const [, model = '', verb = ''] = /\/models\/([^:]+):(\w+)$/.exec(path) ?? [];
  return { model, isStreamed: verb.startsWith('stream'), entries, tools: names };
}

export function generated(_id: string, _model: string, step: Step): object {
  const parts =
    typeof step === 'string'
      ? [{ text: step }]
      : callsOf(step).map(({ name, input }) => ({ functionCall: { name, args: input } }));
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
  };
}

export function generatedEvents(id: string, model: string, step: Step): string {
  return `data: ${JSON.stringify(generated(id, model, step))}\n\n`;
}
