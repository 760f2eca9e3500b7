/** For LangChain.js: `langchain` 1. */
import type { AgentMiddleware, createMiddleware, ToolMessage } from 'langchain';
import type { Guard } from './index.js';

/**
 * Middleware for `createAgent`. Threads are told apart by `configurable.thread_id`, so one guard serves all; without a
 * thread, each conversation is told by its first message. A loop ends the run.
 * @param langchain what it is made with: `import * as langchain from 'langchain'`
 */
export function loopMiddleware(
  guard: Guard,
  langchain: { createMiddleware: typeof createMiddleware; ToolMessage: typeof ToolMessage },
): AgentMiddleware;
