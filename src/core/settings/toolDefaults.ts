/**
 * Arguments that make no difference between two calls, by tool: what tools ask the model to say for the person to read.
 */
export const DEFAULT_IGNORED_ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  // VS Code's own tools (their schemas, VS Code 1.139).
  run_in_terminal: ['explanation', 'goal'],
  apply_patch: ['explanation'],
  insert_edit_into_file: ['explanation'],
  multi_replace_string_in_file: ['explanation'],
  run_notebook_cell: ['reason'],
  // What the shells of Claude Code, Copilot and Gemini ask for; worded differently each time.
  bash: ['description'],
  powershell: ['description'],
  run_shell_command: ['description'],
};

/** Tools by which an agent ends its work, or asks the person: they run even after it was stopped. */
export const DEFAULT_ALWAYS_ALLOWED_TOOLS: readonly string[] = [
  'task_complete',
  'update_goal',
  'exit_plan_mode',
  'ExitPlanMode',
  'ask_user',
  'AskUserQuestion',
  'request_user_input',
  'vscode_askQuestions',
];
