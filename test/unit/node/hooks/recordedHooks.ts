import type { HarnessName } from '../../../../src/node/agents/harnesses';
import type { HookInput } from '../../../../src/node/wire/input';

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

const call = { agentId: undefined, tool: 'Bash', arguments: { command: 'ls' }, folder: '/w' };
const snake = { tool_name: 'Bash', tool_input: { command: 'ls' } };
const VSCODE_TOOL = { ...VSCODE, ...snake, tool_use_id: 'call_1__vscode-1' };
const CLAUDE_TOOL = { ...CLAUDE, ...snake, tool_use_id: 'toolu_1' };
const CODEX_TOOL = { ...CODEX, ...snake, tool_use_id: 'call-1' };
const VSCODE_CALL = { ...VSCODE_TOOL, hook_event_name: 'PreToolUse' };
const VSCODE_OUTCOME = { ...VSCODE_TOOL, hook_event_name: 'PostToolUse' };
const CLAUDE_CALL = { ...CLAUDE_TOOL, hook_event_name: 'PreToolUse' };
const CLAUDE_OUTCOME = { ...CLAUDE_TOOL, hook_event_name: 'PostToolUse' };
const CODEX_CALL = { ...CODEX_TOOL, hook_event_name: 'PreToolUse' };
const CODEX_OUTCOME = { ...CODEX_TOOL, hook_event_name: 'PostToolUse' };
const GEMINI = {
  session_id: 'session',
  transcript_path: '/t/session.jsonl',
  cwd: '/w',
  timestamp: '2026-11-22T15:54:06.258Z',
};
const GEMINI_TOOL = { ...GEMINI, tool_name: 'run_shell_command', tool_input: { command: 'echo same' } };
/** As recorded in 0.24.4. */
export const QWEN = {
  session_id: 'session',
  transcript_path: '/h/.qwen/projects/w/chats/session.jsonl',
  cwd: '/w',
  timestamp: '2026-11-25T12:49:53.181Z',
  permission_mode: 'yolo',
  prompt_id: 'session########0',
};
const QWEN_TOOL = {
  ...QWEN,
  tool_name: 'run_shell_command',
  tool_input: { command: 'echo same', is_background: false },
  tool_use_id: 'toolu_1795611000273_36goaqyee',
  tool_call_id: 'call_1_0',
};
/** As "Hooks" of Cursor's documentation has it. */
export const CURSOR = {
  conversation_id: 'conversation',
  generation_id: 'generation',
  model: 'composer-2',
  cursor_version: '2.6.3',
  workspace_roots: ['/w'],
  user_email: null,
  transcript_path: null,
};
const CURSOR_TOOL = {
  ...CURSOR,
  tool_name: 'Shell',
  tool_input: { command: 'npm test', working_directory: '/w' },
  tool_use_id: 'abc123',
  cwd: '/w',
};
/** As microsoft/copilot-intellij-feedback#1819 has it. */
const JETBRAINS = { timestamp: 1_704_614_600_000, cwd: '/w' };
const JETBRAINS_TOOL = { ...JETBRAINS, toolName: 'run_in_terminal', toolArgs: '{"command":"ls"}' };

// What these mean.
const OF_QWEN_CALL = {
  sessionId: 'session',
  modelId: undefined,
  agentId: undefined,
  callId: 'toolu_1795611000273_36goaqyee',
  tool: 'run_shell_command',
  arguments: { command: 'echo same', is_background: false },
  folder: '/w',
};
const OF_CONVERSATION = { sessionId: 'conversation', modelId: 'composer-2' };
const OF_CURSOR_CALL = {
  ...OF_CONVERSATION,
  agentId: undefined,
  callId: 'abc123',
  tool: 'Shell',
  arguments: { command: 'npm test', working_directory: '/w' },
  folder: '/w',
};
const OF_JETBRAINS = { sessionId: 'jetbrains /w', modelId: undefined };
const OF_JETBRAINS_CALL = {
  ...OF_JETBRAINS,
  agentId: undefined,
  callId: undefined,
  tool: 'run_in_terminal',
  arguments: '{"command":"ls"}',
  folder: '/w',
};
const OF_CHAT = { sessionId: 'chat', modelId: undefined };
const OF_SESSION = { sessionId: 'session', modelId: undefined };
const OF_THREAD = { sessionId: 'thread', modelId: 'gpt-5' };
const OF_VSCODE_CALL = { ...OF_CHAT, ...call, callId: 'call_1__vscode-1' };
const OF_CLAUDE_CALL = { ...OF_SESSION, ...call, callId: 'toolu_1' };
const OF_CODEX_CALL = { ...OF_THREAD, ...call, callId: 'call-1' };
const OF_GEMINI_CALL = {
  ...OF_SESSION,
  agentId: undefined,
  callId: undefined,
  tool: 'run_shell_command',
  arguments: { command: 'echo same' },
  folder: '/w',
};
const bash = { agentId: undefined, callId: undefined, tool: 'bash', folder: '/w' };

