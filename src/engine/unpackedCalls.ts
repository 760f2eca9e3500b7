import type { Compression } from './ports';

/** The calls of one window. */
interface Unpacked {
  /** Packs them as small as can be; possible at any time. */
  rest(): void;
}

/** So many windows are unpacked at once: an unpacked one takes up to six times the memory of one that rests. */
const MOST_UNPACKED = 12;

/** The windows of a guard that were asked for last. When there are too many, the one asked for longest ago rests. */
export class UnpackedCalls {
  /** Asked last last. */
  readonly #all = new Set<Unpacked>();
  #newest: Unpacked | undefined;

  /** @param compression for the windows that rest */
  constructor(readonly compression?: Compression) {}

  /** Takes note that somebody has asked for these calls. They may stay unpacked until {@link Unpacked.rest}. */
  asked(calls: Unpacked): void {
    if (calls === this.#newest) {
      return;
    }
    this.#newest = calls;
    this.#all.delete(calls);
    this.#all.add(calls);
    if (this.#all.size > MOST_UNPACKED) {
      for (const oldest of this.#all) {
        this.#all.delete(oldest);
        oldest.rest();
        return;
      }
    }
  }

  /** Takes note that there is nothing to pack in these calls. */
  packed(calls: Unpacked): void {
    if (this.#all.delete(calls) && this.#newest === calls) {
      this.#newest = undefined;
    }
  }
}
