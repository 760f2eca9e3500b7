import { definePatterns, type Part } from './pattern';

/** What does not count in a line that names an error, in this order. */
export const CAUSE_PARTS = definePatterns<Part>('causePart', {
  tag: {
    keywords: ['<'],
    match: /<\/?[a-z_]{1,30}>/gi,
    placeholder: '',
    examples: ['<tool_use_error>File has not been read yet</tool_use_error>'],
    not: ['a < b', '<a href="b">'],
    from: ['claude'],
  },
  number: {
    match: /\d+/g,
    placeholder: '#',
    examples: ['line 12'],
    not: ['line'],
    from: ['all'],
  },
  space: {
    match: /\s+/g,
    placeholder: ' ',
    examples: ['a\t b', 'a b'],
    not: ['a'],
    from: ['all'],
  },
});

export const CAUSES = definePatterns('cause', {
  error: {
    match: /error|exception|traceback|fail/i,
    examples: ['TypeError: x is not a function', '2 tests failed'],
    not: ['all good'],
    from: ['all'],
  },
  refused: {
    match: new RegExp(
      'invalid|illegal|rejected|refused|denied|unauthori[sz]ed|forbidden|non[- ]2xx|unexpected|unsupported|omitted',
      'i',
    ),
    examples: [
      'connect to a: Connection refused',
      'Permission denied',
      'unauthorised',
      'non 2xx status code (404)',
      'Unexpected token }',
      'Unsupported media type',
    ],
    not: ['valid', 'accepted', 'as expected'],
    from: ['ssh', 'HTTP services', 'git', 'node', 'tsc'],
  },
  ended: {
    match: /timed out|\bkilled\b|out of memory|no space left/i,
    examples: ['The command timed out', 'Killed', 'fatal: out of memory'],
    not: ['skilled', 'in time'],
    from: ['bash', 'claude', 'node'],
  },
  notThere: {
    match: /not found|no such|no match|no results?|missing|unknown|undefined|empty/i,
    examples: ['a.ts not found', 'no such table: users', 'No matches', 'x is undefined'],
    not: ['found 3 files'],
    from: ['bash', 'sqlite', 'vscode', 'claude'],
  },
  notPossible: {
    match: /cannot|can't|could ?n[o']t|does ?n[o']t|is not|unable|must /i,
    examples: ['Cannot find module', 'old_string must be unique', 'path does not exist'],
    not: ['it can', 'mustard'],
    from: ['node', 'claude', 'vscode'],
  },
});

/** A cause that is no measurement: however short, it says what has to change. */
export const STATED_CAUSES = definePatterns('statedCause', {
  ended: {
    match: /\b(?:timed out|timeout|killed|out of memory|no space left on device|segmentation fault)\b/i,
    examples: ['Timed out', 'Killed', 'fatal: out of memory'],
    not: ['2 failed', 'It took its time out there'],
    from: ['bash', 'claude', 'node'],
  },
  missing: {
    match:
      /\bcommand not found|\bnot installed\b|\bno module named\b|\bcannot find module\b|\bno such file or directory/i,
    examples: ['bash: mvn: command not found', "ModuleNotFoundError: No module named 'cv2'", 'pytest is not installed'],
    not: ['1 test failed', 'The command was found'],
    from: ['bash', 'python', 'node'],
  },
});

/** A line that says that something failed, but not what. Numbers in it are a #. */
export const EMPTY_CAUSES = definePatterns('emptyCause', {
  heading: {
    match: /^(?:errors?|failed|stderr|stdout):?$/i,
    examples: ['stderr:', 'Error'],
    not: ['Error: x'],
    from: ['gemini', 'MCP servers'],
  },
});
