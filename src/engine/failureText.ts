import type { OutcomeKind } from './window';

/*
 * How a result shows that its call failed although the tool reports a success: shell transcripts, stack traces, words
 * of rejection. Deep inside a text, such words may mean something else: a search that found the word "error", source
 * code that throws, a report of "0 errors". So a failure must be in a place where the result describes itself: at its
 * very beginning, in a report of the exit code, or in a short text of plain prose.
 */

/** Claude Code runs the calls of an answer one after the other; once one has failed, it answers those behind it so. */
const CANCELED = /^(?:<tool_use_error>)?(?:sibling tool call errored|cancell?ed: parallel tool call)\b/i;

/** Whether a call didn't run, because another one of its answer failed. */
export function isCanceled(text: string): boolean {
  return CANCELED.test(text);
}

/** How a result that is a failure begins, after quotation marks and brackets. */
const BEGINNINGS: readonly RegExp[] = [
  /^[\s"'{[<*`#-]{0,8}[\w.]{0,40}(?:error|exception)\b(?!["']?\s{0,4}:\s{0,4}(?:null|none|false|""|''|0|\[\]))/i,
  /^[\s"'{[<*`#-]{0,8}(?:traceback \(|fatal\b|failed\b|failure\b|panic:|invalid\b)/i,
  /^[\s"'{[<*`#-]{0,8}(?:cannot\b|can't\b|could not\b|unable to\b|(?:command )?timed? ?out\b)/i,
  /^[\s"'{[<*`#-]{0,8}(?:permission denied|access denied|unauthori[sz]ed|forbidden)/i,
  /^[\s"'{[<*`#-]{0,8}4\d\d (?:not found|forbidden|unauthorized|bad request|too many requests)/i,
  /^[\s"'{[<*`#-]{0,8}5\d\d internal server error/i,
];

/** A failure anywhere in a short result. */
const ANYWHERE: readonly RegExp[] = [
  /command not found|no such file or directory|permission denied|is not recognized as an internal/i,
  /syntax error|unknown (?:tool|command|option|column)|<(?:tool_use_)?error>/i,
];

/** A stack trace near the beginning. */
const STACK_TRACES: readonly RegExp[] = [
  /(?:^|\n)traceback \(most recent call last\)/i,
  /(?:^|\n)(?:uncaught |unhandled )?[\w.]{0,60}(?:Error|Exception): [^\n]{0,200}\n\s{1,8}at /i,
];

/** A shell wrapper's report of how the command ended, at the beginning of a line or as a field. */
const EXIT_REPORTS: readonly RegExp[] = [
  /^\s{0,4}(?:(?:process|command) )?(?:exit(?:ed)?|finished|failed)(?: with)?(?: exit)? (?:code|status):? ?-?[1-9]/im,
  /["']exit_?code["']\s{0,2}:\s{0,2}-?[1-9]/i,
];
/** The command printed nothing: usually it searched for something and didn't find it. */
const EMPTY_OUTPUT = /(?:^|\n)(?:output|stdout):?\s*$/i;

/** A sentence that speaks to the model, not the first line of a file or of a table. */
const A_SENTENCE = /^[A-Z][a-z]{1,14} (?:[\w'’-]{1,20},? ){3}/;
/** A first line that rejects the call: "Your edit has introduced new errors.", "The patch was not applied: ...". */
const REJECTIONS: readonly RegExp[] = [
  /^[^"'`{};=|<>\n]{0,80}\b(?:ha[sd]|have|contains?|introduce[sd]|with) (?:[a-z]{1,12} ){0,4}(?:errors?|problems?)\b/i,
  /^[^"'`{};=|<>\n]{0,80}\b(?:was|were|is|are|been) (?:not|rejected|refused|denied|declined|blocked|reverted)\b/i,
  /^[^"'`{};=|<>\n]{0,80}\b(?:(?:did|does|could|can) ?n[o']t|failed)\b/i,
];
/** Not a rejection: it says that there was nothing to reject. */
const NO_ERRORS = /\b(?:no|0|zero|without|any) (?:[a-z]{1,12} ){0,3}(?:errors?|problems?|failures?)\b/i;

/** A line of prose that says that something went wrong; after code or data, it may mean something else. */
const PROSE: readonly RegExp[] = [
  /^[^"'`(){};=|<>]{0,120}\b(?:not found|does(?: not|n't) exist|(?:is )?not a directory|malformed|already exists)\b/im,
  /^[^"'`(){};=|<>]{0,120}\b(?:missing (?:argument|operand|required|parameter)|too many arguments|rejected)\b/im,
  /^[^"'`(){};=|<>]{0,120}\bno such (?:container|host|image|process|service|table|column|key|option|remote|user)\b/im,
  /^[^"'`(){};=|<>]{0,120}\b(?:connection (?:refused|reset|timed out)|network is unreachable)\b/im,
  /^[^"'`(){};=|<>]{0,120}\b(?:could not resolve|name or service not known)\b/im,
  /^[^"'`(){};=|<>]{0,120}\bnot (?:recogni[sz]ed|allowed|permitted)\b/im,
  /^usage: \S/i,
];

/**
 * What the beginning of a result of any length clearly says.
 * @returns undefined if this isn't enough to decide
 */
export function failedOutright(head: string, length: number): OutcomeKind | undefined {
  if (oneOf(BEGINNINGS, head) || oneOf(STACK_TRACES, head)) {
    return 'failed';
  }
  if (A_SENTENCE.test(head) && oneOf(REJECTIONS, head) && !NO_ERRORS.test(firstLine(head))) {
    return 'failed';
  }
  if (oneOf(EXIT_REPORTS, head)) {
    return length <= head.length && EMPTY_OUTPUT.test(head) ? 'nothing' : 'failed';
  }
  return undefined;
}

/** Whether a short result contains a failure anywhere. */
export function readsAsFailure(text: string): boolean {
  return oneOf(ANYWHERE, text);
}

/** Whether a short result in prose says that something went wrong. */
export function saysFailed(text: string): boolean {
  return oneOf(PROSE, text);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function oneOf(words: readonly RegExp[], text: string): boolean {
  return words.some((each) => each.test(text));
}
