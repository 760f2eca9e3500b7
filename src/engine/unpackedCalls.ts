/** The calls of one window, which can be packed at any time. */
interface Unpacked {
  pack(): void;
}

/** So many windows are unpacked at once: an unpacked one takes three times the memory of a packed one. */
const MOST_UNPACKED = 16;

/** The windows of a guard that are unpacked. When there are too many, the one that was asked last longest ago is packed. */
export class UnpackedCalls {
  /** Asked last last. */
  readonly #all = new Set<Unpacked>();
  #newest: Unpacked | undefined;

  /** Takes note that somebody has asked for these calls. They are unpacked until {@link Unpacked.pack} is called. */
  asked(calls: Unpacked): void {
    if (calls === this.#newest) {
      return;
    }
    this.#newest = calls;
    this.#all.delete(calls);
    this.#all.add(calls);
    if (this.#all.size > MOST_UNPACKED) {
      for (const oldest of this.#all) {
        oldest.pack();
        this.#all.delete(oldest);
        return;
      }
    }
  }

  /** Takes note that these calls are not unpacked any more. */
  packed(calls: Unpacked): void {
    if (this.#all.delete(calls) && this.#newest === calls) {
      this.#newest = undefined;
    }
  }
}
