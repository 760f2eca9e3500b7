import type * as published from '../../../api/library/langchain';
import type { Call, Guard } from '../../../api/library/index';

/** The parts of LangChain's own types that are used here; the package is not among our dependencies. */
interface State {
  readonly messages: readonly { readonly id?: string }[];
}
interface Runtime {
  readonly configurable?: { readonly thread_id?: string };
}
interface Request {
  readonly toolCall: { readonly id?: string; readonly name: string; readonly args: unknown };
  readonly state: State;
  readonly runtime: Runtime;
}
interface Langchain {
  readonly createMiddleware: (middleware: object) => never;
  readonly ToolMessage: new (fields: object) => object;
}

export const loopMiddleware = ((guard: Guard, { createMiddleware, ToolMessage }: Langchain) =>
  createMiddleware({
    name: 'ToolLoopGuard',
    beforeAgent: (state: State, runtime: Runtime) => guard.beginTurn(conversationOf(state, runtime)),
    beforeModel: {
      canJumpTo: ['end'],
      hook: (state: State, runtime: Runtime) =>
        guard.stopped(conversationOf(state, runtime)) === undefined ? undefined : { jumpTo: 'end' },
    },
    wrapToolCall: async (request: Request, handler: (request: Request) => Promise<{ content?: unknown }>) => {
      const { id, name, args } = request.toolCall;
      const conversation = conversationOf(request.state, request.runtime);
      const call: Call = {
        id,
        tool: name,
        arguments: args,
        conversation,
        round: String(request.state.messages.length),
      };
      const { runs, forModel } = guard.before(call);
      if (!runs) {
        return new ToolMessage({ content: forModel, tool_call_id: id, name, status: 'error' });
      }
      try {
        const message = await handler(request);
        const nudge = guard.after(call, { result: message.content });
        if (nudge !== undefined && typeof message.content === 'string') {
          message.content += `\n\n${nudge}`;
        }
        return message;
      } catch (error) {
        guard.after(call, { error });
        throw error;
      }
    },
  })) as unknown as typeof published.loopMiddleware;

function conversationOf({ messages: [first] }: State, { configurable }: Runtime): string {
  return configurable?.thread_id ?? first?.id ?? '';
}
