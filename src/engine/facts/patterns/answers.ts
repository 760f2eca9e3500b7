import { definePatterns } from './pattern';

/* What a short result says about its success. Deep inside a long text, the same words belong to the content. */

export const NOTHING_FOUND = definePatterns('nothing', {
  noResults: {
    match: new RegExp(
      '^[\\s"\'(<[]{0,4}(?:no|0|zero) (?:[\\w-]{1,20} ){0,3}?' +
        '(?:(?:result|file|record|row|item|hit)s?|match(?:es)?|entries)\\b.{0,160}$',
      'i',
    ),
    examples: ['No files found', '(0 rows)', 'No results', 'No matches found', '0 entries'],
    not: ['10 results', 'found no files', '3 matches', 'It matches'],
    from: ['claude', 'gemini', 'vscode', 'psql'],
  },
});

/** As the whole result, in place of what an identical call got before. */
export const UNCHANGED = definePatterns('unchanged', {
  inSession: {
    match: /^\[File [^\n]{1,500} unchanged since last read in this session\b[^\n]{0,500}\]$/,
    examples: ['[File a.ts unchanged since last read in this session — the full content was provided earlier.]'],
    not: [
      '[File a.ts unchanged since last read in this session]\n12:01 started',
      'Log file a.log: 3 lines unchanged since last read, new ones:',
    ],
    from: ['qwen'],
  },
  lastRead: {
    match: new RegExp(
      '^(?:(?:Wasted call — file unchanged since your last Read|File unchanged since last read)\\. [^\\n]{0,300}|' +
        '\\{"file":\\{"filePath":"[^"\\n]{0,500}"\\},"type":"file_unchanged"\\})$',
    ),
    examples: [
      'Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.',
      'File unchanged since last read. The content from the earlier Read tool_result is still current.',
      '{"file":{"filePath":"/w/a.ts"},"type":"file_unchanged"}',
    ],
    not: [
      'File unchanged since last read. Lines:\none',
      'Note: file a.ts is not unchanged since last read. New content:',
      '{"type":"file_unchanged","content":"one"}',
    ],
    from: ['claude'],
  },
});

/** As the whole result. */
export const EMPTY_VALUES = definePatterns('emptyValue', {
  emptyValue: {
    match: /^(?:\[\s*\]|\{\s*\}|null|undefined|nil|\(\)|"")$/,
    examples: ['[]', '{ }', 'null'],
    not: ['[1]', 'null value', ''],
    from: ['MCP servers', 'jq'],
  },
});

/** A list, not a sentence: its words are data. */
export const DATA_STARTS = definePatterns('data', {
  list: {
    match: /^\s*[[(]/,
    examples: ['[{"state":"done"}]', '(1, 2)'],
    not: ['done [1]'],
    from: ['MCP servers', 'python'],
  },
});

export const DONE = definePatterns('done', {
  done: {
    match: new RegExp(
      '\\b(?:success(?:ful(?:ly)?)?|updated|created|edited|modified|wrote|written|saved|added|inserted|deleted|' +
        'removed|applied|sent|scheduled|completed|done|ok)\\b',
      'i',
    ),
    examples: [
      'The file was edited successfully.',
      'Success. Updated the following files:',
      'Wrote 12 lines',
      'The file a.ts has been updated.',
      'Deleted a.ts',
      'Successfully removed 1 file',
      'ok',
      'Message sent',
      'Patch applied',
    ],
    not: ['successor', 'unsuccessful', 'recreated', 'update', 'delete', 'undeletedx', 'token', 'unapplied', 'absent'],
    from: ['codex', 'claude', 'gemini', 'vscode', 'MCP servers'],
  },
});
