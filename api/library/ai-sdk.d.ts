/** For the Vercel AI SDK: `ai` 5 to 7. */
import type { Guard } from './index.js';

/**
 * The tools as they are, but each call is judged before it runs. A call that is held back fails with the guard's text
 * for the model.
 * @param conversation its name, where one guard serves several
 */
export function guardTools<Tools extends Readonly<Record<string, object>>>(
  guard: Guard,
  tools: Tools,
  conversation?: string,
): Tools;

/** A condition for `stopWhen`: the guard has ended the run. */
export function loopFound(guard: Guard, conversation?: string): () => boolean;
