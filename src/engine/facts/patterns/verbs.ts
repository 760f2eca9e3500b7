import { definePatterns } from './pattern';

/* What the verb of a call says of it. Names are read as words in lower case, `press_key` for `pressKey`. */

/** The call moves on from where the agent is: made again, it leads somewhere else. */
export const MOVING_WORDS = definePatterns('movingWord', {
  moves: {
    keywords: [],
    match: new RegExp(
      String.raw`(?:^|[^a-z])(?:scroll|swipe|fling|page_?(?:up|down)|arrow_?(?:up|down|left|right)|(?:press|` +
        String.raw`send|type|hold)_?keys?|key_?(?:press|stroke|event)|key|step(?:_?(?:over|in|into|out))?|next|` +
        String.raw`prev(?:ious)?|forward|backward|advance|tick|continue|resume|undo|redo|rewind|history|move|walk|` +
        String.raw`turn|rotate|increment|decrement|zoom)(?![a-z])`,
    ),
    examples: [
      'browser_scroll',
      'page_down',
      'press_key',
      'debug_step',
      'next-page',
      'undo',
      'navigate_history',
      'rotate_left',
    ],
    not: ['scrollbar', 'keyword', 'nextcloud', 'historical', 'return'],
    from: ['browser tools', 'debuggers', 'games', 'MCP servers'],
  },
});

/** The call creates or sends something. */
export const CREATING_TOOLS = definePatterns('creatingTool', {
  creates: {
    keywords: [],
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

/** The call asks how something is. */
export const LOOKING_TOOLS = definePatterns('lookingTool', {
  looks: {
    keywords: [],
    match: /(?:^|[^a-z])(?:get|check|status|state|list|show|describe|poll|fetch|query|inspect)(?![a-z])/,
    examples: ['get_deployment', 'mcp__github__get_workflow_run', 'check_job', 'job_status'],
    not: ['bash', 'run_tests', 'create_order', 'targeting'],
    from: ['MCP servers'],
  },
});
