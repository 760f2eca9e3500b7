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
  readonly model?: ModelName | undefined;
  /** When the session was last written, if its file contains several; milliseconds since 1970. */
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
  /** The whole file is meant: its kind is unknown, it is empty, or its calls can't be read. */
  readonly about?: 'unknown' | 'empty' | 'calls';
}

export interface CallListener {
  /** Called in the order of the calls, with the model that had answered by then. */
  readonly call: (call: RecordedCall, model: ModelName | undefined) => void;
  /** May be called several times for a round: the last count applies. */
  readonly tokens?: (round: string, count: TokenCount, model: ModelName | undefined) => void;
  /** A user's own text for the model, to recognize a refusal by, see {@link isRefusal}. */
  readonly guidance?: string | undefined;
  /** Whether to report everything in the log; otherwise what hooks get, or read if they don't get it. */
  readonly isIdeal?: boolean | undefined;
}

type LoggedCall = Pick<RecordedCall, 'tool' | 'arguments' | 'folder' | 'round' | 'atMs' | 'moment'>;

/** A call that isn't reported yet, because its answer or an earlier call's is still missing. */
interface Held {
  readonly callId: string;
  call: RecordedCall;
  isSettled: boolean;
}

/** A call without an answer is passed on after this many others, so that memory is bounded. */
const MAX_PENDING = 200;

/** Combines calls and results, which are separate lines. Reports calls in order, once their results are known. */
export class SessionBuilder {
  #held: Held[] = [];
  readonly #open = new Map<string, Held>();
  #afterUserMessage = false;
  #model: ModelName | undefined;
  #moments = 0;
  #round = '';
  #isEmpty = true;

  constructor(private readonly listener: CallListener) {}

  get isIdeal(): boolean {
    return this.listener.isIdeal === true;
  }

  get model(): ModelName | undefined {
    return this.#model;
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  userMessage(): void {
    this.#isEmpty = false;
    this.#afterUserMessage = true;
  }

  call(callId: string, call: LoggedCall): void {
    // If two calls have the same id, the later one gets the answer.
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

  /** For events that aren't calls. @param notice the prompt that began the turn, without ids, which differ each time */
  moment(moment: Moment, atMs: number, notice?: string): void {
    const id = `moment ${this.#moments++}`;
    const told = moment === 'woken' && notice !== undefined ? noted(notice, digestOf) : {};
    this.call(id, { tool: MOMENT_NAMES[moment], arguments: told, round: id, atMs, moment });
    this.settle(id);
  }

  /**
   * Ignores unknown calls. The guard's own words are no result: a refused call has none, and its notes are removed.
   * @param text undefined if nobody could see it
   * @param doneMs when the answer came, on the clock of the calls; undefined if the log doesn't say
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

  /** The answer shows that no hook was asked about this call, so it doesn't exist for the guard. */
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

  /** The last model that answered is the session's. */
  answeredBy(vendor: string, id: string | undefined): void {
    if (id !== undefined && this.#model?.id !== id) {
      this.#model = { vendor, family: id, id };
    }
  }

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
