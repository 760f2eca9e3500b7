import type { ModelName } from '../../engine/call';
import { parseArguments } from '../../engine/canonical';
import { type Moment, MOMENT_NAMES } from '../../engine/moment';
import { describeOutcome } from '../../engine/outcome';
import type { RecordedCall } from '../../engine/replay';
import { digestOf } from '../files/hash';

/** A session that was recorded, by us or by another. */
export interface RecordedSession {
  readonly id: string;
  readonly source: string;
  /** What kind of session it was, where the recording tells. */
  readonly sessionType?: string | undefined;
  /** The model that it used last, where the recording tells. */
  readonly model?: ModelName | undefined;
  readonly calls: readonly RecordedCall[];
}

/** A line that is no session. */
export interface BrokenLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

/** Puts the calls of a session log together: calls and their results stand in lines of their own. */
export class SessionBuilder {
  readonly #calls: {
    call: RecordedCall;
    result: { readonly text: unknown; readonly isError: boolean; readonly doneMs: number | undefined } | undefined;
  }[] = [];
  readonly #open = new Map<string, number>();
  #afterUserMessage = false;
  #model: ModelName | undefined;

  /** A message of the person came. */
  userMessage(): void {
    this.#afterUserMessage = true;
  }

  /** @param round equal for calls of one turn of the model */
  call(callId: string, call: Pick<RecordedCall, 'tool' | 'arguments' | 'round' | 'atMs' | 'moment'>): void {
    this.#open.set(callId, this.#calls.length);
    this.#calls.push({
      call: { ...call, afterUserMessage: this.#afterUserMessage, outcome: undefined },
      result: undefined,
    });
    this.#afterUserMessage = false;
  }

  /** Something happened to the agent that is no call. */
  moment(moment: Moment, atMs: number): void {
    const place = this.#calls.length;
    this.call(`moment ${place}`, { tool: MOMENT_NAMES[moment], arguments: {}, round: `moment ${place}`, atMs, moment });
  }

  /**
   * What became of a call; of a call that is not known nothing is noted.
   * @param doneMs when its answer came, on the clock of the calls; undefined when the log does not say
   */
  outcome(callId: string, text: unknown, isError: boolean, doneMs?: number): void {
    const answered = this.#calls[this.#open.get(callId) ?? -1];
    if (answered !== undefined) {
      answered.result = { text, isError, doneMs };
    }
  }

  /** The model that answered, by its id; the last one is the session's. */
  answeredBy(vendor: string, id: string | undefined): void {
    this.#model = id === undefined ? this.#model : { vendor, family: id, id };
  }

  build(id: string, source: string): RecordedSession {
    const calls = this.#calls.map(({ call, result }) =>
      result === undefined
        ? call
        : {
            ...call,
            result: result.text,
            doneMs: result.doneMs,
            outcome: describeOutcome(result.text, result.isError, digestOf, parseArguments(call.arguments)),
          },
    );
    return { id, source, model: this.#model, calls };
  }
}
