import { definePatterns } from './pattern';

/** A sentence that speaks to the model, not the first line of a file or of a table. */
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
  notFound: {
    keywords: ['not found', 'not exist', "doesn't exist"],
    match: /^[^"'`(){};=|<>]{0,120}\b(?:not found|does(?: not|n't) exist)\b/im,
    examples: ['File not found: a.ts', 'The path does not exist'],
    not: ['throw new Error("not found")', 'found'],
    from: ['vscode', 'gemini', 'unknown'],
  },
  notADirectory: {
    keywords: ['not a directory'],
    match: /^[^"'`(){};=|<>]{0,120}\bnot a directory\b/im,
    examples: ['ls: a.txt/: Not a directory'],
    not: ['a directory'],
    from: ['bash'],
  },
  malformed: {
    keywords: ['malformed'],
    match: /^[^"'`(){};=|<>]{0,120}\bmalformed\b/im,
    examples: ['git apply: malformed patch at line 3'],
    not: ['if (malformed) return;'],
    from: ['git', 'patch'],
  },
  alreadyExists: {
    keywords: ['already exists'],
    match: /^[^"'`(){};=|<>]{0,120}\balready exists\b/im,
    examples: ['mkdir: a: already exists'],
    not: ['(already exists)'],
    from: ['git', 'docker', 'vscode'],
  },
  missingArgument: {
    keywords: ['missing '],
    match: /^[^"'`(){};=|<>]{0,120}\bmissing (?:argument|operand|required|parameter)\b/im,
    examples: ['cp: missing operand', 'missing required field path'],
    not: ['missing files: 3'],
    from: ['coreutils', 'MCP servers'],
  },
  tooManyArguments: {
    keywords: ['too many arguments'],
    match: /^[^"'`(){};=|<>]{0,120}\btoo many arguments\b/im,
    examples: ['cd: too many arguments'],
    not: ['f(too many arguments)'],
    from: ['bash'],
  },
  rejected: {
    keywords: ['rejected'],
    match: /^[^"'`(){};=|<>]{0,120}\brejected\b/im,
    examples: ['! [remote rejected] main', 'Patch rejected'],
    not: ['on("rejected")'],
    from: ['git', 'codex'],
  },
  noSuchService: {
    keywords: ['no such '],
    match: /^[^"'`(){};=|<>]{0,120}\bno such (?:container|host|image|process|service|remote|user)\b/im,
    examples: ['No such container: web', 'ssh: no such host'],
    not: ['no such thing'],
    from: ['docker', 'go', 'git'],
  },
  noSuchName: {
    keywords: ['no such '],
    match: /^[^"'`(){};=|<>]{0,120}\bno such (?:table|column|key|option)\b/im,
    examples: ['Error in query: no such table: users', 'no such option: --foo'],
    not: ['no such thing'],
    from: ['sqlite', 'pip'],
  },
  noConnection: {
    keywords: ['connection ', 'network is unreachable'],
    match: /^[^"'`(){};=|<>]{0,120}\b(?:connection (?:refused|reset|timed out)|network is unreachable)\b/im,
    examples: ['ssh: connect to host a port 22: Connection refused'],
    not: ['connection established'],
    from: ['ssh', 'curl', 'psql'],
  },
  nameNotResolved: {
    keywords: ['could not resolve', 'name or service not known'],
    match: /^[^"'`(){};=|<>]{0,120}\b(?:could not resolve|name or service not known)\b/im,
    examples: ['curl: Could not resolve host: a.example', 'ping: a.example: Name or service not known'],
    not: ['resolved'],
    from: ['curl', 'ping'],
  },
  notAllowed: {
    keywords: ['not '],
    match: /^[^"'`(){};=|<>]{0,120}\bnot (?:recogni[sz]ed|allowed|permitted)\b/im,
    examples: ['chown: Operation not permitted', 'Method Not Allowed'],
    not: ['not yet', 'allowed'],
    from: ['coreutils', 'HTTP services'],
  },
  usage: {
    keywords: ['usage: '],
    match: /^usage: \S/i,
    examples: ['usage: grep [-abc] pattern'],
    not: ['Memory usage: 3 MB'],
    from: ['coreutils', 'argparse'],
  },
});
