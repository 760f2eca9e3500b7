import { BoundedMap } from '../../engine/boundedMap';
import { parseArguments } from '../../engine/canonical';
import { digestOf } from '../files/hash';
import type { HookCall, HookInput } from './input';

/** The tools with which a model has a prompt submitted later, word for word, and the argument that is the prompt. */
const SCHEDULING_TOOLS: Readonly<Record<string, string>> = {
  // Claude Code 2.1.330.
  ScheduleWakeup: 'prompt',
  CronCreate: 'prompt',
};

/** How many prompts of a session are remembered; the one first seen is forgotten first. */
const REMEMBERED_PROMPTS = 50;

type UserPrompt = Extract<HookInput, { event: 'userPrompt' }>;

/**
 * The prompts that the model of a session has scheduled, as digests. No hook input tells them from messages: a person
 * who types the very same text is taken for the program.
 */
export class ScheduledPrompts {
  readonly #digests: BoundedMap<string, true>;

  constructor(digests: readonly string[] = []) {
    this.#digests = new BoundedMap(REMEMBERED_PROMPTS);
    digests.forEach((digest) => this.#digests.set(digest, true));
  }

  /** The digests to store; undefined if there are none. */
  get state(): readonly string[] | undefined {
    return this.#digests.size === 0 ? undefined : [...this.#digests.keys()];
  }

  /** Takes note of a call of the main agent that may schedule a prompt. */
  called({ tool, agentId, arguments: callArguments }: Pick<HookCall, 'tool' | 'agentId' | 'arguments'>): void {
    if (agentId !== undefined || !Object.hasOwn(SCHEDULING_TOOLS, tool)) {
      return;
    }
    const fields = parseArguments(callArguments) as Readonly<Record<string, unknown>> | null | undefined;
    const prompt = fields?.[SCHEDULING_TOOLS[tool] ?? ''];
    if (typeof prompt === 'string') {
      this.#digests.set(keyOf(prompt), true);
    }
  }

  /** What a prompt is: a turn that no person began if the model has scheduled it, otherwise a message. */
  read(input: UserPrompt): UserPrompt | Extract<HookInput, { event: 'woken' }> {
    const { prompt, ...rest } = input;
    return this.#digests.has(keyOf(prompt)) ? { ...rest, event: 'woken', notice: prompt } : input;
  }
}

function keyOf(prompt: string): string {
  return digestOf(prompt.trim());
}
