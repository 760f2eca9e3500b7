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
  wasRejected: {
    keywords: ['was ', 'were ', 'is ', 'are ', 'been '],
    match:
      /^[^"'`{};=|<>\n]{0,80}\b(?:was|were|is|are|been) (?:not|rejected|refused|denied|declined|blocked|reverted)\b/i,
    examples: ['The patch was not applied: hunk 2', 'The tool call is blocked by a hook'],
    not: ['The patch was applied', 'not applied'],
    from: ['codex', 'claude', 'swe-agent'],
  },
  didNot: {
    keywords: ['did', 'does', 'could', 'can', 'failed'],
    match: /^[^"'`{};=|<>\n]{0,80}\b(?:(?:did|does|could|can) ?n[o']t|failed)\b/i,
    examples: ['The search text did not match', 'The second step failed with 3'],
    not: ['The search text matched', 'It was unfailing'],
    from: ['vscode', 'gemini', 'aider'],
  },
});

/** Undoes a rejection: there was nothing to reject. */
export const NO_ERRORS = definePatterns('noErrors', {
  noErrors: {
    keywords: ['error', 'problem', 'failure'],
    match: /\b(?:no|0|zero|without|any) (?:[a-z]{1,12} ){0,3}(?:errors?|problems?|failures?)\b/i,
    examples: ['Your edit did not introduce any new errors.', 'Found 0 errors'],
    not: ['3 errors', 'nothing'],
    from: ['tsc', 'swe-agent'],
  },
});

/** A line of prose; after code or data, its words may mean something else. */
export const FAILURE_PROSE = definePatterns('failureProse', {
  notFound: {
    keywords: ['not found', 'not exist', "doesn't exist"],
    match: /^[^"'`(){};=|<>]{0,120}\b(?:not found|does(?: not|n't) exist)\b/im,
    examples: ['File not found: a.ts', 'The path does not exist'],
    not: ['throw new Error("not found")', 'found'],
    from: ['vscode', 'gemini', 'unknown'],
  },
  noConnection: {
    keywords: ['connection ', 'network is unreachable'],
    match: /^[^"'`(){};=|<>]{0,120}\b(?:connection (?:refused|reset|timed out)|network is unreachable)\b/im,
    examples: ['ssh: connect to host a port 22: Connection refused'],
    not: ['connection established'],
    from: ['ssh', 'curl', 'psql'],
  },
});
