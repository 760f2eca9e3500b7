import { definePatterns, type Pattern } from './pattern';

/* What the name of an argument suggests, and its text, whatever the tool is. */

const THINGS = {
  path: {
    match: /^(?:(?:absolute_?|target_?)?file(?:_?path|_?name)?|(?:absolute_?)?path|uri)$/i,
    examples: ['file_path', 'filePath', 'path', 'absolute_path', 'target_file', 'uri'],
    not: ['profile', 'file_type', 'xpath'],
    from: ['claude', 'vscode', 'gemini', 'cursor'],
  },
  place: {
    match: new RegExp(
      '^(?:(?:(?:absolute|relative|target|file|dir|directory|folder|notebook|plan|old|new|source|destination)_?)?' +
        '(?:path|uri)s?|(?:target_?)?files?(?:_?names?)?|(?:work(?:ing)?_?)?dir(?:ectory)?|folder|cwd)$',
      'i',
    ),
    examples: ['file_path', 'filePaths', 'files', 'dir_path', 'workdir', 'working_directory', 'cwd', 'uri'],
    not: ['profile', 'file_type', 'xpath', 'direction', 'file_text'],
    from: ['claude', 'vscode', 'codex', 'gemini', 'cursor', 'opencode'],
  },
  start: {
    match: /^(?:offset|(?:start|from|begin)(?:_?line)?(?:_?number)?(?:_?base_?zero)?|line_?start)$/i,
    examples: ['offset', 'startLine', 'start_line', 'startLineNumberBaseZero'],
    not: ['started', 'starts_with', 'from_date'],
    from: ['claude', 'vscode', 'gemini'],
  },
  end: {
    match: /^(?:(?:end|to)(?:_?line)?(?:_?number)?(?:_?base_?zero)?|line_?end)$/i,
    examples: ['endLine', 'end_line', 'endLineNumberBaseZero'],
    not: ['ending', 'to_date', 'append'],
    from: ['vscode', 'gemini'],
  },
  length: {
    match: /^(?:limit|(?:num|max)_?lines|line_?count|lines)$/i,
    examples: ['limit', 'max_lines', 'line_count'],
    not: ['limit_bytes', 'headlines'],
    from: ['claude', 'gemini', 'opencode'],
  },
  range: {
    match: /^(?:(?:view|line)_?range|range|lines)$/i,
    examples: ['view_range', 'lineRange', 'range'],
    not: ['arrange', 'date_range'],
    from: ['copilot', 'swe-agent'],
  },
  task: {
    match: /^(?:prompt|task|message|instructions?)$/i,
    examples: ['prompt', 'message', 'instructions'],
    not: ['task_id', 'messages'],
    from: ['claude', 'vscode', 'codex'],
  },
  agentKind: {
    match: /^(?:sub_?)?agent_?(?:type|name)$/i,
    examples: ['subagent_type', 'agent_type', 'agentName'],
    not: ['agent_id', 'user_agent'],
    from: ['claude', 'codex', 'copilot', 'vscode'],
  },
  oldText: {
    match: /^old_?(?:str(?:ing)?|text|code|content)$/i,
    examples: ['old_string', 'oldString', 'old_str'],
    not: ['older_text', 'old_name'],
    from: ['claude', 'vscode', 'copilot', 'gemini'],
  },
  newText: {
    match: /^new_?(?:str(?:ing)?|text|code|content)$/i,
    examples: ['new_string', 'newString', 'new_str'],
    not: ['newest_text', 'new_name'],
    from: ['claude', 'vscode', 'copilot', 'gemini'],
  },
  content: {
    match: /^(?:(?:file_?)?(?:content|text)|contents)$/i,
    examples: ['content', 'file_text', 'contents'],
    not: ['content_type', 'context'],
    from: ['claude', 'vscode', 'copilot', 'gemini'],
  },
  changeList: {
    match: /^(?:edits|replacements|changes)$/i,
    examples: ['edits', 'replacements'],
    not: ['edit', 'exchanges'],
    from: ['claude', 'vscode'],
  },
  /** With `oldText` or `newText`, the other names for what an edit writes. */
  change: {
    match: /^(?:content|file_?text|patch|replacement|diff|edits?)$/i,
    examples: ['content', 'file_text', 'patch', 'edits'],
    not: ['contents', 'dispatch'],
    from: ['claude', 'vscode', 'copilot', 'MCP servers'],
  },
  comment: {
    match: /^_?(?:explanation|rationale|thoughts?|thinking|why)$/i,
    examples: ['explanation', 'thought'],
    not: ['why_not', 'explanations'],
    from: ['vscode', 'cursor', 'MCP servers'],
  },
  /** A comment next to a command, but the substance of a ticket, a booking, or a task. */
  commandComment: {
    match: /^_?(?:description|summary|reason(?:ing)?|purpose|goal|intent(?:ion)?|justification)$/i,
    examples: ['description', 'goal', 'justification'],
    not: ['descriptions', 'goal_id'],
    from: ['claude', 'vscode', 'codex', 'gemini'],
  },
  command: {
    match: /^(?:commands?|cmd|script|code|query|sql|pattern|expression)$/i,
    examples: ['command', 'cmd', 'code', 'query', 'sql'],
    not: ['command_id', 'barcode', 'recommend'],
    from: ['claude', 'codex', 'vscode', 'gemini', 'MCP servers'],
  },
  handle: {
    match: /(?:id|session|handle)$/i,
    examples: ['session_id', 'bash_id', 'terminalId', 'pid', 'session'],
    not: ['identity', 'sessions'],
    from: ['claude', 'codex', 'copilot', 'vscode'],
  },
  input: {
    match: /^(?:chars|input|stdin|data|text|keys)$/,
    examples: ['chars', 'input'],
    not: ['inputs', 'context'],
    from: ['codex', 'copilot'],
  },
  timeLimit: {
    match: /(?:time_?out|yield|wait|block|duration|delay)\w{0,12}$/i,
    examples: ['timeout', 'timeout_ms', 'yield_time_ms', 'initial_wait', 'delay'],
    not: ['time', 'waiting since'],
    from: ['claude', 'codex', 'copilot', 'vscode'],
  },
  /** The number is in milliseconds, however small it is. */
  milliseconds: {
    match: /ms|milli/i,
    examples: ['timeout_ms', 'yield_time_ms', 'timeoutMillis'],
    not: ['timeout', 'delay_seconds'],
    from: ['codex', 'MCP servers'],
  },
  /** A switch: what the call starts continues after it. */
  background: {
    match: /background|detach|async/i,
    examples: ['run_in_background', 'isBackground', 'is_background', 'detach'],
    not: ['mode', 'foreground'],
    from: ['claude', 'vscode', 'gemini', 'copilot'],
  },
} satisfies Readonly<Record<string, Pattern>>;

