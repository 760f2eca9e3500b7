import type * as published from '../../../api/library/ai-sdk';
import type { Call, Guard } from '../../../api/library/index';

/** `messages` is what the model was sent, equal for the calls of one step. */
type Execute = (input: unknown, options: { readonly toolCallId: string; readonly messages: unknown[] }) => unknown;

export const guardTools: typeof published.guardTools = (guard, tools, conversation) =>
  Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => {
      const { execute } = tool as { readonly execute?: Execute };
      const guarded = execute && guardedExecute(guard, { tool: name, conversation }, execute.bind(tool));
      return [name, guarded === undefined ? tool : { ...tool, execute: guarded }];
    }),
  ) as typeof tools;

export const loopFound: typeof published.loopFound = (guard, conversation) => () =>
  guard.stopped(conversation) !== undefined;

function guardedExecute(guard: Guard, whose: Call, execute: Execute): Execute {
  return (input, options) => {
    const call: Call = { ...whose, id: options.toolCallId, arguments: input, round: String(options.messages.length) };
    const verdict = guard.before(call);
    if (!verdict.runs) {
      throw new Error(verdict.forModel);
    }
    const failed = (error: unknown): never => {
      guard.after(call, { error });
      throw error;
    };
    const succeeded = (result: unknown): unknown => {
      const nudge = guard.after(call, { result });
      return nudge !== undefined && typeof result === 'string' ? `${result}\n\n${nudge}` : result;
    };
    try {
      const output = execute(input, options);
      return Symbol.asyncIterator in Object(output)
        ? watched(output as AsyncIterable<unknown>, succeeded, failed)
        : Promise.resolve(output).then(succeeded, failed);
    } catch (error) {
      return failed(error);
    }
  };
}

/** A tool that reports progress yields results; the last one counts. */
async function* watched(
  outputs: AsyncIterable<unknown>,
  succeeded: (result: unknown) => unknown,
  failed: (error: unknown) => never,
): AsyncIterable<unknown> {
  let result: unknown;
  try {
    for await (result of outputs) {
      yield result;
    }
  } catch (error) {
    failed(error);
  }
  succeeded(result);
}
