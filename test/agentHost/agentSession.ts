// A chat with one harness of the Agent Host.
import { join } from 'node:path';
import type { AgentWindow } from './agentWindow';
import { type Harness, HARNESSES, type RecordedCall } from './harness';
import type { ModelRequest } from './model/request';
import { type Script, type ScriptedCall } from './model/step';
import { pause, until } from './wait';

/** A turn that was stopped has no last answer: it is over when the model has not been asked for so long. */
const QUIET_MS = 8_000;
/** The same where the harness says that the turn was stopped. */
const QUIET_AFTER_STOP_MS = 1_500;
/** The harness ends its turn a little after it has written down the last answer; a prompt must not come before. */
const AFTERMATH_MS = 400;

/** One prompt and what came of it. */
export interface Turn {
  /** What the model was sent in this turn, sub-agents' requests not included. */
  readonly requests: readonly ModelRequest[];
  /** The results of this turn's calls as the model read them, each with what the harness added right behind it. */
  readonly results: readonly string[];
  /** Whether the turn ended with a text of the model; false where a call ended it, or something stopped it. */
  readonly finished: boolean;
}

export class AgentSession {
  readonly #window: AgentWindow;
  readonly #harness: Harness;
  readonly #keys: string[] = [];

  /** Call `window.newSession` instead. */
  constructor(window: AgentWindow, harness: keyof typeof HARNESSES) {
    this.#window = window;
    this.#harness = HARNESSES[harness];
  }

  /** The call that reads a file of the window's folder. Its result holds `FILE_TEXT`. */
  read(file: string): ScriptedCall[] {
    return [this.#harness.read(join(this.#window.folder, file))];
  }

  /** Sends a prompt, plays the script to whoever answers it, and waits for the end of the turn. */
  async prompt(text: string, script: Script, isKey = false): Promise<Turn> {
    await this.send(text, script, isKey);
    return this.turn();
  }

  /**
   * Sends a prompt and waits only until the model is asked. The session must be the one that is shown.
   * @param isKey whether the model knows the script by this prompt: no other one of the rig may contain it
   */
  async send(text: string, script: Script, isKey = false): Promise<void> {
    const key = this.#window.rig.model.play(script, isKey ? text : undefined);
    const query = isKey ? text : `${text} ${key}`;
    this.#keys.push(key);
    const before = this.#requests(key).length;
    await this.#window.start('workbench.action.chat.open', { query });
    const isAsked = (): boolean => this.#requests(key).length > before;
    await until('the first request', isAsked).catch(async (error: unknown) => {
      const shown = `${await this.#window.readChat()}\nUnsent: ${await this.#window.chatInput()}`;
      throw new Error(`${String(error)}. The chat shows:\n${shown}`);
    });
  }

  /** The latest turn, when it is over. */
  async turn(): Promise<Turn> {
    const key = this.#keys.at(-1) ?? '';
    await until('the end of the turn', () => this.#isOver(key));
    await pause(AFTERMATH_MS);
    const requests = this.#requests(key);
    return {
      requests,
      results: resultsIn(requests, key),
      finished: typeof requests.at(-1)?.answer === 'string',
    };
  }

  /** All calls of this session that ran, and succeeded, by the harness's own record. */
  executedCalls(): readonly RecordedCall[] {
    return this.calls().filter(({ succeeded }) => succeeded === true);
  }

  /** All calls of this session, with those that were denied. Sub-agents' calls are those of their tasks. */
  calls(): readonly RecordedCall[] {
    const record = this.record();
    return record === undefined ? [] : this.#harness.callsIn(record);
  }

  /** What the harness itself writes down of this session, as lines of JSON; undefined before its first prompt. */
  record(): string | undefined {
    return this.#harness.records(this.#window.rig.home).find((text) => this.#keys.some((key) => text.includes(key)));
  }

  #requests(key: string): readonly ModelRequest[] {
    return this.#window.rig.model.requests(key);
  }

  #isOver(key: string): boolean {
    const last = this.#requests(key).at(-1);
    if (last === undefined) {
      return false;
    }
    const record = this.record() ?? '';
    const ofTurn = record.slice(record.indexOf(key));
    if (typeof last.answer === 'string' && last.isLast) {
      return ofTurn.includes(JSON.stringify(last.answer));
    }
    const quietMs = Date.now() - last.at - this.#window.rig.model.delayMs;
    return quietMs > (ofTurn.includes(this.#harness.stopMark) ? QUIET_AFTER_STOP_MS : QUIET_MS);
  }
}

function resultsIn(requests: readonly ModelRequest[], key: string): string[] {
  const entries = requests.at(-1)?.entries ?? [];
  const results: string[] = [];
  for (const entry of entries.slice(entries.findLastIndex(({ text }) => text.includes(key)) + 1)) {
    if (entry.role === 'tool') {
      results.push(entry.text);
    } else if (entry.role === 'user' && results.length > 0) {
      results.push(`${results.pop()}\n${entry.text}`);
    }
  }
  return results;
}
