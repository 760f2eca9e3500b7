import type { HarnessName } from '../../../../src/node/hooks/harnesses/registry';
import type { HookInput } from '../../../../src/node/hooks/input';

/** One hook input as a harness's documentation describes it, and what it means. */
interface RecordedHook {
  readonly name: string;
  readonly harness: HarnessName;
  readonly input: object;
  readonly expected: HookInput | undefined;
}

const VSCODE = {
  timestamp: '2026-01-01T00:00:00.000Z',
  session_id: 'chat',
  transcript_path: '/t/chat.jsonl',
  cwd: '/w',
};
const CLAUDE = { session_id: 'session', transcript_path: '/t/session.jsonl', cwd: '/w', permission_mode: 'default' };
const COPILOT = { sessionId: 'session', timestamp: 1_704_614_600_000, cwd: '/w' };
const COPILOT_PASCAL = { session_id: 'session', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' };
const CODEX = {
  session_id: 'thread',
  turn_id: 'turn-1',
  transcript_path: null,
  cwd: '/w',
  model: 'gpt-5',
  permission_mode: 'default',
};

const call = { agentId: undefined, tool: 'Bash', arguments: { command: 'ls' } };
const snake = { tool_name: 'Bash', tool_input: { command: 'ls' } };

export const RECORDED: readonly RecordedHook[] = [
  {
    name: 'a call in VS Code',
    harness: 'vscode',
    input: { ...VSCODE, hook_event_name: 'PreToolUse', ...snake, tool_use_id: 'call_1__vscode-1' },
    expected: {
      event: 'preToolUse',
      sessionId: 'chat',
      modelId: undefined,
      ...call,
      callId: 'call_1__vscode-1',
      transcriptPath: '/t/chat.jsonl',
    },
  },
  {
    name: 'an outcome in VS Code',
    harness: 'vscode',
    input: { ...VSCODE, hook_event_name: 'PostToolUse', ...snake, tool_use_id: 'call_1__vscode-1', tool_response: 'a' },
    expected: {
      event: 'postToolUse',
      sessionId: 'chat',
      modelId: undefined,
      ...call,
      callId: 'call_1__vscode-1',
      result: 'a',
      isError: false,
    },
  },
  {
    name: 'the beginning of a sub-agent in VS Code',
    harness: 'vscode',
    input: { ...VSCODE, hook_event_name: 'SubagentStart', agent_id: 'call_3', agent_type: 'default' },
    expected: { event: 'subagentStart', sessionId: 'chat', modelId: undefined, agentId: 'call_3' },
  },
  {
    name: 'the end of a sub-agent in VS Code',
    harness: 'vscode',
    input: {
      ...VSCODE,
      hook_event_name: 'SubagentStop',
      agent_id: 'call_3',
      agent_type: 'default',
      stop_hook_active: false,
    },
    expected: undefined,
  },
  {
    name: 'a prompt in VS Code',
    harness: 'vscode',
    input: { ...VSCODE, hook_event_name: 'UserPromptSubmit', prompt: 'go' },
    expected: { event: 'userPrompt', sessionId: 'chat', modelId: undefined, prompt: 'go' },
  },
  {
    name: 'the start of a session in VS Code',
    harness: 'vscode',
    input: { ...VSCODE, hook_event_name: 'SessionStart', source: 'new', model: 'gpt' },
    expected: { event: 'sessionStart', sessionId: 'chat', modelId: 'gpt' },
  },
  {
    name: 'a call in Claude Code',
    harness: 'claude',
    input: { ...CLAUDE, hook_event_name: 'PreToolUse', ...snake, tool_use_id: 'toolu_1' },
    expected: {
      event: 'preToolUse',
      sessionId: 'session',
      modelId: undefined,
      ...call,
      callId: 'toolu_1',
      transcriptPath: '/t/session.jsonl',
    },
  },
  {
    name: 'a call of a sub-agent in Claude Code',
    harness: 'claude',
    input: {
      ...CLAUDE,
      hook_event_name: 'PreToolUse',
      ...snake,
      tool_use_id: 'toolu_1',
      agent_id: 'agent-7',
      agent_type: 'Explore',
    },
    expected: {
      event: 'preToolUse',
      sessionId: 'session',
      modelId: undefined,
      ...call,
      agentId: 'agent-7',
      callId: 'toolu_1',
      transcriptPath: '/t/session.jsonl',
    },
  },
  {
    name: 'an outcome in Claude Code',
    harness: 'claude',
    input: {
      ...CLAUDE,
      hook_event_name: 'PostToolUse',
      ...snake,
      tool_use_id: 'toolu_1',
      tool_response: { stdout: 'a', stderr: '' },
    },
    expected: {
      event: 'postToolUse',
      sessionId: 'session',
      modelId: undefined,
      ...call,
      callId: 'toolu_1',
      result: 'a',
      isError: false,
    },
  },
  {
    name: 'the files that Claude Code found',
    harness: 'claude',
    input: {
      ...CLAUDE,
      hook_event_name: 'PostToolUse',
      ...snake,
      tool_use_id: 'toolu_1',
      tool_response: { filenames: ['a'], durationMs: 37, numFiles: 1, truncated: false },
      duration_ms: 37,
    },
    expected: {
      event: 'postToolUse',
      sessionId: 'session',
      modelId: undefined,
      ...call,
      callId: 'toolu_1',
      result: { filenames: ['a'], numFiles: 1, truncated: false },
      isError: false,
    },
  },
  {
    name: 'a failure in Claude Code',
    harness: 'claude',
    input: {
      ...CLAUDE,
      hook_event_name: 'PostToolUseFailure',
      ...snake,
      tool_use_id: 'toolu_1',
      error: 'Exit code 1',
      is_interrupt: false,
    },
    expected: {
      event: 'postToolUse',
      sessionId: 'session',
      modelId: undefined,
      ...call,
      callId: 'toolu_1',
      result: 'Exit code 1',
      isError: true,
    },
  },
  {
    name: 'a prompt in Claude Code',
    harness: 'claude',
    input: { ...CLAUDE, hook_event_name: 'UserPromptSubmit', prompt: 'go' },
    expected: { event: 'userPrompt', sessionId: 'session', modelId: undefined, prompt: 'go' },
  },
  {
    name: 'a notification in Claude Code',
    harness: 'claude',
    input: { ...CLAUDE, hook_event_name: 'Notification', message: 'x' },
    expected: undefined,
  },
  {
    name: 'a call in Copilot CLI',
    harness: 'copilot',
    input: { ...COPILOT, toolName: 'bash', toolArgs: '{"command":"ls"}' },
    expected: {
      event: 'preToolUse',
      sessionId: 'session',
      modelId: undefined,
      agentId: undefined,
      callId: undefined,
      tool: 'bash',
      arguments: '{"command":"ls"}',
      transcriptPath: undefined,
    },
  },
  {
    name: 'an outcome in Copilot CLI',
    harness: 'copilot',
    input: {
      ...COPILOT,
      toolName: 'bash',
      toolArgs: { command: 'ls' },
      toolResult: { resultType: 'success', textResultForLlm: 'a' },
    },
    expected: {
      event: 'postToolUse',
      sessionId: 'session',
      modelId: undefined,
      agentId: undefined,
      callId: undefined,
      tool: 'bash',
      arguments: { command: 'ls' },
      result: 'a',
      isError: false,
    },
  },
  {
    name: 'a failure in Copilot CLI',
    harness: 'copilot',
    input: { ...COPILOT, toolName: 'bash', toolArgs: { command: 'ls' }, error: 'no such file' },
    expected: {
      event: 'postToolUse',
      sessionId: 'session',
      modelId: undefined,
      agentId: undefined,
      callId: undefined,
      tool: 'bash',
      arguments: { command: 'ls' },
      result: 'no such file',
      isError: true,
    },
  },
  {
    name: 'a prompt in Copilot CLI',
    harness: 'copilot',
    input: { ...COPILOT, prompt: 'go' },
    expected: { event: 'userPrompt', sessionId: 'session', modelId: undefined, prompt: 'go' },
  },
  {
    name: 'the end of a turn in Copilot CLI',
    harness: 'copilot',
    input: { ...COPILOT, transcriptPath: '/t', stopReason: 'end_turn', stop_hook_active: false },
    expected: undefined,
  },
  {
    name: 'an error in Copilot CLI',
    harness: 'copilot',
    input: { ...COPILOT, error: { message: 'x', name: 'y' }, errorContext: 'system', recoverable: true },
    expected: undefined,
  },
  {
    name: 'a call in Copilot CLI, configured in PascalCase',
    harness: 'copilot',
    input: { ...COPILOT_PASCAL, hook_event_name: 'PreToolUse', ...snake },
    expected: {
      event: 'preToolUse',
      sessionId: 'session',
      modelId: undefined,
      ...call,
      callId: undefined,
      transcriptPath: undefined,
    },
  },
  {
    name: 'an outcome in Copilot CLI, configured in PascalCase',
    harness: 'copilot',
    input: {
      ...COPILOT_PASCAL,
      hook_event_name: 'PostToolUse',
      ...snake,
      tool_result: { result_type: 'success', text_result_for_llm: 'a' },
    },
    expected: {
      event: 'postToolUse',
      sessionId: 'session',
      modelId: undefined,
      ...call,
      callId: undefined,
      result: 'a',
      isError: false,
    },
  },
  {
    name: 'a call in Codex',
    harness: 'codex',
    input: { ...CODEX, hook_event_name: 'PreToolUse', ...snake, tool_use_id: 'call-1' },
    expected: {
      event: 'preToolUse',
      sessionId: 'thread',
      modelId: 'gpt-5',
      ...call,
      callId: 'call-1',
      transcriptPath: undefined,
    },
  },
  {
    name: 'a call of a sub-agent in Codex',
    harness: 'codex',
    input: {
      ...CODEX,
      hook_event_name: 'PreToolUse',
      ...snake,
      tool_use_id: 'call-1',
      agent_id: 'agent-1',
      agent_type: 'worker',
    },
    expected: {
      event: 'preToolUse',
      sessionId: 'thread',
      modelId: 'gpt-5',
      ...call,
      agentId: 'agent-1',
      callId: 'call-1',
      transcriptPath: undefined,
    },
  },
  {
    name: 'an outcome in Codex',
    harness: 'codex',
    input: { ...CODEX, hook_event_name: 'PostToolUse', ...snake, tool_use_id: 'call-1', tool_response: 'a' },
    expected: {
      event: 'postToolUse',
      sessionId: 'thread',
      modelId: 'gpt-5',
      ...call,
      callId: 'call-1',
      result: 'a',
      isError: false,
    },
  },
  {
    name: 'a prompt in Codex',
    harness: 'codex',
    input: { ...CODEX, hook_event_name: 'UserPromptSubmit', prompt: 'go' },
    expected: { event: 'userPrompt', sessionId: 'thread', modelId: 'gpt-5', prompt: 'go' },
  },
];
