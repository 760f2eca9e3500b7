import type { TokenCount } from '../../core/scan/sessionScan';
import { type ModelName, type Moment, MOMENT_NAMES, noted } from '../../engine/facts/call';
import { parseArguments } from '../../engine/values/canonical';
import { isRefusal, withoutNotes } from './ownWords';
import { describeOutcome, outcomeText } from '../../engine/facts/outcome';
import type { RecordedCall } from '../../engine/replay';
import { digestOf } from '../files/hash';

export interface SessionHead {
  readonly id: string;
  readonly source: string;
  readonly sessionType?: string | undefined;
  /** The model that it used last, where the recording tells. */
  readonly model?: ModelName | undefined;
  /** When it was last written, where its file holds several; milliseconds since 1970. */
  readonly modifiedMs?: number | undefined;
}

export interface RecordedSession extends SessionHead {
  readonly calls: readonly RecordedCall[];
}

export interface BrokenLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly reason: string;
  /** All of the file is meant: it is of no known kind of session, nothing stands in it, or its calls are not told. */
  readonly about?: 'unknown' | 'empty' | 'calls';
}

export interface CallListener {
  /** Takes the next call, in the order of the calls, with the model that had answered by then. */
  readonly call: (call: RecordedCall, model: ModelName | undefined) => void;
  /** Takes what an answer of the model took, as often as the log tells of it: the last count of a round holds. */
  readonly tokens?: (round: string, count: TokenCount, model: ModelName | undefined) => void;
  /** A person's own text for the model, by which a refusal is recognized, see {@link isRefusal}. */
  readonly guidance?: string | undefined;
  /** Whether to tell all that the log holds; else what the agent's hooks tell, and is read where they don't. */
  readonly isIdeal?: boolean | undefined;
}

type LoggedCall = Pick<RecordedCall, 'tool' | 'arguments' | 'folder' | 'round' | 'atMs' | 'moment'>;

/** A call that is not told yet, for its answer or that of a call before it is still to come. */
interface Held {
  readonly callId: string;
  call: RecordedCall;
  isSettled: boolean;
}

/** After this many others, a call without an answer is passed on without one, so that memory is bounded. */
const MAX_PENDING = 200;

/**
 * Puts the calls of a session log together as the log is read: calls and their results stand in lines of their own. A
 * call is told once its result is known and all calls before it have been told.
 */
export class SessionBuilder {
  #held: Held[] = [];
  readonly #open = new Map<string, Held>();
  #afterUserMessage = false;
  #model: ModelName | undefined;
  #moments = 0;
  #round = '';
  #isEmpty = true;

  constructor(private readonly listener: CallListener) {}

  /** Whether all that the log holds is told, and not only what hooks tell. */
  get isIdeal(): boolean {
    return this.listener.isIdeal === true;
  }

  get model(): ModelName | undefined {
    return this.#model;
  }

  /** Nothing is known to have been said or done. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  userMessage(): void {
    this.#isEmpty = false;
    this.#afterUserMessage = true;
  }

  /** @param round equal for calls of one turn of the model */
  call(callId: string, call: LoggedCall): void {
    // Of two calls with one id the later one gets the answer.
    this.settle(callId);
    this.#isEmpty = false;
    this.#round = call.round ?? this.#round;
    const held: Held = {
      callId,
      call: recordedCall(call, this.#afterUserMessage, undefined),
      isSettled: false,
    };
    this.#held.push(held);
    this.#open.set(callId, held);
    this.#afterUserMessage = false;
    if (this.#held.length > MAX_PENDING) {
      this.#tellFirst();
      this.#tellSettled();
    }
  }

  /**
   * Something happened to the agent that is no call.
   * @param notice what the prompt says that began the turn, without ids that are other ones each time
   */
  moment(moment: Moment, atMs: number, notice?: string): void {
    const id = `moment ${this.#moments++}`;
    const told = moment === 'woken' && notice !== undefined ? noted(notice, digestOf) : {};
    this.call(id, { tool: MOMENT_NAMES[moment], arguments: told, round: id, atMs, moment });
    this.settle(id);
  }

  /**
   * What became of a call; of a call that is not known nothing is noted. What the guard itself said is no result: a
   * call that it refused has none, and its notes next to a result are not the tool's.
   * @param text undefined when nobody could see it
   * @param doneMs when its answer came, on the clock of the calls; undefined when the log does not say
   */
  outcome(callId: string, text: unknown, isError: boolean, doneMs?: number): void {
    const held = this.#open.get(callId);
    const said = outcomeText(text);
    if (held !== undefined && isRefusal(said, this.listener.guidance)) {
      held.call = { ...held.call, isRefused: true };
    } else if (held !== undefined && text === undefined && !isError) {
      held.call = { ...held.call, isUnseen: true };
    } else if (held !== undefined) {
      const told = withoutNotes(said);
      const result = told === said ? text : told;
      const outcome = describeOutcome(result, isError, digestOf, parseArguments(held.call.arguments), held.call.tool);
      held.call = recordedCall(held.call, held.call.afterUserMessage, outcome, result, doneMs);
    }
    this.settle(callId);
  }

  /** No hook was asked about a call, as its answer shows: it is none for the guard. */
  withdraw(callId: string): void {
    const withdrawn = this.#open.get(callId);
    const at = withdrawn === undefined ? -1 : this.#held.indexOf(withdrawn);
    if (at < 0) {
      return;
    }
    this.#held.splice(at, 1);
    this.#open.delete(callId);
    const next = this.#held[at];
    if (next === undefined) {
      this.#afterUserMessage ||= withdrawn?.call.afterUserMessage === true;
    } else if (withdrawn?.call.afterUserMessage === true) {
      next.call = { ...next.call, afterUserMessage: true };
    }
    this.#tellSettled();
  }

  settle(callId: string): void {
    const held = this.#open.get(callId);
    if (held !== undefined) {
      held.isSettled = true;
      this.#open.delete(callId);
      this.#tellSettled();
    }
  }

  /** The model that answered, by its id; the last one is the session's. */
  answeredBy(vendor: string, id: string | undefined): void {
    if (id !== undefined && this.#model?.id !== id) {
      this.#model = { vendor, family: id, id };
    }
  }

  /** @param round left out: that of the latest call */
  tokens(count: TokenCount | undefined, round = this.#round): void {
    if (count !== undefined) {
      this.listener.tokens?.(round, count, this.#model);
    }
  }

  end(): void {
    while (this.#held.length > 0) {
      this.#tellFirst();
    }
  }

  #tellSettled(): void {
    while (this.#held[0]?.isSettled === true) {
      this.#tellFirst();
    }
  }

  #tellFirst(): void {
    const first = this.#held.shift();
    if (first !== undefined) {
      if (!first.isSettled) {
        this.#open.delete(first.callId);
      }
      this.listener.call(first.call, this.#model);
    }
  }
}

/** Written out field by field: copying a call takes several times as long. */
function recordedCall(
  { tool, arguments: given, folder, round, atMs, moment }: LoggedCall,
  afterUserMessage: boolean,
  outcome: RecordedCall['outcome'],
  result?: unknown,
  doneMs?: number,
): RecordedCall {
  return { tool, arguments: given, folder, round, atMs, moment, afterUserMessage, outcome, result, doneMs };
}
