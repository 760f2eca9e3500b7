import { completion, completionEvents } from './chatCompletions';
import { generated, generatedEvents, questionForGemini } from './generateContent';
import { message, messageEvents } from './messages';
import { type Question, questionIn } from './request';
import { questionInItems, response, responseEvents } from './responses';
import type { Step } from './step';

/** A way of speaking with a model: where it is asked, how its question is read, and how its answer is written. */
export interface Wire {
  readonly isAskedAt: (path: string) => boolean;
  readonly read: (body: never, path: string) => Question;
  /** @param id of the answer; the ids of its calls are made from it */
  readonly whole: (id: string, model: string, step: Step) => object;
  /** The same as server-sent events; where calls may come one by one, a part for each. */
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

/** The wire that is spoken at a path; undefined where no model is asked. */
export function wireOf(path: string): Wire | undefined {
  return WIRES.find(({ isAskedAt }) => isAskedAt(path));
}
