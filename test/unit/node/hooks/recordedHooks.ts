import type { HarnessName } from '../../../../src/node/agents/harnesses';
import type { HookInput } from '../../../../src/node/wire/input';

type RecordedHook = readonly [name: string, harness: HarnessName, input: object, expected: HookInput | undefined];

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
/** Recorded in 0.24.4. */
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

const OF_QWEN_CALL = {
  sessionId: 'session',
  modelId: undefined,
  agentId: undefined,
  callId: 'toolu_1795611000273_36goaqyee',
  tool: 'run_shell_command',
  arguments: { command: 'echo same', is_background: false },
  folder: '/w',
  transcriptPath: QWEN.transcript_path,
};
const OF_CHAT = { sessionId: 'chat', modelId: undefined };
const OF_SESSION = { sessionId: 'session', modelId: undefined };
const OF_THREAD = { sessionId: 'thread', modelId: 'gpt-5' };
const OF_VSCODE_CALL = { ...OF_CHAT, ...call, callId: 'call_1__vscode-1', transcriptPath: '/t/chat.jsonl' };
const OF_CLAUDE_CALL = { ...OF_SESSION, ...call, callId: 'toolu_1', transcriptPath: '/t/session.jsonl' };
const OF_CODEX_CALL = { ...OF_THREAD, ...call, callId: 'call-1', transcriptPath: undefined };
const OF_GEMINI_CALL = {
  ...OF_SESSION,
  agentId: undefined,
  callId: undefined,
  tool: 'run_shell_command',
  arguments: { command: 'echo same' },
  folder: '/w',
  transcriptPath: '/t/session.jsonl',
};
const bash = { agentId: undefined, callId: undefined, tool: 'bash', folder: '/w' };
const OF_BASH_CALL = { ...OF_SESSION, ...bash, arguments: { command: 'ls' }, transcriptPath: undefined };

type Told = Extract<HookInput, { readonly event: 'postToolUse' }>['toldBy'];

const outcome = (of: object, result: unknown, isError = false, toldBy: Told = 'postToolUse') =>
  ({ event: 'postToolUse', toldBy, ...of, result, isError }) as HookInput;
const failure = (of: object, result: unknown) => outcome(of, result, true, 'postToolUseFailure');
const prompt = (of: object, text: string, agentId?: string) =>
  ({ event: 'userPrompt', ...of, prompt: text, agentId }) as HookInput;
const woken = (of: object, notice: string) => ({ event: 'woken', ...of, agentId: undefined, notice }) as HookInput;

