import { definePatterns } from './pattern';

/** Also the name of a switch. */
export const APPENDING_NAMES = definePatterns('appendingName', {
  append: {
    match: /append/i,
    examples: ['append_to_file', 'append'],
    not: ['write_file', 'app_end'],
    from: ['MCP servers'],
  },
});

export const EDITING_TOOLS = definePatterns('editingTool', {
  edits: {
    match: /edit|patch|replace|write|insert|create_?file|^create$/i,
    examples: ['Edit', 'apply_patch', 'replace_string_in_file', 'Write', 'create_file', 'create'],
    not: ['read_file', 'create_branch'],
    from: ['claude', 'codex', 'vscode', 'gemini', 'copilot'],
  },
});

export const READING_TOOLS = definePatterns('readingTool', {
  reads: {
    match: /read|view|open|show|cat\b/i,
    examples: ['read_file', 'Read', 'view', 'cat'],
    not: ['list_dir', 'category'],
    from: ['claude', 'vscode', 'gemini', 'copilot'],
  },
});

export const SPAWNING_TOOLS = definePatterns('spawningTool', {
  spawns: {
    match: /^(?:(?:run|start|spawn|dispatch|create|new|launch)_?)?(?:sub_?agents?|agents?|task)$/i,
    examples: ['Task', 'Agent', 'runSubagent', 'spawn_agent'],
    not: ['task_output', 'wait_agent'],
    from: ['claude', 'vscode', 'codex', 'copilot'],
  },
});
