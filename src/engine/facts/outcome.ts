import { canonicalTextOf } from '../values/canonical';
import { withoutCopies } from './copies';
import { STATED_CAUSES, CAUSE_PARTS, CAUSES, EMPTY_CAUSES } from './patterns/causes';
import { DATA_STARTS, DONE, EMPTY_VALUES, NOTHING_FOUND, UNCHANGED } from './patterns/answers';
import { matches, matchOf, type PatternId, ReadText, endsOf, withoutParts } from './patterns/pattern';
import { shapeOf, withoutVolatile } from './volatile';
import { creates, runningIn, searches } from './signs';
import type { OutcomeKind, RecordedOutcome } from './call';
import {
  CANCELED,
  EMPTY_OUTPUTS,
  EXIT_REPORTS,
  FAILURE_BEGINNINGS,
  FAILURES_ANYWHERE,
  PREAMBLES,
  REFUSALS,
  VERDICTS,
} from './patterns/failures';
import { FAILURE_PROSE, NO_ERRORS, REJECTIONS, SENTENCES } from './patterns/failureProse';
import { FAILURES_IN_LANGUAGES } from './patterns/languages';
import { SERVER_FAILURES } from './patterns/servers';
import { fieldsOf } from '../values/fields';

/** The part that is read of the beginning of a result, and of its end for a cause. */
const READ_CHARACTERS = 500;

/** The shape of a longer text is that of its first part: to blank megabytes would cost more than it is worth. */
const SHAPED_CHARACTERS = 20_000;

/** Bounds the search for parts within parts; surfaces need two. */
const MAX_PART_DEPTH = 20;

export function outcomeText(result: unknown, depth = 0): string {
  if (result === undefined || result === null) {
    return '';
  }
  if (typeof result === 'string') {
    return result;
  }
  if (Array.isArray(result)) {
    const parts = result.map((part) => partText(part, depth));
    if (result.length > 0 && parts.every((part) => part !== undefined)) {
      return parts.join('\n');
    }
  }
  return partText(result, depth) ?? canonicalTextOf(result);
}

/** One content part: `{ type: 'text', text }`, `{ value: '…' }`, or `{ content: [parts] }`. */
function partText(part: unknown, depth: number): string | undefined {
  if (typeof part === 'string') {
    return part;
  }
  if (typeof part !== 'object' || part === null || Array.isArray(part)) {
    return undefined;
  }
  const { type, text, value, content } = part as Record<string, unknown>;
  if (typeof text === 'string' && (type === undefined || type === 'text')) {
    return text;
  }
  if (typeof value === 'string' && Object.keys(part).length <= 2) {
    return value;
  }
  if (Array.isArray(content) && type === undefined && depth < MAX_PART_DEPTH) {
    return outcomeText(content, depth + 1);
  }
  return undefined;
}

/** Deep inside a longer text, these words belong to the content. */
const SHORT_CHARACTERS = 300;

/** Text without any character is plain (a build that prints nothing went well); an empty collection found nothing. */
export function classify(
  text: string | undefined,
  length: number,
  isError: boolean,
): Pick<RecordedOutcome, 'kind' | 'because' | 'isVerdict' | 'isRefused' | 'unreachable'> {
  const [kind, because] = kindOf(text, length, isError);
  const failure = kind === 'failed' && text !== undefined ? text.slice(0, READ_CHARACTERS) : undefined;
  return {
    kind: kind === 'rejected' ? 'failed' : kind,
    because,
    isVerdict: kind === 'rejected' || undefined,
    isRefused: (failure !== undefined && matches(REFUSALS, failure)) || undefined,
    unreachable: failure === undefined ? undefined : matchOf(SERVER_FAILURES, failure.slice(0, SHORT_CHARACTERS)),
  };
}

/** Something outside can't be reached. For a login, the agent has to do something itself. */
export function isOutage(outcome: RecordedOutcome | undefined): boolean {
  return outcome?.unreachable !== undefined && outcome.unreachable !== 'serverFailure.login';
}

/** The call got through, or a user refused it: what failed before it was something else. */
export function endsFailures(outcome: RecordedOutcome): boolean {
  return succeeded(outcome) || outcome.isRefused === true;
}

/** With the row that shows the kind, unless the agent says so, or nothing does. */
type KindShown = readonly [kind: OutcomeKind | 'rejected', because?: PatternId];

