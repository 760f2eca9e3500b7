import { ConversationSettings } from '../src/core/settings/conversationSettings';
import { Guard } from '../src/engine/guard';
import { parseConfiguration } from '../src/core/settings/parse';
import { digestOf } from '../src/node/files/hash';
import type { BenchCall } from './calls';

export type Answers = 'new' | 'same' | 'failing';

const SECOND = 1000;

interface Options {
  readonly answers: Answers;
  readonly conversations?: number;
  /** In lines; short if only verdicts are timed, because describing results leaves garbage behind. */
  readonly resultLines?: number;
}

/** With default settings, the calls one second apart. Each call may run, so every call of a loop is checked. */
export class BenchGuard {
  readonly #guard = new Guard({
    hash: digestOf,
    settingsFor: new ConversationSettings(() => CONFIGURATION).settingsFor,
    report: () => {},
    observeOnly: true,
  });
  #calls = 0;
  #nowMs = START_MS;
  #conversation = '';
  #id = '';
  readonly #result: string;

  constructor(private readonly options: Options) {
    this.#result = RESULT.repeat(options.resultLines ?? 2);
    this.#next();
  }

  check({ tool, arguments: given }: BenchCall): void {
    this.#guard.check(this.#conversation, { id: this.#id, tool, arguments: given }, this.#nowMs);
  }

  record(): void {
    const { answers } = this.options;
    const beginning = { new: `Result ${this.#calls}: `, same: 'Result: ', failing: 'Error: cannot do that. ' }[answers];
    this.#guard.record(this.#conversation, {
      callId: this.#id,
      result: beginning + this.#result,
      isError: answers === 'failing',
    });
    this.#next();
  }

  #next(): void {
    this.#calls += 1;
    const conversations = this.options.conversations ?? 1;
    this.#conversation = asRead(`conversation-${this.#calls % conversations}`);
    if (this.#calls % conversations === 0) {
      this.#nowMs += SECOND;
    }
    this.#id = asRead(`call-${this.#calls}`);
  }
}

/** Read from JSON, as in real use. A concatenated string would be flattened in memory when first used. */
function asRead(text: string): string {
  return JSON.parse(`"${text}"`) as string;
}

const CONFIGURATION = parseConfiguration({});
/** A date, as in real use: too large for a small integer. */
const START_MS = 1_760_000_000_000;
const RESULT = 'The file has 120 lines.\n';
