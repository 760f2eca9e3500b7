import { definePatterns, type Part } from './pattern';

/*
 * How a result shows that its call failed although the tool reports a success. Deep inside a text, the same words may
 * mean something else: a search that found "error", source code that throws, a report of "0 errors".
 */

/** A user refused the call. */
export const REFUSALS = definePatterns('refusal', {
  byUser: {
    match: new RegExp(
      '\\b(?:rejected|denied|declined|refused|cancell?ed|dismissed|skipped) by (?:the )?user\\b|' +
        '\\buser (?:has )?(?:rejected|denied|declined|refused|dismissed|skipped)\\b|' +
        "\\buser (?:doesn't want to (?:proceed|take this action)|did not allow|chose to (?:cancel|skip|reject))",
      'i',
    ),
    examples: [
      'exec command rejected by user',
      'The user rejected permission to use this specific tool call.',
      "The user doesn't want to proceed with this tool use. The tool use was rejected.",
      '[Operation Cancelled] Reason: User did not allow tool call',
    ],
    not: [
      'rejected by the server',
      'User authentication failed',
      'permission denied for user ada',
      "The user doesn't exist",
      'Users want to proceed',
    ],
    from: ['claude', 'codex', 'copilot', 'opencode', 'gemini', 'qwen', 'vscode'],
  },
});

/** An answer to a call that did not run, because another call of the same message failed. */
export const CANCELED = definePatterns('canceled', {
  siblingFailed: {
    match: /^(?:<tool_use_error>)?(?:sibling tool call errored|cancell?ed: parallel tool call)\b/i,
    examples: [
      '<tool_use_error>Sibling tool call errored</tool_use_error>',
      'Cancelled: parallel tool call Bash errored',
    ],
    not: ['Error: the sibling tool call errored', 'cancelled'],
    from: ['claude'],
  },
});

