import type { ToolSettings } from './table';

/** For the user to read, how long a call may take, or how much it may print: makes no difference between two calls. */
const IGNORED_ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  // Claude Code, Codex, Copilot CLI, opencode, and servers of MCP.
  '*': [
    'timeout',
    'timeout_ms',
    'timeoutMs',
    'timeout_seconds',
    'timeoutSeconds',
    'yield_time_ms',
    'initial_wait',
    'head_limit',
    'max_output_tokens',
  ],
  // VS Code's own tools (their schemas, VS Code 1.139).
  run_in_terminal: ['explanation', 'goal', 'timeout'],
  apply_patch: ['explanation'],
  insert_edit_into_file: ['explanation'],
  multi_replace_string_in_file: ['explanation'],
  run_notebook_cell: ['reason'],
  // What the shells of Claude Code, Copilot and Gemini ask for; worded differently each time.
  bash: ['description', 'timeout', 'initial_wait'],
  powershell: ['description', 'timeout', 'initial_wait'],
  run_shell_command: ['description', 'timeout'],
};

/** Tools by which an agent ends its work, or asks the user. */
const ALWAYS_ALLOWED = [
  'task_complete',
  'update_goal',
  'exit_plan_mode',
  'ExitPlanMode',
  'ask_user',
  'AskUserQuestion',
  'request_user_input',
  'vscode_askQuestions',
];

/** What holds for known tools where nothing else is set for them. */
export const DEFAULT_TOOLS: ReadonlyMap<string, ToolSettings> = new Map<string, ToolSettings>([
  ...Object.entries(IGNORED_ARGUMENTS).map(([tool, ignoredArguments]) => [tool, { ignoredArguments }] as const),
  ...ALWAYS_ALLOWED.map((tool) => [tool, { alwaysAllowed: true }] as const),
]);
