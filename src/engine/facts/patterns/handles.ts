import { definePatterns } from './pattern';

/* How texts name what runs: terminals, sessions, processes, tasks, and the files of their output. */

/** The group is the name; one without a digit is long and the value of an ID. */
export const HANDLES = definePatterns('handle', {
  numbered: {
    match: new RegExp(
      '(?:(?:\\b|_)(?:p?id|P?I[dD])|[a-z]I[dD]|\\b(?:[hH]andle|[sS]ession|[pP]rocess|[tT]erminal|[sS]hell))' +
        '["\'>]{0,2}\\s?[:=#]?\\s?["\'`(#]{0,2}((?=[\\w-]{0,63}\\d)[\\w-]{1,64})',
    ),
    examples: [
      'with ID: b7x2k9',
      '<task_id>a1</task_id>',
      '"processId": "p1"',
      'pid 4711',
      'process 4711',
      'Session #12',
      'terminal 3',
      'Shell: 2',
    ],
    not: ['valid 3', 'id: none', 'process exited', 'sessions 12', 'shell command', 'terminals 3'],
    from: ['claude', 'codex', 'vscode', 'copilot', 'bash'],
  },
  longId: {
    match: /(?:(?:\b|_)(?:p?id|P?I[dD])|[a-z]I[dD])["']?[:=>] ?["']?(?!undefined)([\w-]{8,64})/,
    examples: ['Command running in background with ID: bqsxtewjt', 'sessionId=abcdefgh'],
    not: ['ID: undefined', 'id: none', 'with id bqsxtewjt'],
    from: ['claude'],
  },
});

/** Where a result says that output goes. The group is the file. */
export const OUTPUT_FILES = definePatterns('outputFile', {
  writtenTo: {
    match: /(?:writ(?:ten|ing)|redirected|logged) to:?\s{0,2}["'`]?((?:[A-Za-z]:|[~.]{1,2})?[\\/][^\s"'`<>|]{1,400})/gi,
    examples: ['Output is being written to: /tmp/b6.log', 'logged to ./out.log'],
    not: ['written to the table', 'goes to /tmp'],
    from: ['claude', 'bash'],
  },
  taskOutput: {
    match: /([^\s"'`<>|]{1,400}[\\/]tasks[\\/][\w-]{1,64}\.output)/g,
    examples: ['/tmp/claude/tasks/b6.output'],
    not: ['/tmp/b6.output', 'tasks/b6.txt'],
    from: ['claude'],
  },
});

/** In arguments: a whole text, or words of a command. */
export const PATHS = definePatterns('path', {
  path: {
    match: /(?:[A-Za-z]:|[~.]{1,2})?[\\/][^\s"'`<>|;&()]{1,400}/g,
    examples: ['tail -5 /tmp/a.log', '~/a.txt', 'C:\\a.txt'],
    not: ['a.txt', '/'],
    from: ['bash', 'PowerShell'],
  },
});

/** If a result names only the task, its output file names it, too. The group is the task. */
export const TASK_FILES = definePatterns('taskFile', {
  taskOutput: {
    match: /[\\/]tasks[\\/]([\w-]{1,64})\.output$/,
    examples: ['/tmp/claude/tasks/b6.output'],
    not: ['/tmp/claude/tasks/b6.txt', '/tmp/b6.output'],
    from: ['claude'],
  },
});
