import type * as published from '../../../api/library/openai-agents';
import type { Call } from '../../../api/library/index';

type Guardrails = ReturnType<typeof published.loopGuardrails>;
type Data = Parameters<Guardrails['inputGuardrails'][number]['run']>[0];
type Output = Awaited<ReturnType<Guardrails['inputGuardrails'][number]['run']>>;

const NAME = 'tool-loop-guard';

/** The SDK's own text for a tool that throws. */
const FAILED = 'An error occurred while running the tool. Please try again.';

const ALLOW: Output = { behavior: { type: 'allow' } };

export const loopGuardrails: typeof published.loopGuardrails = (guard) => {
  /** A run is identified only by its context object. */
  const runs = new WeakMap<object, string>();
  const callOf = ({ context, toolCall }: Data): Call => {
    const conversation = runs.get(context) ?? crypto.randomUUID();
    runs.set(context, conversation);
    return { id: toolCall.callId, tool: toolCall.name, arguments: toolCall.arguments, conversation };
  };
  const judge = (data: Data): Output => {
    const verdict = guard.before(callOf(data));
    if (verdict.runs) {
      return ALLOW;
    }
    return {
      behavior: verdict.ends ? { type: 'throwException' } : { type: 'rejectContent', message: verdict.forModel },
      outputInfo: verdict,
    };
  };
  return {
    inputGuardrails: [{ type: 'tool_input', name: NAME, run: (data) => Promise.resolve(judge(data)) }],
    outputGuardrails: [
      {
        type: 'tool_output',
        name: NAME,
        run: (data) => {
          const { output } = data;
          const nudge = guard.after(callOf(data), { result: output });
          // There is no room for a text next to an output, so the replacement repeats the output.
          const isTold = nudge !== undefined && typeof output === 'string';
          const behavior = { type: 'rejectContent', message: `${String(output)}\n\n${nudge}` } as const;
          return Promise.resolve(isTold ? { behavior } : ALLOW);
        },
      },
    ],
    // Output guardrails see only what the model reads, and that is the same for every error.
    errorFunction: (context, error, details) => {
      const nudge = details?.toolCall && guard.after(callOf({ context, toolCall: details.toolCall }), { error });
      return nudge === undefined ? FAILED : `${FAILED}\n\n${nudge}`;
    },
  };
};
