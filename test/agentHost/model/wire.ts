import { completion, completionEvents } from './chatCompletions';
import { generated, generatedEvents, questionForGemini } from './generateContent';
import { message, messageEvents } from './messages';
import { type Question, questionIn } from './request';
import { questionInItems, response, responseEvents } from './responses';
import type { Step } from './step';

/** An API of a model: its paths, how its requests are read, and how its answers are written. */
export interface Wire {
  readonly isAskedAt: (path: string) => boolean;
  readonly read: (body: never, path: string) => Question;
  /** @param id of the answer; the IDs of its calls are made from it */
  readonly whole: (id: string, model: string, step: Step) => object;
  /** As server-sent events, with a part per call if calls can come one by one. */
  readonly events: (id: string, model: string, step: Step) => readonly string[];
}

const WIRES: readonly Wire[] = [
  {
    isAskedAt: (path) => path.endsWith('/chat/completions'),
    read: questionIn,
    whole: completion,
    events: (...answer) => [completionEvents(...answer)],
  },
  {
    isAskedAt: (path) => path.endsWith('/v1/messages'),
    read: questionIn,
    whole: message,
    events: messageEvents,
  },
  {
    isAskedAt: (path) => path.endsWith('/responses'),
    read: questionInItems,
    whole: response,
    events: (...answer) => [responseEvents(...answer)],
  },
  {
    isAskedAt: (path) => /:(?:streamG|g)enerateContent$/.test(path),
    read: questionForGemini,
    whole: generated,
    events: (...answer) => [generatedEvents(...answer)],
  },
];

/** Undefined if the path asks no model. */
export function wireOf(path: string): Wire | undefined {
  return WIRES.find(({ isAskedAt }) => isAskedAt(path));
}
