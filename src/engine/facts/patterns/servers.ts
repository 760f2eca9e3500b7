import { definePatterns } from './pattern';

/** The name of a tool that a server provides. The group is the server. */
export const SERVER_TOOLS = definePatterns('serverTool', {
  twoUnderscores: {
    match: /^(?:mcp__)?(?!mcp__)([a-z\d](?:[^_]|_(?!_)){0,80})__./i,
    examples: ['mcp__linear-server__list_issues', 'mcp__plugin_context_mode__search', 'github__get_me'],
    not: ['__init__', 'mcp__github', 'read_file'],
    from: ['claude', 'codex', 'qwen', 'gemini'],
  },
  oneUnderscore: {
    match: /^mcp_([^_]+)_./,
    examples: ['mcp_github_list_issues', 'mcp_my-server_query'],
    not: ['mcp_github', 'my_mcp_tool', 'mcp__github'],
    from: ['vscode', 'gemini'],
  },
  hyphen: {
    match: /^((?:[a-z\d.]+-){1,8}mcp(?:-server)?)-[a-z]/,
    examples: ['github-mcp-server-list_issues', 'azure-mcp-storage'],
    not: ['playwright-browser_click', 'mcp-server'],
    from: ['copilot'],
  },
});

/** A failure that no arguments are to blame for: the server is gone, or what it needs. */
export const SERVER_FAILURES = definePatterns('serverFailure', {
  connection: {
    match: new RegExp(
      '\\bconnection (?:was |has been |is )?(?:closed|lost|refused|reset|terminated|failed)|' +
        '\\b(?:not|no longer) connected|\\bdisconnected\\b|transport (?:is )?closed|socket hang up|broken pipe|' +
        "(?:could not|cannot|can't|failed to|unable to) connect\\b",
      'i',
    ),
    examples: [
      'MCP error -32000: Connection closed',
      'Error: Not connected',
      'failed to connect to 127.0.0.1:5432',
      'connection was refused',
    ],
    not: ['Connection string is not valid', 'two connected components', 'net::ERR_CONNECTION_REFUSED'],
    from: ['MCP servers'],
  },
  code: {
    match: /\b(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOTFOUND|ETIMEDOUT)\b|\bfetch failed\b/i,
    examples: ['connect ECONNREFUSED 127.0.0.1:3000', 'TypeError: fetch failed'],
    not: ['ENOENT: no such file', 'prefetch failed'],
    from: ['node', 'MCP servers'],
  },
  timeout: {
    match: /-32001\b|\brequest timed out/i,
    examples: ['MCP error -32001: Request timed out'],
    not: ['the test timed out', 'timeout: 30'],
    from: ['MCP servers'],
  },
  gateway: {
    match: new RegExp(
      '\\b(?:bad gateway|gateway time-?out|service (?:is )?(?:temporarily )?unavailable|' +
        'HTTP 5\\d\\d|returned error: 5\\d\\d)\\b',
      'i',
    ),
    examples: [
      'HTTP 503: Service Unavailable',
      '502 Bad Gateway',
      '504 Gateway Timeout',
      'curl: (22) The requested URL returned error: 500',
    ],
    not: ['the gateway is set', 'unavailable colors', 'curl: (22) The requested URL returned error: 404'],
    from: ['HTTP services', 'curl'],
  },
  rateLimit: {
    match: /\btoo many requests\b|\brate limit(?:ed| exceeded| reached)/i,
    examples: ['429 Too Many Requests', 'API rate limit exceeded for 10.0.0.1', 'Error: rate limited'],
    not: ['the rate limit is 10', 'a rate limiter'],
    from: ['HTTP services'],
  },
  noAnswer: {
    match: /\bcurl: \((?:5|6|7|28|35|52|55|56)\)|\bno response\b|(?:^|\n)000(?=\s|$)/i,
    examples: ['curl: (7) Failed to reach localhost', 'localhost:5432 - no response', 'Exit code 7\n000'],
    not: ['curl: (22) The requested URL returned error: 404', '1,000 rows', 'response: none'],
    from: ['curl', 'pg_isready'],
  },
  login: {
    match:
      /\bunauthori[sz]ed\b|\bnot authenticated\b|\bauthentication (?:required|failed)|\btoken (?:has |is )?expired/i,
    examples: ['401 Unauthorized', 'Not authenticated: log in first', 'authentication required', 'token has expired'],
    not: ['403 Forbidden', 'Unexpected token }'],
    from: ['HTTP services', 'MCP servers'],
  },
  server: {
    match: new RegExp(
      '\\bserver\\b.{0,60}\\b(?:is not running|is not available|not found|exited|crashed|failed to start)|' +
        '\\bsession (?:not found|has expired|expired|terminated)',
      'i',
    ),
    examples: ["MCP server 'db' is not running", 'server exited with code 1', 'Session not found'],
    not: ['the server config is valid', 'session started'],
    from: ['claude', 'vscode', 'MCP servers'],
  },
});
