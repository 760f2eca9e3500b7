import { checkIn } from './checks';
import { fieldsOf } from './fields';
import { EXITED, GONE, RUNNING } from './facts/patterns/life';
import { matches, ReadText } from './facts/patterns/pattern';
import { HANDLE_FIELD, handlesIn } from './handles';
import type { CallSigns, RecordedOutcome } from './window';

/*
 * What calls and answers say of waiting. Each is one sign of several; see `waiting.ts` for what they prove together.
 */

/** How much of an answer is read from its beginning and from its end, in characters. */
const READ_CHARACTERS = 1000;

const MOST_FIELDS = 32;

/**
 * Tools that wait by name, as whole words of it: `wait_agent`, `awaitTerminal`, `TaskOutput`. The name is one sign of
 * three, so a tool that nobody has heard of can wait as well.
 */
const WAITING_NAMES: readonly RegExp[] = [
  /(?:^|[^a-z])(?:a?wait(?:for)?|poll|sleep|watch|monitor|write_?stdin)(?![a-z])/,
  /(?:^|[^a-z])(?:task|bash|process|agent|shell|command|terminal|job)_?(?:output|status|logs?|result)(?![a-z])/,
  /(?:^|[^a-z])(?:build|run|workflow|pipeline|deploy(?:ment)?|test|server|container|operation)_?status(?![a-z])/,
  /(?:^|[^a-z])(?:read|check|get|list)_?(?:status|progress|bash|terminal|shell|process|agents?|background)(?![a-z])/,
];

/** Commands and scripts that wait, watch, or look at what runs. */
const WAITING_COMMANDS: readonly RegExp[] = [
  /(?:^|[\s;&|("'`])(?:sleep \d|timeout \/t \d|start-sleep\b|wait(?: \$| \d|$))/i,
  /(?:^|[\s;&|("'`])(?:tail -[a-z0-9 ]{0,8}f\b|pgrep\b|ps (?:-|aux))/i,
  /(?:^|[\s;&|("'`])(?:gh|glab) (?:run|pr|ci)\s[^\n|]{0,80}\b(?:watch|view|checks|status)\b/i,
  /(?:^|[\s;&|("'`])(?:kubectl (?:wait|rollout status)|docker (?:wait|logs)|--watch\b)/i,
  /\bwrite_stdin\(|\bawait tools\.wait/i,
  /\b(?:sleep|settimeout)\s?\(/i,
];

/** Sends nothing: `chars: ""` in the arguments, or in the text of a script. */
const EMPTY_INPUT = /\b(?:chars|input|stdin|data|text|keys)["']?\s{0,2}:\s{0,2}(?:""|''|\\"\\")/;
const INPUT_FIELD = /^(?:chars|input|stdin|data|text|keys)$/;
const LIMIT_FIELD = /(?:time_?out|yield|wait|block|duration|delay)\w{0,12}$|(?:_ms|millis(?:econds)?)$/i;
const MILLISECONDS_FIELD = /ms|milli/i;

/** What an answer says of something that runs: it goes on, or it came to its end. Undefined: nothing. */
export function lifeIn(text: string): RecordedOutcome['life'] {
  return lifeInEnds(endsOf(text));
}

/** As {@link lifeIn}, with the handles of what goes on, where the answer names them. */
export function runningIn(text: string): Pick<RecordedOutcome, 'life' | 'running'> {
  const read = endsOf(text);
  const life = lifeInEnds(read);
  return { life, running: life === 'running' ? handlesIn(read) : undefined };
}

function endsOf(text: string): string {
  return text.length <= 2 * READ_CHARACTERS
    ? text
    : `${text.slice(0, READ_CHARACTERS)}\n${text.slice(-READ_CHARACTERS)}`;
}

function lifeInEnds(ends: string): RecordedOutcome['life'] {
  const read = new ReadText(ends);
  if (matches(GONE, read)) {
    return 'ended';
  }
  return matches(RUNNING, read) ? 'running' : matches(EXITED, read) ? 'ended' : undefined;
}

/**
 * How a call itself says that it waits. `handle`: by the name of its tool, or by sending nothing to something that
 * runs; then an exit code in the answer is that of what is waited for. `command`: it is a command that sleeps or looks
 * at what runs; then the exit code is its own. `no`: it sends something to what runs, so it does not wait but acts.
 */
export function asksToWait(tool: string, value: unknown): CallSigns['asksToWait'] {
  const fields = fieldsOf(value, MOST_FIELDS);
  const texts = isText(value) ? [value] : fields.map(([, field]) => textOf(field)).filter(isText);
  const hasHandle = fields.some(([name]) => HANDLE_FIELD.test(name));
  const inputs = hasHandle ? fields.filter(([name, field]) => INPUT_FIELD.test(name) && isText(field)) : [];
  if (inputs.some(([, input]) => input !== '')) {
    return 'no';
  }
  const name = tool
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace('powershell', 'shell');
  const isNamed = WAITING_NAMES.some((words) => words.test(name));
  if (isNamed || inputs.length > 0 || texts.some((text) => EMPTY_INPUT.test(text))) {
    return 'handle';
  }
  return texts.some((text) => WAITING_COMMANDS.some((words) => words.test(text))) ? 'command' : undefined;
}

/** How a call looks whether something is there or has happened: see {@link checkIn}. */
export function checkOf(value: unknown): CallSigns['check'] {
  const texts = isText(value) ? [value] : fieldsOf(value, MOST_FIELDS).map(([, field]) => textOf(field));
  return texts.map((text) => (isText(text) ? checkIn(text) : undefined)).find((check) => check !== undefined);
}

/** Arguments that start something which goes on after the call. */
const STARTS: readonly RegExp[] = [
  /(?<![&>|])&(?![&>\d])/,
  /\b(?:nohup|setsid|disown|pm2|screen|tmux|sbatch|qsub|start-process|start-job)\b/i,
  /\b(?:up|run) (?:-\S+ ){0,4}(?:-d|--detach)\b|\b(?:systemctl|service|docker)\b.{0,60}\b(?:re)?start\b/i,
  /\bgit push\b|\bgh (?:workflow run|run rerun)\b|\bkubectl apply\b|\bhelm (?:install|upgrade)\b|\bdeploy\b/i,
];
const STARTS_FIELD = /background|detach|async/i;

/** Whether a call starts something that goes on after it. May be mistaken for one that only sounds like it. */
export function startsSomething(value: unknown): boolean {
  return fieldsOf(value, MOST_FIELDS).some(([name, field]) => {
    const text = textOf(field);
    return isText(text)
      ? text === 'async' || text === 'background' || STARTS.some((words) => words.test(text))
      : field === true && STARTS_FIELD.test(name);
  });
}

/** How long a call may block, in milliseconds, as its own arguments say. Undefined: they say nothing. */
export function ownLimitMs(value: unknown): number | undefined {
  const limits = fieldsOf(value, MOST_FIELDS).flatMap(([name, field]) =>
    typeof field === 'number' && field > 0 && LIMIT_FIELD.test(name)
      ? [MILLISECONDS_FIELD.test(name) || field >= 1000 ? field : field * 1000]
      : [],
  );
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** A text, or the words of a command. */
function textOf(field: unknown): unknown {
  return Array.isArray(field) && field.length <= MOST_FIELDS && field.every(isText) ? field.join(' ') : field;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
