import { definePatterns, type Pattern } from './pattern';

/* What the name of a tool suggests. Names are read as words in lower case: `press_key` for `pressKey`. */

/** One of the verbs, as a word of its own. */
function word(...verbs: readonly string[]): RegExp {
  return new RegExp(`(?:^|[^a-z])(?:${verbs.join('|')})(?![a-z])`);
}

const VERBS = {
  edit: {
    match: /edit|patch|replace|write|insert|create_?file|^create$/,
    examples: ['edit', 'apply_patch', 'replace_string_in_file', 'write', 'create_file', 'create'],
    not: ['read_file', 'create_branch'],
    from: ['claude', 'codex', 'vscode', 'gemini', 'copilot'],
  },
  /** Also the name of a switch. */
  append: {
    match: /append/,
    examples: ['append_to_file', 'append'],
    not: ['write_file', 'app_end'],
    from: ['MCP servers'],
  },
  read: {
    match: /read|view|open|show|cat\b/,
    examples: ['read_file', 'read', 'view', 'cat'],
    not: ['list_dir', 'category'],
    from: ['claude', 'vscode', 'gemini', 'copilot'],
  },
  spawn: {
    match: /^(?:(?:run|start|spawn|dispatch|create|new|launch)_?)?(?:sub_?agents?|agents?|task)$/,
    examples: ['task', 'agent', 'run_subagent', 'spawn_agent'],
    not: ['task_output', 'wait_agent'],
    from: ['claude', 'vscode', 'codex', 'copilot'],
  },
  create: {
    match: word(
      'create|add|new|make|insert|put|post|send|submit|publish|upload|reply|order|book|buy|schedule|register|open',
      'start|launch|spawn|run(?=_(?!shell|command|in|terminal|bash))|write|save|set|update|copy|clone|fork|generate',
    ),
    examples: ['create_order', 'send_message', 'book_flight', 'start_session'],
    not: ['dequeue_job', 'get_address', 'debug_step', 'reorder', 'run_shell_command'],
    from: ['MCP servers'],
  },
  look: {
    match: word('get|check|status|state|list|show|describe|poll|fetch|query|inspect'),
    examples: ['get_deployment', 'mcp__github__get_workflow_run', 'check_job', 'job_status'],
    not: ['bash', 'run_tests', 'create_order', 'targeting'],
    from: ['MCP servers'],
  },
  search: {
    match: word('find|search|look_?up|query|list|browse|resolve'),
    examples: ['find', 'web_search', 'list_tools', 'mcp__docs__resolve_library', 'lookup_word'],
    not: ['refind', 'research', 'read_file', 'listen'],
    from: ['MCP servers', 'claude', 'vscode'],
  },
  takePicture: {
    match: word('screenshot|screen_?capture|take_?(?:photo|picture)'),
    examples: ['browser_take_screenshot', 'screenshot', 'screen_capture'],
    not: ['snapshot', 'capture_output'],
    from: ['browser tools', 'computer use'],
  },
  /** Moves on from where the agent is: made again, the call leads somewhere else. */
  move: {
    match: word(
      'scroll|swipe|fling|page_?(?:up|down)|arrow_?(?:up|down|left|right)',
      '(?:press|send|type|hold)_?keys?|key_?(?:press|stroke|event)|key',
      'step(?:_?(?:over|in|into|out))?|next|prev(?:ious)?|forward|backward|advance|tick',
      'continue|resume|undo|redo|rewind|history|back',
      'move|walk|turn|rotate|increment|decrement|zoom',
    ),
    examples: [
      'browser_scroll',
      'page_down',
      'arrow_down',
      'browser_press_key',
      'keypress',
      'step_over',
      'debug_step',
      'next-page',
      'go_forward',
      'debugger_continue',
      'undo',
      'navigate_history',
      'browser_navigate_back',
      'move',
      'rotate_left',
      'increment',
    ],
    not: [
      'scrollbar',
      'page_count',
      'keyword',
      'open_tab',
      'steps',
      'nextcloud',
      'stepwise',
      'discontinued',
      'historical',
      'rollback',
      'feedback',
      'removed',
      'return',
      'movement',
    ],
    from: ['browser tools', 'computer use', 'debuggers', 'editors', 'games', 'simulations', 'MCP servers'],
  },
  /** Waits, or looks at something that runs. */
  wait: {
    match: word(
      'a?wait(?:for)?|poll|sleep|watch|monitor|write_?stdin',
      '(?:task|bash|process|agent|shell|command|terminal|job)_?(?:output|status|logs?|result)',
      '(?:read|check|get|list)_?(?:bash|terminal|shell|process|agents?|background)',
    ),
    examples: [
      'wait_agent',
      'await_terminal',
      'write_stdin',
      'task_output',
      'get_terminal_output',
      'bashoutput',
      'read_bash',
      'list_agents',
    ],
    not: ['waiter', 'update_watchlist', 'output', 'test_result', 'read_file', 'get_processor'],
    from: ['claude', 'codex', 'vscode', 'copilot'],
  },
} satisfies Readonly<Record<string, Pattern>>;

export const TOOL_VERBS = definePatterns('toolVerb', VERBS);

/** @param name of a tool, or of an action among its arguments */
export function isNamedTo(name: string, verb: keyof typeof VERBS): boolean {
  return VERBS[verb].match.test(wordsOf(name));
}

/** `read_shell` for `readPowerShell`. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace('powershell', 'shell');
}
