import { fieldsOf } from '../values/fields';
import { BUSY, EXITED, GONE, RUNNING, STARTED } from './patterns/life';
import { endsOf, groupsIn, matches, ReadText, withoutParts } from './patterns/pattern';
import { suggests } from './patterns/fieldNames';
import { isNamedTo } from './patterns/toolNames';
import { handlesIn } from './handles';
import type { ArgumentFacts, RecordedOutcome } from './call';
import {
  ACTING_OPTIONS,
  COMMAND_PREFIXES,
  EMPTY_INPUTS,
  LIMITS_IN_COMMANDS,
  LOOKING_COMMANDS,
  LOOKING_PROGRAMS,
  MOVING_COMMANDS,
  OWN_CHECKS,
  PAUSES,
  PROGRAMS_AROUND,
  SHELL_PARTS,
  STARTS,
  WAITING_COMMANDS,
} from './patterns/commands';
import { SERVER_TOOLS } from './patterns/servers';

/*
 * What calls and results say about waiting and acting. Each is one sign of several; `ledger/waiting.ts` says what they
 * prove together.
 */

const READ_CHARACTERS = 1000;

/** Between the commands of a line. */
const SEPARATOR = /&&|[;|\n(){}]/;

/** What a result says about something that runs: it goes on, with its handles, it ended, or it is busy now. */
export function runningIn(text: string): Pick<RecordedOutcome, 'life' | 'isStarted' | 'running'> {
  const read = new ReadText(endsOf(text, READ_CHARACTERS));
  if (matches(GONE, read)) {
    return { life: 'ended', running: undefined };
  }
  if (matches(RUNNING, read)) {
    return { life: 'running', isStarted: matches(STARTED, read) || undefined, running: handlesIn(read.text) };
  }
  const isBusy = text.length <= READ_CHARACTERS && matches(BUSY, read);
  return { life: isBusy ? 'busy' : matches(EXITED, read) ? 'ended' : undefined, running: undefined };
}

/**
 * How a call itself says that it waits. `handle`: by the name of its tool, or by sending nothing to something that
 * runs; then an exit code in the answer is that of what it waits for. `command`: a command that sleeps or looks at what
 * runs; then the exit code is its own. `no`: it sends something to what runs, so it does not wait but acts.
 */
export function asksToWait(tool: string, value: unknown): ArgumentFacts['asksToWait'] {
  const fields = fieldsOf(value);
  const texts = textsIn(value);
  const hasHandle = fields.some(([name]) => suggests(name, 'handle'));
  const inputs = hasHandle ? fields.filter(([name, field]) => suggests(name, 'input') && isText(field)) : [];
  if (inputs.some(([, input]) => input !== '')) {
    return 'no';
  }
  if (isNamedTo(tool, 'wait') || inputs.length > 0 || texts.some((text) => matches(EMPTY_INPUTS, text))) {
    return 'handle';
  }
  return texts.some((text) => matches(PAUSES, text) || matches(WAITING_COMMANDS, text)) ? 'command' : undefined;
}

export function checkOf(value: unknown): ArgumentFacts['check'] {
  return textsIn(value)
    .map(checkIn)
    .find((check) => check !== undefined);
}

/** May mistake a call for one that starts something, because it sounds like it. */
export function startsSomething(value: unknown): boolean {
  return fieldsOf(value).some(([name, field]) => {
    const text = textOf(field);
    return isText(text)
      ? text === 'async' || text === 'background' || matches(STARTS, text)
      : field === true && suggests(name, 'background');
  });
}

/** Whether a command sends something, or checks, builds, or runs what the agent has written. Guesses like the above. */
export function doesWork(value: unknown): boolean {
  return textsIn(value)
    .flatMap((text) => text.split(SEPARATOR))
    .some((part) => matches(OWN_CHECKS, part) || matches(ACTING_OPTIONS, part.trim()));
}

export function ownLimitMs(value: unknown): number | undefined {
  const limits = fieldsOf(value).flatMap(([name, field]) => {
    if (typeof field === 'number') {
      const isLimit = field > 0 && suggests(name, 'timeLimit');
      return isLimit ? [suggests(name, 'milliseconds') || field >= 1000 ? field : field * 1000] : [];
    }
    const text = textOf(field);
    const [count, unit] = isText(text) ? (groupsIn(LIMITS_IN_COMMANDS, text) ?? []) : [];
    return count === undefined ? [] : [Number(count) * (unit === 'm' ? 60_000 : 1000)];
  });
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** Of a command that is given as words. */
const MOST_WORDS = 32;

/** Includes commands given as words. */
function textsIn(value: unknown): readonly string[] {
  return isText(value)
    ? [value]
    : fieldsOf(value)
        .map(([, field]) => textOf(field))
        .filter(isText);
}

function textOf(field: unknown): unknown {
  return Array.isArray(field) && field.length <= MOST_WORDS && field.every(isText) ? field.join(' ') : field;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/*
 * Commands that look whether something is there or has happened, and change nothing. The world answers them, so the
 * same command may get another answer later; a test, a build, or a script is answered by what the agent has written.
 */

/** Undefined if the command does more than look. */
function checkIn(command: string): 'afterPause' | 'atOnce' | undefined {
  const plain = withoutParts(SHELL_PARTS, command);
  if (plain.includes('>')) {
    return undefined;
  }
  let looks = false;
  for (const part of plain.split(SEPARATOR)) {
    const [program = '', ...rest] = withoutParts(COMMAND_PREFIXES, part.trim()).trim().split(/\s+/);
    const name = program.toLowerCase().replace(/^.*[\\/](?=.)/, '');
    if (name === '' || PROGRAMS_AROUND.has(name)) {
      continue;
    }
    const line = [name, ...rest].join(' ');
    if (!(LOOKING_PROGRAMS.has(name) || matches(LOOKING_COMMANDS, line)) || matches(ACTING_OPTIONS, line)) {
      return undefined;
    }
    looks = true;
  }
  return looks ? (matches(PAUSES, command) ? 'afterPause' : 'atOnce') : undefined;
}

/** Longer texts are content or a command, no name of a move. */
const NAME_CHARACTERS = 64;

/** By the verb in the tool's name or in a short argument: the same call leads somewhere else each time. */
export function moves(tool: string, value: unknown): boolean {
  const texts = textsIn(value);
  // What is created or sent may hold any word.
  const names = isNamedTo(tool, 'create') ? [tool] : [tool, ...texts];
  return (
    names.some((text) => text.length <= NAME_CHARACTERS && isNamedTo(text, 'move')) ||
    texts.some((text) => matches(MOVING_COMMANDS, text))
  );
}

/** The result may not show the picture. */
export function takesPicture(tool: string): boolean {
  return isNamedTo(tool, 'takePicture');
}

/** What a call creates or sends answers with an ID: that is an acknowledgment. */
export function creates(tool: string, value: unknown): boolean {
  return isNamedTo(tool, 'create') || textsIn(value).some((text) => matches(ACTING_OPTIONS, text));
}

export function looks(tool: string, value: unknown): boolean {
  return isNamedTo(tool, 'look') && !creates(tool, value);
}

/** Small files may well be the same but for their names, so to read one is no search. */
export function searches(tool: string, value: unknown): boolean {
  return isNamedTo(tool, 'search') && !creates(tool, value);
}

/**
 * The MCP server of a tool, if its name says so. If an agent writes one underscore between server and tool, it is the
 * first word, which two servers may share.
 */
export function serverOf(tool: string): string | undefined {
  return groupsIn(SERVER_TOOLS, tool)?.find((group) => group !== undefined);
}
