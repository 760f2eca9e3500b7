import type { AfterCall, Harness, HookEvent, RawInput, Reply } from './harness';

const EVENTS: Readonly<Record<string, HookEvent>> = {
  SessionStart: 'sessionStart',
  UserPromptSubmit: 'userPrompt',
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  PostToolUseFailure: 'postToolUseFailure',
  PostToolBatch: 'answerOver',
  SubagentStart: 'subagentStart',
  PreCompact: 'compaction',
  Stop: 'stop',
  // VS Code's Agent Host reports the end of a turn this way.
  SessionEnd: 'stop',
};

const AFTER_CALL: Readonly<Record<AfterCall, string>> = {
  postToolUse: 'PostToolUse',
  postToolUseFailure: 'PostToolUseFailure',
  answerOver: 'PostToolBatch',
};

export const CLAUDE_FIELDS: Harness['fields'] = {
  sessionId: ['session_id'],
  agentId: ['agent_id'],
  model: ['model'],
  prompt: ['prompt'],
  tool: ['tool_name'],
  arguments: ['tool_input'],
  callId: ['tool_use_id'],
  turnId: [],
  result: ['tool_response'],
  error: ['error', 'error_message'],
  transcriptPath: ['transcript_path'],
  answerId: [],
};

export function namedEvent(input: RawInput): HookEvent | undefined {
  const name = input['hook_event_name'];
  return typeof name === 'string' && Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined;
}

/** Claude Code's format, without the fields that end an agent. */
export function claudeOutput(reply: Reply): string {
  switch (reply.kind) {
    case 'allow':
    case 'nudgeBefore':
    case 'interrupt':
      return '';
    case 'warn':
      return JSON.stringify({ systemMessage: reply.toPerson });
    case 'hint':
      return JSON.stringify({ systemMessage: reply.toPerson, ...contextOfPrompt('UserPromptSubmit', reply.toModel) });
    case 'ask':
      return JSON.stringify(decision('ask', reply.toPerson));
    case 'nudge':
      return JSON.stringify({ systemMessage: reply.toPerson, ...contextAfter(reply) });
    case 'deny':
    case 'stop':
    case 'end':
      return JSON.stringify({ systemMessage: reply.toPerson, ...decision('deny', reply.toModel) });
    case 'blockPrompt':
      return JSON.stringify({ decision: 'block', reason: reply.toPerson });
  }
}

export function decision(permissionDecision: 'ask' | 'deny', permissionDecisionReason: string): object {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } };
}

export function contextOfPrompt(hookEventName: string, additionalContext: string): object {
  return { hookSpecificOutput: { hookEventName, additionalContext } };
}

export function contextAfter({ toModel, answers }: Extract<Reply, { kind: 'nudge' }>): object {
  return { hookSpecificOutput: { hookEventName: AFTER_CALL[answers], additionalContext: toModel } };
}