/** After quotation marks and brackets. */
export const FAILURE_BEGINNINGS = definePatterns('failureBeginning', {
  errorName: {
    match:
      /^[\s"'{[<*`#-]{0,8}[\w.]{0,40}(?:error|exception)\b(?!["']?\s{0,4}:\s{0,4}(?:null|none|false|""|''|0|\[\]))/i,
    examples: ['Error: old_string not found in src/a.ts', 'java.io.IOException: closed', '{"error":"no access"}'],
    not: ['{"error": null, "rows": 3}', '0 errors', 'errors: 0'],
    from: ['vscode', 'claude', 'node', 'python', 'java'],
  },
  failed: {
    match:
      /^[\s"'{[<*`#-]{0,8}(?:fatal\b|fail(?:ed|ure)\b|cannot\b|can't\b|could not\b|unable to\b|no replacement was\b)/i,
    examples: [
      'fatal: not a git repository',
      'Failed to apply the patch',
      'FAILURE: Build failed with an exception.',
      'Cannot find module',
      'Unable to read file',
      'No replacement was performed, old_str `a` did not appear verbatim in src/a.ts.',
    ],
    not: ['nonfatal', 'Fatalities in 2020', 'Failures: 0', '0 failed', 'You cannot miss it', 'The file could be read'],
    from: ['git', 'vscode', 'gradle', 'codex', 'node', 'anthropic'],
  },
  timedOutOrDenied: {
    match:
      /^[\s"'{[<*`#-]{0,8}(?:(?:command )?timed? ?out\b|permission denied|access denied|unauthori[sz]ed|forbidden)/i,
    examples: ['Command timed out after 120 s', 'timeout', 'Permission denied (publickey).', 'Unauthorized'],
    not: ['time: out of 12', 'No timeout', 'The claim was denied', 'list of forbidden words'],
    from: ['claude', 'codex', 'ssh', 'HTTP services'],
  },
});

export const FAILURES_ANYWHERE = definePatterns('failureAnywhere', {
  unknownCommand: {
    match: /command not found|is not recognized as an internal|unknown (?:tool|command|option|column)/i,
    examples: [
      'bash: foo: command not found',
      "'foo' is not recognized as an internal or external command",
      "node: unknown option '--foo'",
      'Unknown tool: grep',
    ],
    not: ['the command was found', 'of unknown origin'],
    from: ['bash', 'cmd', 'git', 'npm', 'mysql', 'MCP servers'],
  },
  noAccess: {
    match: /no such file or directory|permission denied/i,
    examples: ['cat: a.txt: No such file or directory', 'rm: a: Permission denied'],
    not: ['no such luck', 'permission granted'],
    from: ['bash', 'node', 'python', 'ssh'],
  },
});

/** A short "no" to what a call proposed: the program worked, and each different proposal deserves its own answer. */
export const VERDICTS = definePatterns('verdict', {
  wrongAnswer: {
    keywords: ['wrong', 'incorrect', 'invalid', 'fail'],
    match: new RegExp(
      '(?:^|\\n)[\\s"\'(>*-]{0,6}(?:(?:wrong|incorrect|invalid)(?: [\\w-]{1,16}){0,2}|fail(?:ed|ure)?)' +
        '[.!]{0,3}(?=\\s*(?:\\n|$))',
      'i',
    ),
    examples: ['Wrong answer!', 'Incorrect.', 'Enter the key:\nInvalid key', 'Welcome! Please wait.\nfail', 'FAIL'],
    not: [
      'const wrong = true;',
      'What was wrong before is right now.',
      'wrong: 0, right: 12',
      '0 fail',
      'fail: 0',
      'fail() {',
    ],
    from: ['checkers', 'games', 'go'],
  },
  thatIsWrong: {
    keywords: ['wrong', 'incorrect', 'invalid'],
    match:
      /(?:^|\n)[^\n"'`(){};=|<>]{0,24}\b(?:that|it)(?:'s| is| was) (?:(?:an?|the) )?(?:wrong|incorrect|invalid)\b/i,
    examples: ['Sorry, that is the wrong password.', "No, it's incorrect!", 'That is an invalid choice!'],
    not: ['throw new Error("that is wrong")', 'that is not wrong', 'It was right.'],
    from: ['checkers', 'games'],
  },
  falseField: {
    keywords: ['false'],
    match: /^[\s{]{0,4}["'](?:correct|is_?correct|success|succeeded|ok|accepted|passed)["']\s{0,4}:\s{0,4}false\b/i,
    examples: ['{"correct": false}', '{"success":false,"reason":"no such row"}'],
    not: ['{"correct": true}', '[{"passed": false}]', '{"name": "correct", "value": false}'],
    from: ['MCP servers', 'HTTP services'],
  },
});

/** At the beginning of a line or as a field. */
export const EXIT_REPORTS = definePatterns('exitReport', {
  exitCode: {
    match: new RegExp(
      '^\\s{0,4}(?:(?:process|command) )?exit(?:ed)?(?: with)?(?: exit)? (?:code|status):? ?-?[1-9]|' +
        '["\'](?:exit|return)_?(?:code|status)["\']\\s{0,2}:\\s{0,2}-?[1-9]',
      'im',
    ),
    examples: [
      'Process exited with code 1',
      'Exit code: 127',
      '{"output":"","exit_code":1}',
      '{"exitCode": 127}',
      '{"stdout":"","returncode":1}',
    ],
    not: ['Process exited with code 0', 'the exit code 1 means', '{"exit_code":0}'],
    from: ['codex', 'claude', 'gemini', 'copilot'],
  },
});

/** The command printed nothing: usually it searched for something and did not find it. */
export const EMPTY_OUTPUTS = definePatterns('emptyOutput', {
  empty: {
    match: /(?:^|\n)(?:output|stdout):?\s*$|^\s{0,4}exit code:? 1\s*$/i,
    examples: ['Exit code: 1\nOutput:\n', 'Process exited with code 1\nstdout:', 'Exit code 1'],
    not: ['Output: a', 'no output', 'Exit code 2', 'Exit code 1\nno such file'],
    from: ['claude', 'codex', 'copilot', 'gemini', 'opencode', 'qwen'],
  },
});

/** What programs print at their start about something that they ignore. */
export const PREAMBLES = definePatterns<Part>('preamble', {
  pathFile: {
    keywords: ['remainder of file ignored'],
    match: /^Error processing line \d+ of .{1,300}\.pth:\n\n(?: {2}.{0,300}\n){1,40}\nRemainder of file ignored\n?/gm,
    placeholder: '',
    examples: ['Error processing line 1 of a.pth:\n\n  Traceback\n  ImportError: no a\n\nRemainder of file ignored\n'],
    not: ['Error processing line 1 of a.csv:\n\n  too few fields\n\nRemainder of file ignored\n'],
    from: ['python'],
  },
  preload: {
    keywords: ['ld.so'],
    match: /^ERROR: ld\.so: object '.{1,300}' from LD_PRELOAD cannot be preloaded \(.{1,200}\): ignored\.\n?/gm,
    placeholder: '',
    examples: ["ERROR: ld.so: object 'a.so' from LD_PRELOAD cannot be preloaded (wrong ELF class): ignored."],
    not: ['error while loading shared libraries: a.so: cannot open shared object file'],
    from: ['glibc'],
  },
  locale: {
    keywords: ['locale'],
    match: /^(?:\S{1,60}: warning: setlocale: \w+: cannot change|locale: Cannot set \w+ to default) locale.{0,99}\n?/gm,
    placeholder: '',
    examples: [
      '/bin/bash: warning: setlocale: LC_ALL: cannot change locale (en_US.UTF-8): No such file or directory',
      'locale: Cannot set LC_CTYPE to default locale: No such file or directory',
    ],
    not: ['fatal: setlocale: LC_ALL: cannot change locale (a)'],
    from: ['bash', 'glibc'],
  },
});
