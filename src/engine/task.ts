import type { Hash } from './signature';
import { withoutVolatile } from './volatile';

/** A task that a call gives to a sub-agent, in digests. */
export interface GivenTask {
  /** Equal for tasks of the same words. */
  readonly digest: string;
  /** The smallest hashes of the task's runs of words: tasks that have most of them in common are nearly equal. */
  readonly sketch: readonly number[];
}

/** A task of a conversation, with who gave it. */
export interface RecordedTask extends GivenTask {
  /** The sub-agent that gave it; undefined for the main agent. */
  readonly agent?: string | undefined;
  /** The call and its round, as the agent numbers them. */
  readonly index: number;
  readonly round: number;
}

const SPAWNING_NAME = /^(?:(?:run|start|spawn|dispatch|create|new|launch)_?)?(?:sub_?agents?|agents?|task)$|^delegate/i;
const KIND_FIELD = /^(?:sub_?)?agent_?(?:type|name)$/i;
const TASK_FIELD = /^(?:prompt|task|message|instructions?)$/i;

/** Shorter tasks ("continue", "go on") are steps of a talk, and words of no language (a sealed text) tell nothing. */
const LEAST_WORDS = 5;
const READ_CHARACTERS = 8000;

const RUN_LENGTH = 3;
const SKETCH_SIZE = 32;
const ALIKE = 0.7;

/**
 * The task that a call gives to a sub-agent, by two of three signs: what the tool is called, a field for the kind of
 * agent, a text of several words for it.
 * @param value the arguments, parsed
 * @returns undefined for a call that gives none
 */
export function taskOf(tool: string, value: unknown, hash: Hash): GivenTask | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return undefined;
  }
  const fields = Object.entries(value);
  const text = fields.find(
    (field): field is [string, string] => TASK_FIELD.test(field[0]) && typeof field[1] === 'string',
  )?.[1];
  if (text === undefined || !(SPAWNING_NAME.test(tool) || fields.some(([name]) => KIND_FIELD.test(name)))) {
    return undefined;
  }
  const words = wordsOf(text);
  return words.length < LEAST_WORDS ? undefined : { digest: hash(words.join(' ')), sketch: sketchOf(words) };
}

/** Whether two tasks have most of their words in common, in the same order. */
export function areAlike(a: GivenTask, b: GivenTask): boolean {
  if (a.digest === b.digest) {
    return true;
  }
  const union = [...new Set([...a.sketch, ...b.sketch])].sort((x, y) => x - y).slice(0, SKETCH_SIZE);
  const shared = union.filter((each) => a.sketch.includes(each) && b.sketch.includes(each)).length;
  return union.length > 0 && shared / union.length >= ALIKE;
}

function wordsOf(text: string): string[] {
  return withoutVolatile(text.slice(0, READ_CHARACTERS)).toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function sketchOf(words: readonly string[]): number[] {
  const runs = words.map((_, at) => words.slice(at, at + RUN_LENGTH).join(' '));
  return [...new Set(runs.map(smallHash))].sort((a, b) => a - b).slice(0, SKETCH_SIZE);
}

/** FNV-1a, 32 bits: good enough to tell runs of words apart, and no text can be had back from it. */
function smallHash(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  }
  return hash >>> 0;
}