function kindOf(text: string | undefined, length: number, isError: boolean): KindShown {
  if (isError) {
    const nothing = text !== undefined && length <= SHORT_CHARACTERS ? saysOnlyNothing(new ReadText(text)) : undefined;
    return nothing === undefined ? ['failed'] : ['nothing', nothing];
  }
  if (text === undefined) {
    return ['plain'];
  }
  const head = new ReadText(text.slice(0, READ_CHARACTERS));
  const outright = failedOutright(head, length);
  if (outright !== undefined) {
    return outright;
  }
  if (length > SHORT_CHARACTERS) {
    return ['plain'];
  }
  const isData = matches(DATA_STARTS, head);
  const nothing = matchOf(NOTHING_FOUND, head);
  const failure = failureAnywhere(head) ?? (isData || nothing !== undefined ? undefined : matchOf(FAILURE_PROSE, head));
  if (failure !== undefined) {
    return ['failed', failure];
  }
  const verdict = matchOf(VERDICTS, head);
  if (verdict !== undefined) {
    return ['rejected', verdict];
  }
  const empty = nothing ?? matchOf(EMPTY_VALUES, head.text.trim());
  if (empty !== undefined) {
    return ['nothing', empty];
  }
  return [!isData && matches(DONE, head) ? 'done' : 'plain'];
}

/** Some tools report a search that found nothing as an error. Undefined if the result says more. */
function saysOnlyNothing(text: ReadText): PatternId | undefined {
  const empty = matches(EXIT_REPORTS, text) ? matchOf(EMPTY_OUTPUTS, text) : undefined;
  const failure = failureAnywhere(text) ?? matchOf(FAILURE_PROSE, text);
  return empty ?? (failure === undefined ? matchOf(NOTHING_FOUND, text) : undefined);
}

export function succeeded({ kind }: Pick<RecordedOutcome, 'kind'>): boolean {
  return kind === 'plain' || kind === 'done';
}

/**
 * @param question the parsed arguments: what the answer repeats of them is no cause of a failure
 * @param tool its name: the ID of what a call creates is no news, but an ID that was asked for is
 */
export function describeOutcome(
  result: unknown,
  isError: boolean,
  hash: (text: string) => string,
  question?: unknown,
  tool?: string,
): RecordedOutcome {
  const whole = outcomeText(result);
  const isAskedAgain = tool !== undefined && withoutCopies(tool, question) !== question;
  const text = isAskedAgain ? [...new Set(whole.split('\n'))].join('\n') : whole;
  const isShort = text.length <= SHAPED_CHARACTERS;
  // The length of a long text would be blanked as any number is, so it is not looked at.
  const shaped = isShort ? text : `${text.slice(0, SHAPED_CHARACTERS)}\0`;
  const said = withoutPreamble(text);
  const { kind, because, isVerdict, isRefused, unreachable } = classify(said, said.length, isError);
  const cause = obstacleIn(said, kind, question);
  const { life, isStarted, running } = runningIn(text);
  const digest = hash(isShort ? withoutVolatile(text, mayBeId({ kind, life }, tool, question)) : text);
  const remainder = remainderOf(text, { kind, life }, tool, question);
  const shapeDigest = hash(isShort ? shapeOf(shaped) : `${shapeOf(shaped)}#`);
  const { length } = text;
  const lines = result === undefined ? undefined : linesOf(text);
  return {
    digest,
    shapeDigest,
    length,
    lines,
    isError,
    isCanceled: isCanceled(text) || undefined,
    isUnchanged: isUnchanged(text),
    kind,
    because,
    isVerdict,
    isRefused,
    unreachable,
    isStated: statesCause(text, kind),
    causeDigest: cause === undefined || cause === NOTHING ? cause : hash(cause),
    remainderDigest: remainder === undefined ? undefined : hash(remainder),
    life,
    isStarted,
    running,
  };
}

const PREAMBLE_CHARACTERS = 2_000;

/** If nothing else is said, it is what was asked for. */
export function withoutPreamble(text: string): string {
  const left = withoutParts(PREAMBLES, text.slice(0, PREAMBLE_CHARACTERS)) + text.slice(PREAMBLE_CHARACTERS);
  return left.length === text.length || left.trim() === '' || matches(EMPTY_OUTPUTS, left) ? text : left;
}

/** An ID may be what was asked for. That of something new only confirms that there is something. */
export function mayBeId(
  { kind, life }: Pick<RecordedOutcome, 'kind' | 'life'>,
  tool = '',
  question?: unknown,
): boolean {
  return kind === 'plain' && life === undefined && tool !== '' && !creates(tool, question);
}

export function statesCause(text: string, kind: OutcomeKind): true | undefined {
  return (kind === 'failed' && text.length <= SHORT_CHARACTERS && matches(STATED_CAUSES, text)) || undefined;
}

export function linesOf(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < text.length - 1; at = text.indexOf('\n', at + 1)) {
    lines++;
  }
  return lines;
}

/** Equal for all calls that found nothing and learned no more, so it needs no digest. */
const NOTHING = 'nothing';

