/** For LangChain.js: `langchain` 1. */
import type { AgentMiddleware, createMiddleware, ToolMessage } from 'langchain';
import type { Guard } from './index.js';

/**
 * Middleware for `createAgent`. Threads are distinguished by `configurable.thread_id`, so you can use one guard for
 * all. Without a thread, a conversation is identified by its first message. A loop stops the run.
 * @param langchain the module itself: `import * as langchain from 'langchain'`
 */
export function loopMiddleware(
  guard: Guard,
  langchain: { createMiddleware: typeof createMiddleware; ToolMessage: typeof ToolMessage },
): AgentMiddleware;
