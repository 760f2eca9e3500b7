/** For the OpenAI Agents SDK: `@openai/agents`. */
import type { Guard } from './index.js';

/** What the SDK passes to a guardrail. */
interface GuardrailData {
  /** The run's context. */
  readonly context: object;
  readonly toolCall: { readonly callId: string; readonly name: string; readonly arguments: string };
}

interface GuardrailOutput {
  behavior: { type: 'allow' } | { type: 'rejectContent'; message: string } | { type: 'throwException' };
  outputInfo?: unknown;
}

interface LoopGuardrails {
  /** Reports a tool that throws to the guard, and gives the model the same text as the SDK. */
  errorFunction(context: object, error: unknown, details?: { readonly toolCall?: GuardrailData['toolCall'] }): string;
  inputGuardrails: { type: 'tool_input'; name: string; run(data: GuardrailData): Promise<GuardrailOutput> }[];
  outputGuardrails: {
    type: 'tool_output';
    name: string;
    run(data: GuardrailData & { readonly output: unknown }): Promise<GuardrailOutput>;
  }[];
}

/**
 * Each `run` is checked by its own calls, so you can use one guard for all.
 * A loop makes `run` fail with `ToolInputGuardrailTripwireTriggered`. Its `result.output.outputInfo` is the verdict.
 */
export function loopGuardrails(guard: Guard): LoopGuardrails;