export function obstacleIn(text: string, kind: OutcomeKind, question: unknown): string | undefined {
  if (kind === 'nothing') {
    return causeOf(text, question) ?? NOTHING;
  }
  return kind === 'failed' ? causeOf(text, question) : undefined;
}

/*
 * Deep inside a text, words of failure may mean something else, see `patterns/failures.ts`. So a failure must be in a
 * place where the result describes itself: at its very beginning, in a report of the exit code, or in a short text of
 * plain prose.
 */

export function isCanceled(text: string): boolean {
  return matches(CANCELED, text);
}

/** The longest such sentence, with the path of a file in it. */
const UNCHANGED_CHARACTERS = 1_500;

export function isUnchanged(text: string): true | undefined {
  return (text.length <= UNCHANGED_CHARACTERS && matches(UNCHANGED, text)) || undefined;
}

/** @returns undefined if the beginning of the result isn't enough to decide */
function failedOutright(head: ReadText, length: number): KindShown | undefined {
  const failure = matchOf(FAILURE_BEGINNINGS, head);
  if (failure !== undefined) {
    return ['failed', failure];
  }
  const rejection = matches(SENTENCES, head) ? matchOf(REJECTIONS, head) : undefined;
  const [firstLine = ''] = head.text.split('\n', 1);
  if (rejection !== undefined && !matches(NO_ERRORS, firstLine)) {
    return ['failed', rejection];
  }
  const exit = matchOf(EXIT_REPORTS, head);
  if (exit === undefined) {
    return undefined;
  }
  const empty = length <= head.text.length ? matchOf(EMPTY_OUTPUTS, head) : undefined;
  return empty === undefined ? ['failed', exit] : ['nothing', empty];
}

function failureAnywhere(text: ReadText): PatternId | undefined {
  return matchOf(FAILURES_ANYWHERE, text) ?? matchOf(FAILURES_IN_LANGUAGES, text);
}

const MOST_LINES = 3;
const MOST_LINE_CHARACTERS = 160;

/** Shorter argument texts may appear in the result by chance. */
const SHORTEST_ECHO = 4;
const MOST_ECHOES = 16;
const MOST_DEPTH = 4;

/** Stands for what a result repeats of the question. */
const ASKED = '<asked>';

/**
 * The lines that name an error, without what the result repeats from the arguments, and without numbers. Two attempts
 * with the same cause failed for the same reason, even if they differ.
 * @returns undefined if the result names no cause
 */
export function causeOf(text: string, question: unknown): string | undefined {
  const isTranscriptInJson = /^\s{0,4}[[{]/.test(text) && text.includes('\\n');
  const decoded = isTranscriptInJson ? text.replaceAll('\\n', '\n').replaceAll('\\"', '"') : text;
  const lines = withoutVolatile(withoutEchoes(endsOf(decoded, READ_CHARACTERS), question))
    .split('\n')
    .map((line) => withoutParts(CAUSE_PARTS, line).trim().slice(0, MOST_LINE_CHARACTERS))
    .filter(namesCause);
  return lines.length === 0 ? undefined : [...new Set(lines)].slice(0, MOST_LINES).join('\n').toLowerCase();
}

function withoutEchoes(text: string, question: unknown): string {
  return textsOf(question, 0)
    .filter((echo) => echo.length >= SHORTEST_ECHO && echo.length <= READ_CHARACTERS)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .slice(0, MOST_ECHOES)
    .reduce((left, echo) => left.replaceAll(echo, ASKED), text);
}

/** A shorter remainder may be any acknowledgment. */
const LEAST_REMAINDER_CHARACTERS = 12;

/**
 * What is left of a search's short answer without what it repeats of the question: a tool that leaves the same of each
 * question has found nothing, in whatever words and language.
 */
export function remainderOf(
  text: string,
  { kind, life }: Pick<RecordedOutcome, 'kind' | 'life'>,
  tool = '',
  question?: unknown,
): string | undefined {
  if (kind !== 'plain' || life !== undefined || text.length > SHORT_CHARACTERS || !searches(tool, question)) {
    return undefined;
  }
  const remainder = withoutEchoes(text, question);
  return remainder.replaceAll(ASKED, '').trim().length < LEAST_REMAINDER_CHARACTERS ? undefined : remainder;
}

export function namesCause(line: string): boolean {
  return (matches(CAUSES, line) || matches(FAILURES_IN_LANGUAGES, line)) && !matches(EMPTY_CAUSES, line);
}

function textsOf(value: unknown, depth: number): string[] {
  if (typeof value === 'string') {
    return value.includes('\n') ? [value, ...value.split('\n', MOST_ECHOES).map((line) => line.trim())] : [value];
  }
  return depth > MOST_DEPTH ? [] : fieldsOf(value, MOST_ECHOES).flatMap(([, field]) => textsOf(field, depth + 1));
}
