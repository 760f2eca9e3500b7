/** A hook input as VS Code's agent sends it, translated. */
export type HookInput =
  | { readonly event: 'sessionStart'; readonly conversationId: string; readonly modelId: string | undefined }
  | { readonly event: 'stop'; readonly conversationId: string }
  | { readonly event: 'userPrompt'; readonly conversationId: string; readonly prompt: string }
  | {
      readonly event: 'preToolUse';
      readonly conversationId: string;
      readonly callId: string;
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
  const input = JSON.parse(text) as Record<string, unknown>;
  const conversationId = input['session_id'];
  if (typeof conversationId !== 'string') {
    throw new Error('A hook input has no session_id.');
  }
  switch (input['hook_event_name']) {
    case 'SessionStart':
      return { event: 'sessionStart', conversationId, modelId: optionalText(input['model']) };
    case 'Stop':
      return { event: 'stop', conversationId };
    case 'UserPromptSubmit':
      return { event: 'userPrompt', conversationId, prompt: optionalText(input['prompt']) ?? '' };
    case 'PreToolUse':
      return {
        event: 'preToolUse',
        conversationId,
        callId: requiredText(input, 'tool_use_id'),
        tool: requiredText(input, 'tool_name'),
        arguments: input['tool_input'],
        transcriptPath: optionalText(input['transcript_path']),
      };
    case 'PostToolUse':
      return { event: 'postToolUse', conversationId, callId: requiredText(input, 'tool_use_id'), result: input['tool_response'] };
    default:
      return undefined;
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
  return JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask', permissionDecisionReason: reason } });
}

/** What a hook prints to show the person a message and let the agent go on. */
export function messageOutput(systemMessage: string): string {
  return JSON.stringify({ systemMessage });
}

/** What a UserPromptSubmit hook prints to answer the person without asking the model. */
export function blockPromptOutput(reason: string): string {
  return JSON.stringify({ decision: 'block', reason });
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function requiredText(input: Record<string, unknown>, field: string): string {
  const value = input[field];
  if (typeof value !== 'string') {
    throw new Error(`A hook input has no ${field}.`);
  }
  return value;
}