export const RECORDED: readonly RecordedHook[] = [
  ['a call in VS Code', 'vscode', VSCODE_CALL, { event: 'preToolUse', ...OF_VSCODE_CALL }],
  ['an outcome in VS Code', 'vscode', { ...VSCODE_OUTCOME, tool_response: 'a' }, outcome(OF_VSCODE_CALL, 'a')],
  [
    'an outcome in VS Code beside which the model read what a hook had said before the call',
    'vscode',
    { ...VSCODE_OUTCOME, tool_response: 'a\n\n<PreToolUse-context>\nTry another way.\n</PreToolUse-context>' },
    outcome(OF_VSCODE_CALL, 'a'),
  ],
  [
    'the beginning of a sub-agent in VS Code',
    'vscode',
    { ...VSCODE, hook_event_name: 'SubagentStart', agent_id: 'call_3', agent_type: 'default' },
    { event: 'subagentStart', ...OF_CHAT, agentId: 'call_3' },
  ],
  [
    'the end of a sub-agent in VS Code',
    'vscode',
    { ...VSCODE, hook_event_name: 'SubagentStop', agent_id: 'call_3', agent_type: 'default', stop_hook_active: false },
    undefined,
  ],
  [
    'a prompt in VS Code',
    'vscode',
    { ...VSCODE, hook_event_name: 'UserPromptSubmit', prompt: 'go' },
    prompt(OF_CHAT, 'go'),
  ],
  [
    'the start of a session in VS Code',
    'vscode',
    { ...VSCODE, hook_event_name: 'SessionStart', source: 'new', model: 'gpt' },
    { event: 'sessionStart', sessionId: 'chat', modelId: 'gpt' },
  ],
  ['a call in Claude Code', 'claude', CLAUDE_CALL, { event: 'preToolUse', ...OF_CLAUDE_CALL }],
  [
    'a call of a sub-agent in Claude Code',
    'claude',
    { ...CLAUDE_CALL, agent_id: 'agent-7', agent_type: 'Explore' },
    { event: 'preToolUse', ...OF_CLAUDE_CALL, agentId: 'agent-7' },
  ],
  [
    'an outcome in Claude Code',
    'claude',
    { ...CLAUDE_OUTCOME, tool_response: { stdout: 'a', stderr: '' } },
    outcome(OF_CLAUDE_CALL, 'a'),
  ],
  [
    'the files that Claude Code found',
    'claude',
    {
      ...CLAUDE_OUTCOME,
      tool_response: { filenames: ['a'], durationMs: 37, numFiles: 1, truncated: false },
      duration_ms: 37,
    },
    outcome(OF_CLAUDE_CALL, { filenames: ['a'], numFiles: 1, truncated: false }),
  ],
  [
    'a failure in Claude Code',
    'claude',
    { ...CLAUDE_TOOL, hook_event_name: 'PostToolUseFailure', error: 'Exit code 1', is_interrupt: false },
    failure(OF_CLAUDE_CALL, 'Exit code 1'),
  ],
  [
    'a call in Claude Code that the person ended',
    'claude',
    { ...CLAUDE_TOOL, hook_event_name: 'PostToolUseFailure', error: 'Interrupted', is_interrupt: true },
    outcome(OF_CLAUDE_CALL, undefined, false, 'postToolUseFailure'),
  ],
  [
    'a prompt in Claude Code',
    'claude',
    { ...CLAUDE, hook_event_name: 'UserPromptSubmit', prompt: 'go' },
    prompt(OF_SESSION, 'go'),
  ],
  ['a notification in Claude Code', 'claude', { ...CLAUDE, hook_event_name: 'Notification', message: 'x' }, undefined],
  [
    'a call in Copilot CLI',
    'copilot',
    { ...COPILOT, toolName: 'bash', toolArgs: '{"command":"ls"}' },
    { event: 'preToolUse', ...OF_BASH_CALL, arguments: '{"command":"ls"}', answerId: '1704614600000' },
  ],
  [
    'an outcome in Copilot CLI',
    'copilot',
    {
      ...COPILOT,
      toolName: 'bash',
      toolArgs: { command: 'ls' },
      toolResult: { resultType: 'success', textResultForLlm: 'a' },
    },
    outcome(OF_BASH_CALL, 'a'),
  ],
  [
    'a failure in Copilot CLI',
    'copilot',
    { ...COPILOT, toolName: 'bash', toolArgs: { command: 'ls' }, error: 'no such file' },
    failure(OF_BASH_CALL, 'no such file'),
  ],
  ['a prompt in Copilot CLI', 'copilot', { ...COPILOT, prompt: 'go' }, prompt(OF_SESSION, 'go')],
  [
    'the end of a turn in Copilot CLI',
    'copilot',
    { ...COPILOT, transcriptPath: '/t', stopReason: 'end_turn', stop_hook_active: false },
    { event: 'stop', ...OF_SESSION },
  ],
  [
    'an error in Copilot CLI',
    'copilot',
    { ...COPILOT, error: { message: 'x', name: 'y' }, errorContext: 'system', recoverable: true },
    undefined,
  ],
  [
    'a call in Copilot CLI, configured in PascalCase',
    'copilot',
    { ...COPILOT_PASCAL, hook_event_name: 'PreToolUse', ...snake },
    { event: 'preToolUse', ...OF_BASH_CALL, ...call, answerId: '2026-01-01T00:00:00.000Z' },
  ],
  [
    'an outcome in Copilot CLI, configured in PascalCase',
    'copilot',
    {
      ...COPILOT_PASCAL,
      hook_event_name: 'PostToolUse',
      ...snake,
      tool_result: { result_type: 'success', text_result_for_llm: 'a' },
    },
    outcome({ ...OF_BASH_CALL, ...call }, 'a'),
  ],
  ['a call in Codex', 'codex', CODEX_CALL, { event: 'preToolUse', turnId: 'turn-1', ...OF_CODEX_CALL }],
  [
    'a call of a sub-agent in Codex',
    'codex',
    { ...CODEX_CALL, agent_id: 'agent-1', agent_type: 'worker' },
    { event: 'preToolUse', turnId: 'turn-1', ...OF_CODEX_CALL, agentId: 'agent-1' },
  ],
  ['an outcome in Codex', 'codex', { ...CODEX_OUTCOME, tool_response: 'a' }, outcome(OF_CODEX_CALL, 'a')],
  [
    'a prompt in Codex',
    'codex',
    { ...CODEX, hook_event_name: 'UserPromptSubmit', prompt: 'go' },
    prompt(OF_THREAD, 'go'),
  ],
  [
    'a call in the Agent Host of VS Code',
    'copilot',
    {
      sessionId: 'session',
      timestamp: 1_795_330_611_559,
      toolName: 'view',
      toolArgs: { path: '/w/a.txt' },
      workingDirectory: '/w',
    },
    {
      event: 'preToolUse',
      ...OF_BASH_CALL,
      tool: 'view',
      arguments: { path: '/w/a.txt' },
      answerId: '1795330611559',
    },
  ],
  [
    'the end of a turn in the Agent Host of VS Code',
    'copilot',
    { sessionId: 'session', timestamp: 1, reason: 'complete', workingDirectory: '/w' },
    { event: 'stop', ...OF_SESSION },
  ],
  [
    'a result of the shell in Copilot CLI, whose last line counts up',
    'copilot',
    {
      ...COPILOT,
      toolName: 'bash',
      toolArgs: { command: 'echo same' },
      toolResult: { resultType: 'success', textResultForLlm: 'same\n<shellId: 7 completed with exit code 0>' },
    },
    outcome({ ...OF_BASH_CALL, arguments: { command: 'echo same' } }, 'same\n<completed with exit code 0>'),
  ],
  [
    'a result of the shell in Copilot CLI, whose command failed',
    'copilot',
    {
      ...COPILOT,
      toolName: 'bash',
      toolArgs: { command: 'sh test.sh' },
      toolResult: { resultType: 'success', textResultForLlm: '1 failing\n<shellId: 7 completed with exit code 22>' },
    },
    outcome({ ...OF_BASH_CALL, arguments: { command: 'sh test.sh' } }, 'Exit code 22\n1 failing', true),
  ],
  [
    'a request for permission in Copilot CLI, which is no second call',
    'copilot',
    {
      hookName: 'permissionRequest',
      ...COPILOT,
      toolName: 'bash',
      toolInput: { command: 'echo same' },
      permissionSuggestions: [],
    },
    { event: 'permissionRequest', ...OF_SESSION, ...bash, arguments: { command: 'echo same' } },
  ],
  [
    'a prompt of autopilot in Copilot CLI, which no person wrote',
    'copilot',
    { ...COPILOT, prompt: 'You have not yet marked the task as complete using the task_complete tool. Go on.' },
    { event: 'continued', ...OF_SESSION, agentId: undefined, hasEnded: false },
  ],
  [
    'the end of a command in the background in Copilot CLI',
    'copilot',
    {
      ...COPILOT,
      prompt:
        '<system_notification>\nShell command "x" (shellId: 0) has exited with exit code 1.\n</system_notification>',
    },
    woken(OF_SESSION, '<system_notification>\nShell command "x"  has exited with exit code 1.\n</system_notification>'),
  ],
  [
    'the end of an answer in Claude Code, with a call that it refused before it asked a hook',
    'claude',
    {
      ...CLAUDE,
      hook_event_name: 'PostToolBatch',
      tool_calls: [
        { ...snake, tool_use_id: 'toolu_0', tool_response: 'fine' },
        { ...snake, tool_use_id: 'toolu_1', tool_response: '<tool_use_error>No.</tool_use_error>' },
      ],
    },
    {
      event: 'answerOver',
      ...OF_SESSION,
      agentId: undefined,
      transcriptPath: '/t/session.jsonl',
      calls: [
        {
          ...call,
          callId: 'toolu_1',
          toldBy: 'answerOver',
          result: '<tool_use_error>No.</tool_use_error>',
          isError: true,
        },
      ],
    },
  ],
  [
    'the end of a command in the background in Claude Code',
    'claude',
    {
      ...CLAUDE,
      hook_event_name: 'UserPromptSubmit',
      prompt: '<task-notification>\n<task-id>b1</task-id>\n<status>failed</status>\n</task-notification>',
    },
    woken(OF_SESSION, '<task-notification>\n<status>failed</status>\n</task-notification>'),
  ],
  [
    'the end of a command in a terminal of VS Code',
    'vscode',
    {
      ...VSCODE,
      hook_event_name: 'UserPromptSubmit',
      prompt: '[Terminal 3 notification: command completed with exit code 1. The terminal has been cleaned up.]',
    },
    woken(OF_CHAT, '[Terminal 3 notification: command completed with exit code 1. The terminal has been cleaned up.]'),
  ],
  [
    'an empty prompt after a result, which no person wrote',
    'claude',
    { ...CLAUDE, hook_event_name: 'UserPromptSubmit', prompt: '' },
    undefined,
  ],
  [
    'the prompt of a sub-agent in Codex',
    'codex',
    { ...CODEX, hook_event_name: 'UserPromptSubmit', prompt: 'SUBTASK', agent_id: 'agent-1', agent_type: 'default' },
    prompt(OF_THREAD, 'SUBTASK', 'agent-1'),
  ],
  [
    'the end of a turn in Claude Code, after a hook had made the agent go on',
    'claude',
    { ...CLAUDE, hook_event_name: 'Stop', stop_hook_active: true },
    { event: 'continued', ...OF_SESSION, agentId: undefined, hasEnded: true },
  ],
  [
    'a compaction in Claude Code',
    'claude',
    { ...CLAUDE, hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: '' },
    { event: 'compacted', ...OF_SESSION, agentId: undefined },
  ],
  [
    'a compaction that the person asked for',
    'claude',
    { ...CLAUDE, hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: '' },
    undefined,
  ],
  [
    'the end of a session in Claude Code',
    'claude',
    { ...CLAUDE, hook_event_name: 'SessionEnd', reason: 'other' },
    { event: 'stop', ...OF_SESSION },
  ],
  [
    'a prompt in Gemini CLI',
    'gemini',
    { ...GEMINI, hook_event_name: 'BeforeAgent', prompt: 'go on' },
    prompt(OF_SESSION, 'go on'),
  ],
  [
    'a call in Gemini CLI',
    'gemini',
    { ...GEMINI_TOOL, hook_event_name: 'BeforeTool' },
    { event: 'preToolUse', ...OF_GEMINI_CALL },
  ],
  [
    'an outcome in Gemini CLI, without the process that no two calls share',
    'gemini',
    {
      ...GEMINI_TOOL,
      hook_event_name: 'AfterTool',
      tool_response: {
        llmContent: '<untrusted_context>\nOutput: same\nProcess Group PGID: 4104\n</untrusted_context>',
        returnDisplay: 'same',
      },
    },
    outcome(OF_GEMINI_CALL, '<untrusted_context>\nOutput: same\n</untrusted_context>'),
  ],
  [
    'a failure in Gemini CLI',
    'gemini',
    {
      ...GEMINI_TOOL,
      hook_event_name: 'AfterTool',
      tool_response: {
        llmContent: 'Could not read file because no file was found at the specified path.',
        returnDisplay: 'File not found.',
        error: { message: 'File not found: /w/a.txt', type: 'file_not_found' },
      },
    },
    outcome(OF_GEMINI_CALL, 'File not found: /w/a.txt', true),
  ],
  [
    'a prompt in Qwen Code',
    'qwen',
    { ...QWEN, hook_event_name: 'UserPromptSubmit', prompt: 'Go on.', submitted_prompt: 'Go on.' },
    prompt(OF_SESSION, 'Go on.'),
  ],
  [
    'the results that the model of Qwen Code is to read',
    'qwen',
    { ...QWEN, hook_event_name: 'UserPromptSubmit', prompt: '' },
    { event: 'modelRequest', ...OF_SESSION, folder: '/w' },
  ],
  [
    'a call in Qwen Code',
    'qwen',
    { ...QWEN_TOOL, hook_event_name: 'PreToolUse' },
    { event: 'preToolUse', ...OF_QWEN_CALL },
  ],
  [
    'a call of a subagent in Qwen Code',
    'qwen',
    { ...QWEN_TOOL, hook_event_name: 'PreToolUse', agent_id: 'general-purpose-call_1_0' },
    { event: 'preToolUse', ...OF_QWEN_CALL, agentId: 'general-purpose-call_1_0' },
  ],
  [
    'an outcome in Qwen Code',
    'qwen',
    {
      ...QWEN_TOOL,
      hook_event_name: 'PostToolUse',
      tool_response: {
        llmContent: 'Command: echo same\nOutput: same\nSignal: (none)\nProcess Group PGID: 4104',
        returnDisplay: 'same',
      },
      duration_ms: 327,
    },
    outcome(OF_QWEN_CALL, 'Command: echo same\nOutput: same\nSignal: (none)'),
  ],
  [
    'a failure in Qwen Code',
    'qwen',
    { ...QWEN_TOOL, hook_event_name: 'PostToolUseFailure', error: 'File not found: /w/none.txt', is_interrupt: false },
    failure(OF_QWEN_CALL, 'File not found: /w/none.txt'),
  ],
];
