import { definePatterns } from './pattern';

/* The verb of a call. Names are read as words in lower case, `press_key` for `pressKey`. */

/** The call moves on from where the agent is: made again, it leads somewhere else. */
export const MOVING_WORDS = definePatterns('movingWord', {
  scrolls: {
    match: /(?:^|[^a-z])(?:scroll|swipe|fling|page_?(?:up|down)|arrow_?(?:up|down|left|right))(?![a-z])/,
    examples: ['scroll', 'browser_scroll', 'page_down', 'arrow_down'],
    not: ['scrollbar', 'page_count'],
    from: ['browser tools'],
  },
  presses: {
    match: /(?:^|[^a-z])(?:(?:press|send|type|hold)_?keys?|key_?(?:press|stroke|event)|key)(?![a-z])/,
    examples: ['press_key', 'browser_press_key', 'keypress'],
    not: ['keyword', 'open_tab'],
    from: ['browser tools', 'computer use'],
  },
  steps: {
    match: /(?:^|[^a-z])(?:step(?:_?(?:over|in|into|out))?|next|prev(?:ious)?|forward|backward|advance|tick)(?![a-z])/,
    examples: ['step_over', 'debug_step', 'next', 'next-page', 'go_forward'],
    not: ['steps', 'nextcloud', 'stepwise'],
    from: ['debuggers', 'browser tools', 'simulations'],
  },
  resumes: {
    match: /(?:^|[^a-z])(?:continue|resume|undo|redo|rewind|history|back)(?![a-z])/,
    examples: ['debugger_continue', 'undo', 'navigate_history', 'browser_navigate_back'],
    not: ['discontinued', 'historical', 'rollback', 'feedback'],
    from: ['debuggers', 'editors', 'browser tools'],
  },
  turns: {
    match: /(?:^|[^a-z])(?:move|walk|turn|rotate|increment|decrement|zoom)(?![a-z])/,
    examples: ['move', 'rotate_left', 'increment'],
    not: ['removed', 'return', 'movement'],
    from: ['games', 'simulations', 'MCP servers'],
  },
});

export const MOVING_COMMANDS = definePatterns('movingCommand', {
  request: {
    keywords: ['/step', '/next', '/tick', '/advance'],
    match: /\bPOST\b[^\n]{0,200}\/(?:step|next|tick|advance)\b/,
    examples: ['curl -s -X POST localhost:8080/step'],
    not: ['curl -s localhost:8080/step', 'POST /orders'],
    from: ['curl'],
  },
  input: {
    keywords: ['input ', 'xdotool '],
    match: /\binput (?:swipe|keyevent|tap)\b|\bxdotool (?:key|click|mousemove)\b/,
    examples: ['adb shell input swipe 500 1500 500 500', 'xdotool key Tab'],
    not: ['input text', 'read the input'],
    from: ['adb', 'xdotool'],
  },
  keysOfTerminal: {
    keywords: ['send-keys '],
    match: /\bsend-keys .{0,80}(?:Up|Down|Left|Right|Tab)$/,
    examples: ['tmux send-keys -t app Down'],
    not: ['tmux send-keys -t app "npm test" Enter'],
    from: ['tmux'],
  },
});

export const CREATING_TOOLS = definePatterns('creatingTool', {
  creates: {
    match: new RegExp(
      '(?:^|[^a-z])(?:create|add|new|make|insert|put|post|send|submit|publish|upload|reply|order|book|buy|schedule|' +
        'register|open|start|launch|spawn|run(?=_(?!shell|command|in|terminal|bash))|write|save|set|update|copy|' +
        'clone|fork|generate)(?![a-z])',
    ),
    examples: ['create_order', 'send_message', 'book_flight', 'start_session'],
    not: ['dequeue_job', 'get_address', 'debug_step', 'reorder', 'run_shell_command'],
    from: ['MCP servers'],
  },
});

export const LOOKING_TOOLS = definePatterns('lookingTool', {
  looks: {
    match: /(?:^|[^a-z])(?:get|check|status|state|list|show|describe|poll|fetch|query|inspect)(?![a-z])/,
    examples: ['get_deployment', 'mcp__github__get_workflow_run', 'check_job', 'job_status'],
    not: ['bash', 'run_tests', 'create_order', 'targeting'],
    from: ['MCP servers'],
  },
});

export const SEARCHING_TOOLS = definePatterns('searchingTool', {
  searches: {
    match: /(?:^|[^a-z])(?:find|search|look_?up|query|list|browse|resolve)(?![a-z])/,
    examples: ['find', 'web_search', 'list_tools', 'mcp__docs__resolve_library', 'lookup_word'],
    not: ['refind', 'research', 'read_file', 'listen'],
    from: ['MCP servers', 'claude', 'vscode'],
  },
});

export const PICTURING_TOOLS = definePatterns('picturingTool', {
  takesPicture: {
    match: /(?:^|[^a-z])(?:screenshot|screen_?capture|take_?(?:photo|picture))(?![a-z])/,
    examples: ['browser_take_screenshot', 'screenshot', 'screen_capture'],
    not: ['snapshot', 'capture_output'],
    from: ['browser tools', 'computer use'],
  },
});
