import { HARNESSES } from './harnesses/registry';
import { parseRawInput, translateInput } from './input';

/** A hook input as VS Code's agent sends it, translated: what the running extension needs of it. */
export type HookInput =
  | { readonly event: 'sessionStart'; readonly conversationId: string; readonly modelId: string | undefined }
  | { readonly event: 'stop'; readonly conversationId: string }
  | { readonly event: 'subagentStart'; readonly conversationId: string; readonly agentId: string }
  | { readonly event: 'userPrompt'; readonly conversationId: string; readonly prompt: string }
  | {
      readonly event: 'preToolUse';
      readonly conversationId: string;
      readonly callId: string;
      /** The sub-agent that makes the call, should VS Code ever tell; today it does not. */
      readonly agentId: string | undefined;
      readonly tool: string;
      readonly arguments: unknown;
      readonly transcriptPath: string | undefined;
    }
  | {
      readonly event: 'postToolUse';
      readonly conversationId: string;
      readonly callId: string;
      readonly result: unknown;
    };

/**
 * Reads the JSON text a hook gets on stdin.
 * @returns undefined for events that are of no interest
 * @throws when the text is no hook input
 */
export function parseHookInput(text: string): HookInput | undefined {
  const input = translateInput(parseRawInput(text), HARNESSES.vscode);
  const conversationId = input?.sessionId ?? '';
  switch (input?.event) {
    case undefined:
      return undefined;
    case 'sessionStart':
      return { event: 'sessionStart', conversationId, modelId: input.modelId };
    case 'stop':
      return { event: 'stop', conversationId };
    case 'subagentStart':
      return input.agentId === undefined
        ? undefined
        : { event: 'subagentStart', conversationId, agentId: input.agentId };
    case 'userPrompt':
      return { event: 'userPrompt', conversationId, prompt: input.prompt };
    case 'preToolUse':
      return {
        event: 'preToolUse',
        conversationId,
        callId: required(input.callId),
        agentId: input.agentId,
        tool: input.tool,
        arguments: input.arguments,
        transcriptPath: input.transcriptPath,
      };
    case 'postToolUse':
      return { event: 'postToolUse', conversationId, callId: required(input.callId), result: input.result };
  }
}

/** What a PreToolUse hook prints to have the call not run. */
export function denyOutput(reason: string, systemMessage?: string): string {
  return JSON.stringify({
    ...(systemMessage === undefined ? {} : { systemMessage }),
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason },
  });
}

/** What a PreToolUse hook prints to have the person asked whether the call may run. */
export function askOutput(reason: string): string {
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask', permissionDecisionReason: reason },
  });
}

/** What a hook prints to show the person a message and let the agent go on. */
export function messageOutput(systemMessage: string): string {
  return JSON.stringify({ systemMessage });
}

/** What a UserPromptSubmit hook prints to answer the person without asking the model. */
export function blockPromptOutput(reason: string): string {
  return JSON.stringify({ decision: 'block', reason });
}

function required(callId: string | undefined): string {
  if (callId === undefined) {
    throw new Error('A hook input has no tool_use_id.');
  }
  return callId;
}
