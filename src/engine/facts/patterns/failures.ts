import { definePatterns } from './pattern';

/*
 * How a result shows that its call failed although the tool reports a success. Deep inside a text, the same words may
 * mean something else: a search that found "error", source code that throws, a report of "0 errors".
 */

/** A user refused the call. */
export const REFUSALS = definePatterns('refusal', {
  byUser: {
    keywords: ['user'],
    match: new RegExp(
      '\\b(?:rejected|denied|declined|refused|cancell?ed|dismissed|skipped) by (?:the )?user\\b|' +
        '\\buser (?:has )?(?:rejected|denied|declined|refused|dismissed|skipped)\\b',
      'i',
    ),
    examples: ['exec command rejected by user', 'The user rejected permission to use this specific tool call.'],
    not: ['rejected by the server', 'User authentication failed', 'permission denied for user ada'],
    from: ['codex', 'copilot', 'opencode', 'gemini', 'vscode'],
  },
  doesNotWant: {
    keywords: ["doesn't want", 'did not allow', 'chose to'],
    match: /\buser (?:doesn't want to (?:proceed|take this action)|did not allow|chose to (?:cancel|skip|reject))/i,
    examples: [
      "The user doesn't want to proceed with this tool use. The tool use was rejected.",
      '[Operation Cancelled] Reason: User did not allow tool call',
    ],
    not: ["The user doesn't exist", 'Users want to proceed'],
    from: ['claude', 'qwen', 'vscode'],
  },
});

/** An answer to a call that did not run, because another call of the same message failed. */
export const CANCELED = definePatterns('canceled', {
  siblingFailed: {
    keywords: ['sibling tool call errored', 'parallel tool call'],
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
    keywords: ['error', 'exception'],
    match:
      /^[\s"'{[<*`#-]{0,8}[\w.]{0,40}(?:error|exception)\b(?!["']?\s{0,4}:\s{0,4}(?:null|none|false|""|''|0|\[\]))/i,
    examples: ['Error: old_string not found in src/a.ts', 'java.io.IOException: closed', '{"error":"no access"}'],
    not: ['{"error": null, "rows": 3}', '0 errors', 'errors: 0'],
    from: ['vscode', 'claude', 'node', 'python', 'java'],
  },
  fatal: {
    keywords: ['fatal'],
    match: /^[\s"'{[<*`#-]{0,8}fatal\b/i,
    examples: ['fatal: not a git repository'],
    not: ['nonfatal', 'Fatalities in 2020'],
    from: ['git'],
  },
  failed: {
    keywords: ['failed', 'failure'],
    match: /^[\s"'{[<*`#-]{0,8}fail(?:ed|ure)\b/i,
    examples: ['Failed to apply the patch', 'FAILURE: Build failed with an exception.'],
    not: ['Failures: 0', '0 failed'],
    from: ['vscode', 'gradle', 'codex'],
  },
  cannot: {
    keywords: ['cannot', "can't", 'could not', 'unable to'],
    match: /^[\s"'{[<*`#-]{0,8}(?:cannot\b|can't\b|could not\b|unable to\b)/i,
    examples: ['Cannot find module', 'Unable to read file'],
    not: ['You cannot miss it', 'The file could be read'],
    from: ['node', 'vscode'],
  },
  timedOut: {
    keywords: ['time'],
    match: /^[\s"'{[<*`#-]{0,8}(?:command )?timed? ?out\b/i,
    examples: ['Command timed out after 120 s', 'timeout'],
    not: ['time: out of 12', 'No timeout'],
    from: ['claude', 'codex'],
  },
  denied: {
    keywords: ['denied', 'unauthori', 'forbidden'],
    match: /^[\s"'{[<*`#-]{0,8}(?:permission denied|access denied|unauthori[sz]ed|forbidden)/i,
    examples: ['Permission denied (publickey).', 'Unauthorized'],
    not: ['The claim was denied', 'list of forbidden words'],
    from: ['ssh', 'HTTP services'],
  },
});

export const FAILURES_ANYWHERE = definePatterns('failureAnywhere', {
  commandNotFound: {
    keywords: ['command not found', 'is not recognized as an internal'],
    match: /command not found|is not recognized as an internal/i,
    examples: ['bash: foo: command not found', "'foo' is not recognized as an internal or external command"],
    not: ['the command was found'],
    from: ['bash', 'cmd'],
  },
  noSuchFile: {
    keywords: ['no such file or directory'],
    match: /no such file or directory/i,
    examples: ['cat: a.txt: No such file or directory'],
    not: ['no such luck'],
    from: ['bash', 'node', 'python'],
  },
  permissionDenied: {
    keywords: ['permission denied'],
    match: /permission denied/i,
    examples: ['rm: a: Permission denied'],
    not: ['permission granted'],
    from: ['bash', 'ssh'],
  },
  unknownCommand: {
    keywords: ['unknown '],
    match: /unknown (?:tool|command|option|column)/i,
    examples: ["node: unknown option '--foo'", 'Unknown tool: grep'],
    not: ['of unknown origin'],
    from: ['git', 'npm', 'mysql', 'MCP servers'],
  },
});

/** A short "no" to what a call proposed: the program worked, and each different proposal deserves its own answer. */
export const VERDICTS = definePatterns('verdict', {
  wrongAnswer: {
    keywords: ['wrong', 'incorrect', 'invalid'],
    match: /(?:^|\n)[\s"'(>*-]{0,6}(?:wrong|incorrect|invalid)(?: [\w-]{1,16}){0,2}[.!]{0,3}(?=\s*(?:\n|$))/i,
    examples: ['Wrong answer!', 'Incorrect.', 'Enter the key:\nInvalid key'],
    not: ['const wrong = true;', 'What was wrong before is right now.', 'wrong: 0, right: 12'],
    from: ['checkers', 'games'],
  },
  thatIsWrong: {
    keywords: ['wrong', 'incorrect', 'invalid'],
    match:
      /(?:^|\n)[^\n"'`(){};=|<>]{0,24}\b(?:that|it)(?:'s| is| was) (?:(?:an?|the) )?(?:wrong|incorrect|invalid)\b/i,
    examples: ['Sorry, that is the wrong password.', "No, it's incorrect!", 'That is an invalid choice!'],
    not: ['throw new Error("that is wrong")', 'that is not wrong', 'It was right.'],
    from: ['checkers', 'games'],
  },
  failLine: {
    keywords: ['fail'],
    match: /(?:^|\n)[\s"'(>*-]{0,6}fail(?:ed|ure)?[.!]{0,3}(?=\s*(?:\n|$))/i,
    examples: ['Welcome! Please wait.\nfail', 'FAIL'],
    not: ['0 fail', 'fail: 0', 'fail() {'],
    from: ['go', 'checkers'],
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
  exitLine: {
    keywords: ['exit'],
    match: /^\s{0,4}(?:(?:process|command) )?exit(?:ed)?(?: with)?(?: exit)? (?:code|status):? ?-?[1-9]/im,
    examples: ['Process exited with code 1', 'Exit code: 127'],
    not: ['Process exited with code 0', 'the exit code 1 means'],
    from: ['codex', 'claude', 'gemini'],
  },
  exitCodeField: {
    keywords: ['exit', 'return'],
    match: /["'](?:exit|return)_?(?:code|status)["']\s{0,2}:\s{0,2}-?[1-9]/i,
    examples: ['{"output":"","exit_code":1}', '{"exitCode": 127}', '{"stdout":"","returncode":1}'],
    not: ['{"exit_code":0}'],
    from: ['codex', 'copilot'],
  },
});

/** The command printed nothing: usually it searched for something and did not find it. */
export const EMPTY_OUTPUTS = definePatterns('emptyOutput', {
  emptyStream: {
    keywords: ['output', 'stdout'],
    match: /(?:^|\n)(?:output|stdout):?\s*$/i,
    examples: ['Exit code: 1\nOutput:\n', 'Process exited with code 1\nstdout:'],
    not: ['Output: a', 'no output'],
    from: ['codex', 'gemini'],
  },
  codeAlone: {
    keywords: ['exit code'],
    match: /^\s{0,4}exit code:? 1\s*$/i,
    examples: ['Exit code 1'],
    not: ['Exit code 2', 'Exit code 1\nno such file'],
    from: ['claude', 'copilot', 'codex', 'opencode', 'qwen'],
  },
});
