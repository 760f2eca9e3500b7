import { isRecord } from '../values/fields';
import { fieldWords, sharedWords } from './fieldWords';
import { suggests, textIn } from './patterns/fieldNames';
import { isNamedTo } from './patterns/toolNames';
import type { Hash } from './signature';
import { withoutVolatile } from './volatile';

/** No limit can count more. */
export const REMEMBERED_TASKS = 200;

/** A task that a call gives to a subagent, as digests. */
export interface GivenTask {
  /** Equal for tasks with the same words. */
  readonly digest: string;
  readonly words: readonly string[];
}

export interface RecordedTask extends GivenTask {
  /** The subagent that gave it; undefined for the main agent. */
  readonly agent?: string | undefined;
  /** The call and its round, numbered for each agent. */
  readonly index: number;
  readonly round: number;
  /** Since it was given, that agent has edited a file. */
  readonly isBeforeEdit?: boolean | undefined;
}

/** Shorter tasks ("continue", "go on") are steps of a dialog. Encrypted text says nothing. */
const LEAST_WORDS = 5;
const READ_CHARACTERS = 8000;

/** From this share of common words on, a task counts as the previous one, passed on. */
const ALIKE = 0.8;

/** By two of three signs: the name of the tool, a field for the kind of agent, a text of several words. */
export function taskOf(tool: string, value: unknown, hash: Hash): GivenTask | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const text = textIn(value, 'task');
  const isForAgents = isNamedTo(tool, 'spawn') || Object.keys(value).some((name) => suggests(name, 'agentKind'));
  if (text === undefined || !isForAgents) {
    return undefined;
  }
  const steady = withoutVolatile(text.slice(0, READ_CHARACTERS)).toLowerCase();
  const words: readonly string[] = steady.match(/[\p{L}\p{N}]+/gu) ?? [];
  const task = words.join(' ');
  const wording = { normalizeWhitespace: true, ignoreCase: true };
  return words.length < LEAST_WORDS ? undefined : { digest: hash(task), words: fieldWords(task, wording) ?? [] };
}

export function areAlike(a: GivenTask, b: GivenTask): boolean {
  return a.digest === b.digest || sharedWords(a.words, b.words) >= ALIKE;
}