export const RECORDED: readonly RecordedHook[] = [
  {
    name: 'a call in VS Code',
    harness: 'vscode',
    input: VSCODE_CALL,
    expected: { event: 'preToolUse', ...OF_VSCODE_CALL, transcriptPath: '/t/chat.jsonl' },
  },
  {
    name: 'an outcome in VS Code',
    harness: 'vscode',
    input: { ...VSCODE_OUTCOME, tool_response: 'a' },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUse',
      transcriptPath: '/t/chat.jsonl',
      ...OF_VSCODE_CALL,
      result: 'a',
      isError: false,
    },
  },
  {
    name: 'an outcome in VS Code beside which the model read what a hook had said before the call',
    harness: 'vscode',
    input: { ...VSCODE_OUTCOME, tool_response: 'a\n\n<PreToolUse-context>\nTry another way.\n</PreToolUse-context>' },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUse',
      transcriptPath: '/t/chat.jsonl',
      ...OF_VSCODE_CALL,
      result: 'a',
      isError: false,
    },
  },
  {
    name: 'the beginning of a sub-agent in VS Code',
    harness: 'vscode',
    input: { ...VSCODE, hook_event_name: 'SubagentStart', agent_id: 'call_3', agent_type: 'default' },
    expected: { event: 'subagentStart', ...OF_CHAT, agentId: 'call_3' },
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
    expected: { event: 'userPrompt', ...OF_CHAT, prompt: 'go', agentId: undefined },
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
    input: CLAUDE_CALL,
    expected: { event: 'preToolUse', ...OF_CLAUDE_CALL, transcriptPath: '/t/session.jsonl' },
  },
  {
    name: 'a call of a sub-agent in Claude Code',
    harness: 'claude',
    input: { ...CLAUDE_CALL, agent_id: 'agent-7', agent_type: 'Explore' },
    expected: {
      event: 'preToolUse',
      ...OF_CLAUDE_CALL,
      agentId: 'agent-7',
      transcriptPath: '/t/session.jsonl',
    },
  },
  {
    name: 'an outcome in Claude Code',
    harness: 'claude',
    input: {
      ...CLAUDE_OUTCOME,
      tool_response: { stdout: 'a', stderr: '' },
    },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUse',
      transcriptPath: '/t/session.jsonl',
      ...OF_CLAUDE_CALL,
      result: 'a',
      isError: false,
    },
  },
  {
    name: 'the files that Claude Code found',
    harness: 'claude',
    input: {
      ...CLAUDE_OUTCOME,
      tool_response: { filenames: ['a'], durationMs: 37, numFiles: 1, truncated: false },
      duration_ms: 37,
    },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUse',
      transcriptPath: '/t/session.jsonl',
      ...OF_CLAUDE_CALL,
      result: { filenames: ['a'], numFiles: 1, truncated: false },
      isError: false,
    },
  },
  {
    name: 'a failure in Claude Code',
    harness: 'claude',
    input: {
      ...CLAUDE_TOOL,
      hook_event_name: 'PostToolUseFailure',
      error: 'Exit code 1',
      is_interrupt: false,
    },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUseFailure',
      transcriptPath: '/t/session.jsonl',
      ...OF_CLAUDE_CALL,
      result: 'Exit code 1',
      isError: true,
    },
  },
  {
    name: 'a call in Claude Code that the person ended',
    harness: 'claude',
    input: { ...CLAUDE_TOOL, hook_event_name: 'PostToolUseFailure', error: 'Interrupted', is_interrupt: true },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUseFailure',
      transcriptPath: '/t/session.jsonl',
      ...OF_CLAUDE_CALL,
      result: undefined,
      isError: false,
    },
  },
  {
    name: 'a prompt in Claude Code',
    harness: 'claude',
    input: { ...CLAUDE, hook_event_name: 'UserPromptSubmit', prompt: 'go' },
    expected: { event: 'userPrompt', ...OF_SESSION, prompt: 'go', agentId: undefined },
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
      ...OF_SESSION,
      ...bash,
      arguments: '{"command":"ls"}',
      transcriptPath: undefined,
      answerId: '1704614600000',
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
      toldBy: 'postToolUse',
      transcriptPath: undefined,
      ...OF_SESSION,
      ...bash,
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
      toldBy: 'postToolUseFailure',
      transcriptPath: undefined,
      ...OF_SESSION,
      ...bash,
      arguments: { command: 'ls' },
      result: 'no such file',
      isError: true,
    },
  },
  {
    name: 'a prompt in Copilot CLI',
    harness: 'copilot',
    input: { ...COPILOT, prompt: 'go' },
    expected: { event: 'userPrompt', ...OF_SESSION, prompt: 'go', agentId: undefined },
  },
  {
    name: 'the end of a turn in Copilot CLI',
    harness: 'copilot',
    input: { ...COPILOT, transcriptPath: '/t', stopReason: 'end_turn', stop_hook_active: false },
    expected: { event: 'stop', ...OF_SESSION },
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
      ...OF_SESSION,
      ...call,
      callId: undefined,
      transcriptPath: undefined,
      answerId: '2026-01-01T00:00:00.000Z',
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
      toldBy: 'postToolUse',
      transcriptPath: undefined,
      ...OF_SESSION,
      ...call,
      callId: undefined,
      result: 'a',
      isError: false,
    },
  },
  {
    name: 'a call in Codex',
    harness: 'codex',
    input: CODEX_CALL,
    expected: { event: 'preToolUse', ...OF_CODEX_CALL, transcriptPath: undefined },
  },
  {
    name: 'a call of a sub-agent in Codex',
    harness: 'codex',
    input: { ...CODEX_CALL, agent_id: 'agent-1', agent_type: 'worker' },
    expected: { event: 'preToolUse', ...OF_CODEX_CALL, agentId: 'agent-1', transcriptPath: undefined },
  },
  {
    name: 'an outcome in Codex',
    harness: 'codex',
    input: { ...CODEX_OUTCOME, tool_response: 'a' },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUse',
      transcriptPath: undefined,
      ...OF_CODEX_CALL,
      result: 'a',
      isError: false,
    },
  },
  {
    name: 'a prompt in Codex',
    harness: 'codex',
    input: { ...CODEX, hook_event_name: 'UserPromptSubmit', prompt: 'go' },
    expected: { event: 'userPrompt', ...OF_THREAD, prompt: 'go', agentId: undefined },
  },
  {
    name: 'a call in the Agent Host of VS Code',
    harness: 'copilot',
    input: {
      sessionId: 'session',
      timestamp: 1_795_330_611_559,
      toolName: 'view',
      toolArgs: { path: '/w/a.txt' },
      workingDirectory: '/w',
    },
    expected: {
      event: 'preToolUse',
      ...OF_SESSION,
      agentId: undefined,
      folder: '/w',
      callId: undefined,
      tool: 'view',
      arguments: { path: '/w/a.txt' },
      transcriptPath: undefined,
      answerId: '1795330611559',
    },
  },
  {
    name: 'the end of a turn in the Agent Host of VS Code',
    harness: 'copilot',
    input: { sessionId: 'session', timestamp: 1, reason: 'complete', workingDirectory: '/w' },
    expected: { event: 'stop', ...OF_SESSION },
  },
  {
    name: 'a result of the shell in Copilot CLI, whose last line counts up',
    harness: 'copilot',
    input: {
      ...COPILOT,
      toolName: 'bash',
      toolArgs: { command: 'echo same' },
      toolResult: {
        resultType: 'success',
        textResultForLlm: 'same\n<shellId: 7 completed with exit code 0>',
      },
    },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUse',
      transcriptPath: undefined,
      ...OF_SESSION,
      ...bash,
      arguments: { command: 'echo same' },
      result: 'same\n<completed with exit code 0>',
      isError: false,
    },
  },
  {
    name: 'a result of the shell in Copilot CLI, whose command failed',
    harness: 'copilot',
    input: {
      ...COPILOT,
      toolName: 'bash',
      toolArgs: { command: 'sh test.sh' },
      toolResult: {
        resultType: 'success',
        textResultForLlm: '1 failing\n<shellId: 7 completed with exit code 22>',
      },
    },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUse',
      transcriptPath: undefined,
      ...OF_SESSION,
      ...bash,
      arguments: { command: 'sh test.sh' },
      result: 'Exit code 22\n1 failing',
      isError: true,
    },
  },
  {
    name: 'a request for permission in Copilot CLI, which is no second call',
    harness: 'copilot',
    input: {
      hookName: 'permissionRequest',
      ...COPILOT,
      toolName: 'bash',
      toolInput: { command: 'echo same' },
      permissionSuggestions: [],
    },
    expected: {
      event: 'permissionRequest',
      ...OF_SESSION,
      ...bash,
      arguments: { command: 'echo same' },
    },
  },
  {
    name: 'a prompt of autopilot in Copilot CLI, which no person wrote',
    harness: 'copilot',
    input: {
      ...COPILOT,
      prompt: 'You have not yet marked the task as complete using the task_complete tool. Go on.',
    },
    expected: { event: 'continued', ...OF_SESSION, agentId: undefined, hasEnded: false },
  },
  {
    name: 'the end of a command in the background in Copilot CLI',
    harness: 'copilot',
    input: {
      ...COPILOT,
      prompt:
        '<system_notification>\nShell command "x" (shellId: 0) has exited with exit code 1.\n</system_notification>',
    },
    expected: {
      event: 'woken',
      ...OF_SESSION,
      agentId: undefined,
      notice: '<system_notification>\nShell command "x"  has exited with exit code 1.\n</system_notification>',
    },
  },
  {
    name: 'the end of an answer in Claude Code, with a call that it refused before it asked a hook',
    harness: 'claude',
    input: {
      ...CLAUDE,
      hook_event_name: 'PostToolBatch',
      tool_calls: [
        { ...snake, tool_use_id: 'toolu_0', tool_response: 'fine' },
        { ...snake, tool_use_id: 'toolu_1', tool_response: '<tool_use_error>No.</tool_use_error>' },
      ],
    },
    expected: {
      event: 'callsRefused',
      ...OF_SESSION,
      agentId: undefined,
      transcriptPath: '/t/session.jsonl',
      calls: [
        {
          ...call,
          callId: 'toolu_1',
          toldBy: 'callsRefused',
          result: '<tool_use_error>No.</tool_use_error>',
          isError: true,
        },
      ],
    },
  },
  {
    name: 'the end of a command in the background in Claude Code',
    harness: 'claude',
    input: {
      ...CLAUDE,
      hook_event_name: 'UserPromptSubmit',
      prompt: '<task-notification>\n<task-id>b1</task-id>\n<status>failed</status>\n</task-notification>',
    },
    expected: {
      event: 'woken',
      ...OF_SESSION,
      agentId: undefined,
      notice: '<task-notification>\n<status>failed</status>\n</task-notification>',
    },
  },
  {
    name: 'the end of a command in a terminal of VS Code',
    harness: 'vscode',
    input: {
      ...VSCODE,
      hook_event_name: 'UserPromptSubmit',
      prompt: '[Terminal 3 notification: command completed with exit code 1. The terminal has been cleaned up.]',
    },
    expected: {
      event: 'woken',
      ...OF_CHAT,
      agentId: undefined,
      notice: '[Terminal 3 notification: command completed with exit code 1. The terminal has been cleaned up.]',
    },
  },
  {
    name: 'an empty prompt after a result, which no person wrote',
    harness: 'claude',
    input: { ...CLAUDE, hook_event_name: 'UserPromptSubmit', prompt: '' },
    expected: undefined,
  },
  {
    name: 'the prompt of a sub-agent in Codex',
    harness: 'codex',
    input: {
      ...CODEX,
      hook_event_name: 'UserPromptSubmit',
      prompt: 'SUBTASK',
      agent_id: 'agent-1',
      agent_type: 'default',
    },
    expected: { event: 'userPrompt', ...OF_THREAD, prompt: 'SUBTASK', agentId: 'agent-1' },
  },
  {
    name: 'the end of a turn in Claude Code, after a hook had made the agent go on',
    harness: 'claude',
    input: { ...CLAUDE, hook_event_name: 'Stop', stop_hook_active: true },
    expected: { event: 'continued', ...OF_SESSION, agentId: undefined, hasEnded: true },
  },
  {
    name: 'a compaction in Claude Code',
    harness: 'claude',
    input: { ...CLAUDE, hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: '' },
    expected: { event: 'compacted', ...OF_SESSION, agentId: undefined },
  },
  {
    name: 'a compaction that the person asked for',
    harness: 'claude',
    input: { ...CLAUDE, hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: '' },
    expected: undefined,
  },
  {
    name: 'the end of a session in Claude Code',
    harness: 'claude',
    input: { ...CLAUDE, hook_event_name: 'SessionEnd', reason: 'other' },
    expected: { event: 'stop', ...OF_SESSION },
  },
  {
    name: 'a prompt in Gemini CLI',
    harness: 'gemini',
    input: { ...GEMINI, hook_event_name: 'BeforeAgent', prompt: 'go on' },
    expected: { event: 'userPrompt', ...OF_SESSION, prompt: 'go on', agentId: undefined },
  },
  {
    name: 'a call in Gemini CLI',
    harness: 'gemini',
    input: { ...GEMINI_TOOL, hook_event_name: 'BeforeTool' },
    expected: { event: 'preToolUse', ...OF_GEMINI_CALL, transcriptPath: '/t/session.jsonl' },
  },
  {
    name: 'an outcome in Gemini CLI, without the process that no two calls share',
    harness: 'gemini',
    input: {
      ...GEMINI_TOOL,
      hook_event_name: 'AfterTool',
      tool_response: {
        llmContent: '<untrusted_context>\nOutput: same\nProcess Group PGID: 4104\n</untrusted_context>',
        returnDisplay: 'same',
      },
    },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUse',
      transcriptPath: '/t/session.jsonl',
      ...OF_GEMINI_CALL,
      result: '<untrusted_context>\nOutput: same\n</untrusted_context>',
      isError: false,
    },
  },
  {
    name: 'a failure in Gemini CLI',
    harness: 'gemini',
    input: {
      ...GEMINI_TOOL,
      hook_event_name: 'AfterTool',
      tool_response: {
        llmContent: 'Could not read file because no file was found at the specified path.',
        returnDisplay: 'File not found.',
        error: { message: 'File not found: /w/a.txt', type: 'file_not_found' },
      },
    },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUse',
      transcriptPath: '/t/session.jsonl',
      ...OF_GEMINI_CALL,
      result: 'File not found: /w/a.txt',
      isError: true,
    },
  },
  {
    name: 'a prompt in Qwen Code',
    harness: 'qwen',
    input: { ...QWEN, hook_event_name: 'UserPromptSubmit', prompt: 'Go on.', submitted_prompt: 'Go on.' },
    expected: { event: 'userPrompt', ...OF_SESSION, prompt: 'Go on.', agentId: undefined },
  },
  {
    name: 'the results that the model of Qwen Code is to read',
    harness: 'qwen',
    input: { ...QWEN, hook_event_name: 'UserPromptSubmit', prompt: '' },
    expected: { event: 'modelRequest', ...OF_SESSION, folder: '/w' },
  },
  {
    name: 'a call in Qwen Code',
    harness: 'qwen',
    input: { ...QWEN_TOOL, hook_event_name: 'PreToolUse' },
    expected: { event: 'preToolUse', ...OF_QWEN_CALL, transcriptPath: QWEN.transcript_path },
  },
  {
    name: 'a call of a subagent in Qwen Code',
    harness: 'qwen',
    input: { ...QWEN_TOOL, hook_event_name: 'PreToolUse', agent_id: 'general-purpose-call_1_0' },
    expected: {
      event: 'preToolUse',
      ...OF_QWEN_CALL,
      agentId: 'general-purpose-call_1_0',
      transcriptPath: QWEN.transcript_path,
    },
  },
  {
    name: 'an outcome in Qwen Code',
    harness: 'qwen',
    input: {
      ...QWEN_TOOL,
      hook_event_name: 'PostToolUse',
      tool_response: {
        llmContent: 'Command: echo same\nOutput: same\nSignal: (none)\nProcess Group PGID: 4104',
        returnDisplay: 'same',
      },
      duration_ms: 327,
    },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUse',
      transcriptPath: '/h/.qwen/projects/w/chats/session.jsonl',
      ...OF_QWEN_CALL,
      result: 'Command: echo same\nOutput: same\nSignal: (none)',
      isError: false,
    },
  },
  {
    name: 'a failure in Qwen Code',
    harness: 'qwen',
    input: {
      ...QWEN_TOOL,
      hook_event_name: 'PostToolUseFailure',
      error: 'File not found: /w/none.txt',
      is_interrupt: false,
    },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUseFailure',
      transcriptPath: '/h/.qwen/projects/w/chats/session.jsonl',
      ...OF_QWEN_CALL,
      result: 'File not found: /w/none.txt',
      isError: true,
    },
  },
  {
    name: 'a prompt in Cursor',
    harness: 'cursor',
    input: { ...CURSOR, hook_event_name: 'beforeSubmitPrompt', prompt: 'go on', attachments: [] },
    expected: { event: 'userPrompt', ...OF_CONVERSATION, prompt: 'go on', agentId: undefined },
  },
  {
    name: 'a call in Cursor',
    harness: 'cursor',
    input: { ...CURSOR_TOOL, hook_event_name: 'preToolUse', agent_message: 'Testing...' },
    expected: { event: 'preToolUse', ...OF_CURSOR_CALL, transcriptPath: undefined },
  },
  {
    name: 'a call that Cursor tells a hook of Claude Code',
    harness: 'cursor',
    input: { ...CURSOR_TOOL, hook_event_name: 'PreToolUse' },
    expected: { event: 'preToolUse', ...OF_CURSOR_CALL, transcriptPath: undefined },
  },
  {
    name: 'an outcome in Cursor',
    harness: 'cursor',
    input: {
      ...CURSOR_TOOL,
      hook_event_name: 'postToolUse',
      tool_output: '{"exitCode":0,"stdout":"All tests passed"}',
      duration: 5432,
    },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUse',
      transcriptPath: undefined,
      ...OF_CURSOR_CALL,
      result: { exitCode: 0, stdout: 'All tests passed' },
      isError: false,
    },
  },
  {
    name: 'a failure in Cursor',
    harness: 'cursor',
    input: {
      ...CURSOR_TOOL,
      hook_event_name: 'postToolUseFailure',
      error_message: 'Command timed out after 30s',
      failure_type: 'timeout',
      duration: 5000,
      is_interrupt: false,
    },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUseFailure',
      transcriptPath: undefined,
      ...OF_CURSOR_CALL,
      result: 'Command timed out after 30s',
      isError: true,
    },
  },
  {
    name: 'an MCP tool in Cursor, of which another hook tells, too',
    harness: 'cursor',
    input: { ...CURSOR, hook_event_name: 'beforeMCPExecution', tool_name: 'query', tool_input: '{}' },
    expected: undefined,
  },
  {
    name: 'the end of a turn in Cursor',
    harness: 'cursor',
    input: { ...CURSOR, hook_event_name: 'stop', status: 'completed', loop_count: 0 },
    expected: { event: 'stop', ...OF_CONVERSATION },
  },
  {
    name: 'a prompt in a JetBrains editor',
    harness: 'jetbrains',
    input: { ...JETBRAINS, prompt: 'go on' },
    expected: { event: 'userPrompt', ...OF_JETBRAINS, prompt: 'go on', agentId: undefined },
  },
  {
    name: 'a call in a JetBrains editor',
    harness: 'jetbrains',
    input: JETBRAINS_TOOL,
    expected: {
      event: 'preToolUse',
      ...OF_JETBRAINS_CALL,
      transcriptPath: undefined,
      answerId: '1704614600000',
    },
  },
  {
    name: 'an outcome in a JetBrains editor',
    harness: 'jetbrains',
    input: { ...JETBRAINS_TOOL, toolResult: { resultType: 'success', textResultForLlm: 'a' } },
    expected: {
      event: 'postToolUse',
      toldBy: 'postToolUse',
      transcriptPath: undefined,
      ...OF_JETBRAINS_CALL,
      result: 'a',
      isError: false,
    },
  },
];
