/** For the OpenAI Agents SDK: `@openai/agents`. */
import type { Guard } from './index.js';

/** What the SDK tells a guardrail. */
interface GuardrailData {
  /** Of one run. */
  readonly context: object;
  readonly toolCall: { readonly callId: string; readonly name: string; readonly arguments: string };
}

interface GuardrailOutput {
  behavior: { type: 'allow' } | { type: 'rejectContent'; message: string } | { type: 'throwException' };
  outputInfo?: unknown;
}

interface LoopGuardrails {
  inputGuardrails: { type: 'tool_input'; name: string; run(data: GuardrailData): Promise<GuardrailOutput> }[];
  outputGuardrails: {
    type: 'tool_output';
    name: string;
    run(data: GuardrailData & { readonly output: unknown }): Promise<GuardrailOutput>;
  }[];
}

/**
 * Guardrails for `tool({ …, ...guardrails })`: make them once, and give them to every tool. Each run is judged by its
 * own calls, so one guard serves all.
 * A loop has `run` fail with `ToolInputGuardrailTripwireTriggered`; the verdict is its `result.output.outputInfo`.
 */
export function loopGuardrails(guard: Guard): LoopGuardrails;
