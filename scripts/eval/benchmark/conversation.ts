import type { RecordedCall } from './recordedCall';

type Call = { -readonly [Key in keyof RecordedCall]: RecordedCall[Key] };

type Answer = Pick<RecordedCall, 'result' | 'isError' | 'doneAt'>;

export class Conversation {
  readonly #calls: Call[] = [];
  readonly #open = new Map<string, Call>();
  /** Answers that come before their calls, because parallel work is recorded in any order. */
  readonly #early = new Map<string, Answer>();
  #turn: number;
  #answer: string | undefined;
  #userSpoke: boolean;

  /** @param turn of the model's first answer @param userSpoke if the recording begins with a call */
  constructor(turn = 0, userSpoke = true) {
    this.#turn = turn - 1;
    this.#userSpoke = userSpoke;
  }

  user(): void {
    this.#userSpoke = true;
  }

  /** @param id equal for all parts of one answer */
  assistant(id?: string): void {
    if (id === undefined || id !== this.#answer) {
      this.#turn++;
    }
    this.#answer = id;
  }

  /** @param id names the call for its answer; without it, the order decides */
  call(
    call: Pick<RecordedCall, 'name' | 'arguments'> & Partial<Pick<RecordedCall, 'timestamp' | 'turn' | 'agent'>>,
    id?: string,
  ): void {
    const made: Call = { turn: this.#turn, ...call, userTurnBefore: this.#userSpoke };
    this.#userSpoke = false;
    this.#calls.push(made);
    if (id !== undefined) {
      this.#open.set(id, made);
      Object.assign(made, this.#early.get(id));
    }
  }

  answer(result: Answer, id?: string): void {
    const call = id === undefined ? this.#calls.find(isOpen) : this.#open.get(id);
    if (call === undefined && id !== undefined) {
      this.#early.set(id, result);
    } else if (call !== undefined && isOpen(call)) {
      Object.assign(call, result);
    }
  }

  get calls(): RecordedCall[] {
    return this.#calls;
  }
}

const isOpen = ({ result }: Call): boolean => result === undefined;
