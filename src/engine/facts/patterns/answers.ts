import { definePatterns } from './pattern';

/* What a short result says of its success. Deep inside a long text the same words belong to the content. */

/** The call found nothing. */
export const NOTHING_FOUND = definePatterns('nothing', {
  noResults: {
    keywords: ['result', 'file', 'record', 'row', 'item', 'hit', 'match', 'entries'],
    match: new RegExp(
      String.raw`^[\s"'(<[]{0,4}(?:no|0|zero) (?:[\w-]{1,20} ){0,3}?` +
        String.raw`(?:(?:result|file|record|row|item|hit)s?|match(?:es)?|entries)\b.{0,160}$`,
      'i',
    ),
    examples: ['No files found', '(0 rows)', 'No matches found', '0 entries'],
    not: ['10 results', 'found no files', 'It matches'],
    from: ['claude', 'gemini', 'psql', 'vscode'],
  },
});

/** An empty value, as the whole result. */
export const EMPTY_VALUES = definePatterns('emptyValue', {
  emptyValue: {
    keywords: [],
    match: /^(?:\[\s*\]|\{\s*\}|null|undefined|nil|\(\)|"")$/,
    examples: ['[]', '{ }', 'null'],
    not: ['[1]', 'null value', ''],
    from: ['MCP servers', 'jq'],
  },
});

/** A list, not a sentence: its words are data. */
export const DATA_STARTS = definePatterns('data', {
  list: {
    keywords: ['[', '('],
    match: /^\s*[[(]/,
    examples: ['[{"state":"done"}]', '(1, 2)'],
    not: ['done [1]'],
    from: ['MCP servers', 'python'],
  },
});

/** The call did what it was asked for. */
export const DONE = definePatterns('done', {
  done: {
    keywords: [
      'success',
      'updated',
      'created',
      'edited',
      'modified',
      'wrote',
      'written',
      'saved',
      'added',
      'inserted',
      'deleted',
      'removed',
      'applied',
      'sent',
      'scheduled',
      'completed',
      'done',
      'ok',
    ],
    match: new RegExp(
      String.raw`\b(?:success(?:ful(?:ly)?)?|updated|created|edited|modified|wrote|written|saved|added|inserted|` +
        String.raw`deleted|removed|applied|sent|scheduled|completed|done|ok)\b`,
      'i',
    ),
    examples: ['The file was edited successfully.', 'Wrote 12 lines', 'Deleted a.ts', 'ok', 'Message sent'],
    not: ['unsuccessful', 'recreated', 'delete', 'token', 'absent'],
    from: ['claude', 'codex', 'gemini', 'vscode', 'MCP servers'],
  },
});
