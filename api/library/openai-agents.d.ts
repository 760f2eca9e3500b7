/** For the OpenAI Agents SDK: `@openai/agents`. */
import type { Guard } from './index.js';

/** What the SDK passes to a guardrail. */
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
  /** Tells the guard of a tool that throws, and the model the same as the SDK. */
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
