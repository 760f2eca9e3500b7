/** For the Vercel AI SDK: `ai` 5 to 7. */
import type { Guard } from './index.js';

/**
 * Wraps tools so that each call is checked before it runs. A blocked call fails with the guard's text for the model.
 * @param conversation its name, if you use one guard for several
 */
export function guardTools<Tools extends Readonly<Record<string, object>>>(
  guard: Guard,
  tools: Tools,
  conversation?: string,
): Tools;

/** A condition for `stopWhen`: the guard has stopped the run. */
export function loopFound(guard: Guard, conversation?: string): () => boolean;
