import type { LineSpan } from '../facts/lineSpan';

/** The lines of one thing that were read. */
export class Lines {
  #spans: { from: number; to: number }[] = [];
  /** The last reading up to the end told nothing that was not read before. */
  #endIsKnown = false;

  /** Whether all lines of a span were read; of one up to the end as far as an earlier reading shows. */
  includes({ from, to }: LineSpan): boolean {
    return to === undefined ? this.#endIsKnown && this.#has(from, from) : this.#has(from, to);
  }

  /**
   * Records lines that were read.
   * @param told how many lines the answer has; undefined when nobody knows
   * @returns whether any of them had not been read before
   */
  add({ from, to }: LineSpan, told: number | undefined): boolean {
    const answered = told === undefined ? to : Math.min(to ?? Infinity, from + Math.max(1, told) - 1);
    if (answered === undefined) {
      return true;
    }
    const isNew = !this.#has(from, answered);
    if (to === undefined) {
      this.#endIsKnown = !isNew;
    }
    this.#spans = merged([...this.#spans, { from, to: answered }]);
    return isNew;
  }

  #has(from: number, to: number): boolean {
    return this.#spans.some((span) => span.from <= from && to <= span.to);
  }
}

function merged(spans: readonly { from: number; to: number }[]): { from: number; to: number }[] {
  const ordered = spans.toSorted((a, b) => a.from - b.from);
  const result: { from: number; to: number }[] = [];
  for (const span of ordered) {
    const last = result.at(-1);
    if (last !== undefined && span.from <= last.to + 1) {
      last.to = Math.max(last.to, span.to);
    } else {
      result.push({ ...span });
    }
  }
  return result;
}