export const FIELDS = definePatterns('field', THINGS);

export function suggests(name: string, thing: keyof typeof THINGS): boolean {
  return THINGS[thing].match.test(name);
}

export function textIn(fields: Readonly<Record<string, unknown>>, thing: keyof typeof THINGS): string | undefined {
  const name = Object.keys(fields).find((each) => typeof fields[each] === 'string' && suggests(each, thing));
  return name === undefined ? undefined : (fields[name] as string);
}

/**
 * A line in words for a person: begins with a letter or a digit, has no characters of code, and some letters in a row.
 */
export const PLAIN_LINES = definePatterns('plainLine', {
  plain: {
    match: /^(?=.*?(?:\p{L} \p{L}|\p{L}{3}))[\p{L}\p{N}"'“(][^\n{}<>|;$=\\]*$/u,
    examples: ['Run the tests', '3 files', '“Look” at it', 'I do', 'tests'],
    not: ['ls | sort', 'two\nlines', '--all', '42', 'a1 b2'],
    from: ['claude', 'vscode'],
  },
});

export const PATCH_LINES = definePatterns('patchLine', {
  file: {
    match: /^\*\*\* (Update|Add|Delete) File: (.+)$/,
    examples: ['*** Update File: src/a.ts', '*** Add File: b.ts'],
    not: ['*** End of File', '+*** Update File: a.ts'],
    from: ['codex', 'vscode'],
  },
});
