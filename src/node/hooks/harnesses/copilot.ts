import { namedEvent } from '../claudeFormat';
import type { Harness, HookEvent, RawInput, Reply } from '../harness';

/**
 * GitHub Copilot CLI and cloud agent.
 * Source: "GitHub Copilot hooks reference" (hooks-reference.md of GitHub's documentation): camelCase input without the
 * event's name, or snake_case input when the event is configured in PascalCase; no call id in either; sub-agents have a
 * session id of their own; `permissionDecision` at the top level; `progress` lines are all that a hook can show to a
 * person. A PreToolUse hook cannot end the agent. Arguments may be JSON text ("Hooks configuration", the older page).
 */
export const copilot: Harness = {
  name: 'copilot',
  vendor: 'copilot',
  looksLike: (input) =>
    input['sessionId'] !== undefined ||
    input['toolName'] !== undefined ||
    (input['tool_name'] !== undefined && input['tool_use_id'] === undefined),
  fields: {
    sessionId: ['sessionId', 'session_id'],
    agentId: ['agentId', 'agent_id'],
    model: [],
    prompt: ['prompt'],
    tool: ['toolName', 'tool_name'],
    arguments: ['toolArgs', 'tool_input'],
    callId: ['toolCallId', 'tool_use_id'],
    result: ['toolResult', 'tool_result', 'tool_response'],
    error: ['error'],
    transcriptPath: [],
  },
  eventOf,
  resultOf,
  canAsk: true,
  write,
};

/** In camelCase the fields tell the event, for its name is not among them. */
function eventOf(input: RawInput): HookEvent | undefined {
  if (input['hook_event_name'] !== undefined) {
    return namedEvent(input);
  }
  const has = (name: string): boolean => input[name] !== undefined;
  if (has('toolName')) {
    return has('toolResult') ? 'postToolUse' : has('error') ? 'postToolUseFailure' : 'preToolUse';
  }
  return has('prompt') && !has('transformedPrompt') ? 'userPrompt' : undefined;
}

function resultOf(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    return result;
  }
  const fields = result as Readonly<Record<string, unknown>>;
  return fields['textResultForLlm'] ?? fields['text_result_for_llm'] ?? result;
}

function write(reply: Reply): string {
  switch (reply.kind) {
    case 'allow':
    case 'blockPrompt':
      return '';
    case 'warn':
      return `${JSON.stringify({ type: 'progress', message: reply.toPerson })}\n`;
    case 'ask':
      return JSON.stringify({ permissionDecision: 'ask', permissionDecisionReason: reply.toPerson });
    case 'deny':
    case 'stop':
      return JSON.stringify({ permissionDecision: 'deny', permissionDecisionReason: reply.toModel });
  }
}
