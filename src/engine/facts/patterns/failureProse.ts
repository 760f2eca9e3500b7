import { definePatterns } from './pattern';

/** Speaks to the model; the first line of a file or of a table doesn't. */
export const SENTENCES = definePatterns('sentence', {
  fourWords: {
    match: /^[A-Z][a-z]{1,14} (?:[\w'’-]{1,20},? ){3}/,
    examples: ['Your edit has introduced new errors.'],
    not: ['id,name,age', 'const a = 1;'],
    from: ['all'],
  },
});

/** A first line that rejects the call. Needs a sentence. */
export const REJECTIONS = definePatterns('rejection', {
  rejected: {
    match: new RegExp(
      '^[^"\'`{};=|<>\\n]{0,80}\\b(?:' +
        '(?:was|were|is|are|been) (?:not|rejected|refused|denied|declined|blocked|reverted)|' +
        "(?:did|does|could|can) ?n[o']t|failed)\\b",
      'i',
    ),
    examples: [
      'The patch was not applied: hunk 2',
      'The tool call is blocked by a hook',
      'The search text did not match',
      'The second step failed with 3',
    ],
    not: ['The patch was applied', 'not applied', 'The search text matched', 'It was unfailing'],
    from: ['codex', 'claude', 'swe-agent', 'vscode', 'gemini', 'aider'],
  },
});

/** Undoes a rejection: there was nothing to reject. */
export const NO_ERRORS = definePatterns('noErrors', {
  noErrors: {
    match: /\b(?:no|0|zero|without|any) (?:[a-z]{1,12} ){0,3}(?:errors?|problems?|failures?)\b/i,
    examples: ['Your edit did not introduce any new errors.', 'Found 0 errors'],
    not: ['3 errors', 'nothing'],
    from: ['tsc', 'swe-agent'],
  },
});

/** A line of prose; after code or data, its words may mean something else. */
export const FAILURE_PROSE = definePatterns('failureProse', {
  notReached: {
    keywords: ['not found', 'not exist', "doesn't exist", 'connection ', 'network is unreachable'],
    match: new RegExp(
      "^[^\"'`(){};=|<>]{0,120}\\b(?:not found|does(?: not|n't) exist|" +
        'connection (?:refused|reset|timed out)|network is unreachable)\\b',
      'im',
    ),
    examples: ['File not found: a.ts', 'The path does not exist', 'ssh: connect to host a port 22: Connection refused'],
    not: ['throw new Error("not found")', 'found', 'connection established'],
    from: ['vscode', 'gemini', 'ssh', 'curl', 'psql'],
  },
});
