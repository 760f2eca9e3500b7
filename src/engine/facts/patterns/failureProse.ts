import { definePatterns } from './pattern';

/** A sentence that speaks to the model, not the first line of a file or of a table. */
export const SENTENCES = definePatterns('sentence', {
  fourWords: {
    keywords: [],
    match: /^[A-Z][a-z]{1,14} (?:[\w'’-]{1,20},? ){3}/,
    examples: ['Your edit has introduced new errors.'],
    not: ['id,name,age', 'const a = 1;'],
    from: ['all'],
  },
});

/** A first line that rejects the call. Needs a sentence. */
export const REJECTIONS = definePatterns('rejection', {
  hasErrors: {
    keywords: ['error', 'problem'],
    match: /^[^"'`{};=|<>\n]{0,80}\b(?:ha[sd]|have|contains?) (?:[a-z]{1,12} ){0,4}(?:errors?|problems?)\b/i,
    examples: ['The proposed edit has syntax errors.'],
    not: ['The errors are gone now.', 'if (a) { has errors }'],
    from: ['swe-agent'],
  },
  introducedErrors: {
    keywords: ['error', 'problem'],
    match: /^[^"'`{};=|<>\n]{0,80}\b(?:introduce[sd]|with) (?:[a-z]{1,12} ){0,4}(?:errors?|problems?)\b/i,
    examples: ['Your proposed edit has introduced new syntax errors.'],
    not: ['The errors are gone now.', 'if (a) { with new errors }'],
    from: ['swe-agent'],
  },
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

/** Takes a rejection back: there was nothing to reject. */
export const NO_ERRORS = definePatterns('noErrors', {
  noErrors: {
    keywords: ['error', 'problem', 'failure'],
    match: /\b(?:no|0|zero|without|any) (?:[a-z]{1,12} ){0,3}(?:errors?|problems?|failures?)\b/i,
    examples: ['Your edit did not introduce any new errors.', 'Found 0 errors'],
    not: ['3 errors', 'nothing'],
    from: ['tsc', 'swe-agent'],
  },
});

/** A line of prose that says that something went wrong; after code or data, it may mean something else. */
export const FAILURE_PROSE = definePatterns('failureProse', {
  message: {
    keywords: [
      'not found',
      'not exist',
      "doesn't exist",
      'not a directory',
      'already exists',
      'missing ',
      'too many arguments',
      'rejected',
      'connection ',
      'network is unreachable',
      'could not resolve',
      'name or service not known',
      'not ',
    ],
    match: new RegExp(
      "^[^\"'`(){};=|<>]{0,120}\\b(?:not found|does(?: not|n't) exist|not a directory|already exists|" +
        'missing (?:argument|operand|required|parameter)|too many arguments|rejected|' +
        'connection (?:refused|reset|timed out)|network is unreachable|could not resolve|name or service not known|' +
        'not (?:recogni[sz]ed|allowed|permitted))\\b',
      'im',
    ),
    examples: [
      'File not found: a.ts',
      'The path does not exist',
      'ls: a.txt/: Not a directory',
      'mkdir: a: already exists',
      'cp: missing operand',
      'cd: too many arguments',
      'Patch rejected',
      'ssh: connect to host a port 22: Connection refused',
      'curl: Could not resolve host: a.example',
      'chown: Operation not permitted',
    ],
    not: [
      'throw new Error("not found")',
      '(already exists)',
      'missing files: 3',
      'on("rejected")',
      'connection established',
      'not yet',
    ],
    from: ['bash', 'codex', 'coreutils', 'curl', 'gemini', 'git', 'libc', 'ssh', 'vscode'],
  },
});
