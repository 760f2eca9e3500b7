import type { Harness, HarnessName, HookEvent, Reply } from '../harness';
import type { RawInput } from '../input';
import { claudeResult, copilotResult } from './results';

/** Names of events in the input of those that follow Claude Code's format. */
const EVENTS: Readonly<Record<string, HookEvent>> = {
  SessionStart: 'sessionStart',
  UserPromptSubmit: 'userPrompt',
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  PostToolUseFailure: 'postToolUseFailure',
  SubagentStart: 'subagentStart',
  Stop: 'stop',
};

const CLAUDE_FIELDS: Harness['fields'] = {
  sessionId: ['session_id'],
  agentId: ['agent_id'],
  model: ['model'],
  prompt: ['prompt'],
  tool: ['tool_name'],
  arguments: ['tool_input'],
  callId: ['tool_use_id'],
  result: ['tool_response'],
  error: ['error', 'error_message'],
  transcriptPath: ['transcript_path'],
};

/**
 * The agent of VS Code (its "Local" harness).
 * Source: tried in VS Code 1.139 (VSCODE.md); "Hooks reference", Visual Studio Code documentation. No hook tells of a
 * failure. A sub-agent has its parent's session, and only SubagentStart and SubagentStop name it, by the id of the call
 * that started it; its calls do not (they
 * are read for one should it come). `continue: false` does not end the agent's loop, so a stop is a refusal that asks
 * the model to end.
 */
const vscode: Harness = {
  name: 'vscode',
  fields: CLAUDE_FIELDS,
  eventOf: namedEvent,
  resultOf: (result) => result,
  canAsk: true,
  vendor: 'unknown',
  write: claudeOutput,
};

/**
 * Claude Code.
 * Source: "Hooks reference", Claude Code documentation: common fields and `agent_id` inside sub-agents (the session id
 * is the parent's), PreToolUse decisions `deny` and `ask`, `continue` and `stopReason` which go before any decision,
 * exit code 2; field by field as
 * quoted in third-party copies of it.
 */
const claude: Harness = {
  name: 'claude',
  fields: CLAUDE_FIELDS,
  eventOf: namedEvent,
  resultOf: claudeResult,
  canAsk: true,
  vendor: 'anthropic',
  write: (reply) =>
    reply.kind === 'stop'
      ? json({ continue: false, stopReason: reply.toPerson, ...decision('deny', reply.toPerson) })
      : claudeOutput(reply),
};

/**
 * GitHub Copilot CLI and cloud agent.
 * Source: "GitHub Copilot hooks reference" (hooks-reference.md of GitHub's documentation): camelCase input without the
 * event's name, or snake_case input when the event is configured in PascalCase; no call id in either; sub-agents have a
 * session id of their own;
 * `permissionDecision` at the top level; `progress` lines are all that a hook can show to a person. A PreToolUse hook
 * cannot end the agent. Arguments may be JSON text ("Hooks configuration", the older page).
 */
const copilot: Harness = {
  name: 'copilot',
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
  eventOf: copilotEvent,
  resultOf: copilotResult,
  canAsk: true,
  vendor: 'copilot',
  write: copilotOutput,
};

/**
 * OpenAI Codex CLI.
 * Source: the JSON schemas of its hooks crate (pre-tool-use, post-tool-use and user-prompt-submit command input) and
 * that crate's output parser: `agent_id` inside sub-agents; of a PreToolUse hook only `deny` with a reason and
 * `systemMessage` are honoured, while
 * `ask`, `allow` and `continue: false` make the whole output invalid and let the call run. No event tells of a failure.
 */
const codex: Harness = {
  name: 'codex',
  fields: CLAUDE_FIELDS,
  eventOf: namedEvent,
  resultOf: (result) => result,
  canAsk: false,
  vendor: 'openai',
  write: (reply) => claudeOutput(reply.kind === 'ask' ? { ...reply, kind: 'warn' } : reply),
};

/** What each harness calls things, and how it is answered. */
export const HARNESSES: Readonly<Record<HarnessName, Harness>> = { vscode, claude, copilot, codex };

/**
 * Tells by its fields which harness sent an input: `sessionId` or a tool event without a call id is Copilot, `turn_id`
 * or the model of a tool event is Codex, `permission_mode` is Claude Code, `timestamp` is VS Code. Whatever is left is
 * read as Claude Code's, whose
 * format the others follow.
 */
export function recognise(input: RawInput): Harness {
  const has = (name: string): boolean => input[name] !== undefined;
  if (has('sessionId') || has('toolName') || (has('tool_name') && !has('tool_use_id'))) {
    return copilot;
  }
  if (has('turn_id') || (has('model') && has('tool_name'))) {
    return codex;
  }
  return has('permission_mode') || !has('timestamp') ? claude : vscode;
}

function namedEvent(input: RawInput): HookEvent | undefined {
  const name = input['hook_event_name'];
  return typeof name === 'string' && Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined;
}

/** In camelCase the fields tell the event, for its name is not among them. */
function copilotEvent(input: RawInput): HookEvent | undefined {
  if (input['hook_event_name'] !== undefined) {
    return namedEvent(input);
  }
  const has = (name: string): boolean => input[name] !== undefined;
  if (has('toolName')) {
    return has('toolResult') ? 'postToolUse' : has('error') ? 'postToolUseFailure' : 'preToolUse';
  }
  return has('prompt') && !has('transformedPrompt') ? 'userPrompt' : undefined;
}

function claudeOutput(reply: Reply): string {
  switch (reply.kind) {
    case 'allow':
      return '';
    case 'warn':
      return json({ systemMessage: reply.toPerson });
    case 'ask':
      return json(decision('ask', reply.toPerson));
    case 'deny':
    case 'stop':
      return json({ systemMessage: reply.toPerson, ...decision('deny', reply.toModel) });
  }
}

function copilotOutput(reply: Reply): string {
  switch (reply.kind) {
    case 'allow':
      return '';
    case 'warn':
      return `${json({ type: 'progress', message: reply.toPerson })}\n`;
    case 'ask':
      return json({ permissionDecision: 'ask', permissionDecisionReason: reply.toPerson });
    case 'deny':
    case 'stop':
      return json({ permissionDecision: 'deny', permissionDecisionReason: reply.toModel });
  }
}

function decision(permissionDecision: 'ask' | 'deny', permissionDecisionReason: string): object {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } };
}

function json(value: object): string {
  return JSON.stringify(value);
}
