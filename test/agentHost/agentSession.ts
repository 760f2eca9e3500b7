import { join } from 'node:path';
import type { AgentWindow } from './agentWindow';
import { type Harness, HARNESSES, type RecordedCall } from './harness';
import type { ModelRequest } from './model/request';
import { type Script, type ScriptedCall } from './model/step';
import { pause, until } from './wait';

/** A stopped turn has no last answer. It is over when the model hasn't been asked for this long. */
const QUIET_MS = 8_000;
/** If the harness reports that the turn was stopped. */
const QUIET_AFTER_STOP_MS = 1_500;
/** The harness ends its turn a little after recording the last answer; the next prompt must come later. */
const AFTERMATH_MS = 400;

export interface Turn {
  readonly requests: readonly ModelRequest[];
  /** The results of this turn's calls as the model read them, each with what the harness added after it. */
  readonly results: readonly string[];
  /** Whether the turn ended with a text of the model; false if a call ended it, or something stopped it. */
  readonly finished: boolean;
}

export class AgentSession {
  readonly #window: AgentWindow;
  readonly #harness: Harness;
  readonly #keys: string[] = [];

  constructor(window: AgentWindow, harness: keyof typeof HARNESSES) {
    this.#window = window;
    this.#harness = HARNESSES[harness];
  }

  /** A call that reads a file of the window's folder. Its result contains `FILE_TEXT`. */
  read(file: string): ScriptedCall[] {
    return [this.#harness.read(join(this.#window.folder, file))];
  }

  async prompt(text: string, script: Script, isKey = false): Promise<Turn> {
    await this.send(text, script, isKey);
    return this.turn();
  }

  /**
   * Waits only until the model is asked. The session must be visible.
   * @param isKey whether this prompt identifies the script; no other prompt of the rig may contain it
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

  /** Calls that ran and succeeded, according to the harness. */
  executedCalls(): readonly RecordedCall[] {
    return this.calls().filter(({ succeeded }) => succeeded === true);
  }

  /** All calls of this session, including denied ones. Subagents' calls are those of their tasks. */
  calls(): readonly RecordedCall[] {
    const record = this.record();
    return record === undefined ? [] : this.#harness.callsIn(record);
  }

  /** The harness's own record of this session, as lines of JSON; undefined before the first prompt. */
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
