import { parseArguments } from './canonical';
import { withoutComments } from './comments';
import { isEdit } from './edits';
import { handlesOf } from './handles';
import { keptArguments } from './signature';
import { asksToWait, checkOf, ownLimitMs } from './waitingSigns';
import type { CallSigns, WindowEntry } from './window';

/** The signs of a call in the window, each read when it is first asked for: most calls are asked for none. */
export function signsOf(entry: WindowEntry): CallSigns {
  entry.signs ??= new ReadSigns(entry.tool, entry.argumentsValue);
  return entry.signs;
}

/** Whether signs are read from the arguments, so that they can be read again. */
export function areRead(signs: CallSigns): boolean {
  return signs instanceof ReadSigns;
}

/** The signs of a call by its arguments as a surface gave them, as the window would read them. */
export function signsOfCall(tool: string, given: unknown): CallSigns {
  const kept = keptArguments(withoutComments(parseArguments(given)));
  return {
    asksToWait: asksToWait(tool, kept),
    limitMs: ownLimitMs(kept),
    check: checkOf(kept),
    edits: isEdit(tool, kept),
    handles: handlesOf(kept),
  };
}

/** The signs of a call whose arguments are at hand, or of one whose arguments are too large to be kept. */
class ReadSigns implements CallSigns {
  /** Null: not asked for yet. */
  #asksToWait: CallSigns['asksToWait'] | null = null;
  #limitMs: number | undefined | null = null;
  #check: CallSigns['check'] | null = null;
  #edits: boolean | null = null;
  #handles: readonly string[] | null = null;

  /** @param value the parsed arguments; undefined when they are not kept */
  constructor(
    private readonly tool: string,
    private readonly value: unknown,
  ) {}

  get asksToWait(): CallSigns['asksToWait'] {
    if (this.#asksToWait === null) {
      this.#asksToWait = asksToWait(this.tool, this.value);
    }
    return this.#asksToWait;
  }

  get limitMs(): number | undefined {
    if (this.#limitMs === null) {
      this.#limitMs = ownLimitMs(this.value);
    }
    return this.#limitMs;
  }

  get check(): CallSigns['check'] {
    if (this.#check === null) {
      this.#check = checkOf(this.value);
    }
    return this.#check;
  }

  get edits(): boolean {
    this.#edits ??= isEdit(this.tool, this.value);
    return this.#edits;
  }

  get handles(): readonly string[] {
    this.#handles ??= handlesOf(this.value);
    return this.#handles;
  }
}
