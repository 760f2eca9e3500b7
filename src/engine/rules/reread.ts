import { succeeded } from '../facts/outcome';
import type { WindowEntry } from '../ledger/entry';
import { defineDetector } from './detector';
import type { Evidence } from '../ledger/evidence';
import { type Gain, mayBeProgress } from '../ledger/gain';
import { count } from './setting';
import type { LineSpan } from '../facts/lineSpan';

/**
 * One file read again in different parts that were all read before.
 *
 * Why it is a loop: the model already has these lines. A different range adds nothing, and after a call that adds
 * nothing, the model makes the next one.
 * What keeps it from being one: a line that was not read yet, so paging forward never counts; a new result of any other
 * call, such as an edit that may have changed the lines; a known range with a different result. The checked call itself
 * must also ask for known lines: one that may bring something new never gets a warning.
 */
export const reread = defineDetector({
  id: 'reread',
  settings: {
    maxRereads: count(
      // Reading a part again, and then a smaller one, is how an edit is prepared.
      4,
      'Number of times an agent reads lines it already knows from one file before a warning. Twice as many count ' +
        'as a loop.',
    ),
  },
  rules: {
    reread: {
      limit: 'maxRereads',
      patience: 2,
      comparison: 'either',
      told: {
        did: 'The agent re-read lines of the same file {before} times.',
        blocked: 'The next read, {call}, was blocked.',
        once: { did: 'The agent read lines it already had.' },
      },
    },
  },
  texts: {
    name: 'Same lines re-read',
    meaning: 'The agent keeps reading parts of a file that it has already read.',
    pattern: '{tool} invoked {count} times with no pause over {ttlSeconds}s for lines that were already read',
    loops: 'same lines re-read',
    option: 'Re-reading parts of a file without any new lines.',
    finds: 'one file read again in different parts, with no new line',
    likely: '{maxRereads} read of known lines',
    why: 'the model already has these lines; a different range adds nothing',
    unless:
      'a line that wasn’t read before (paging forward never counts); a new result of any other call; a changed result',
  },

  *tally(evidence) {
    const { candidate, history, rounds } = evidence;
    const { reads } = candidate;
    if (reads === undefined || !history.some((call) => call.reads?.target === reads.target)) {
      return;
    }
    const { row, known } = readAgain(evidence, reads.target);
    // The identical call alone belongs to `repeat`.
    const isSame = row.every((call) => call.signature === candidate.signature);
    if (!isSame && !rounds.siblingsHaveProgress && known.includes(reads)) {
      yield { rule: 'reread', row, results: 'same' };
    }
  },
});

/** The newest rounds that read known lines of the target, one call of each, oldest first; and all lines read of it. */
function readAgain({ rounds, candidate }: Evidence, target: string): { row: WindowEntry[]; known: Lines } {
  const known = new Map<string, Lines>();
  let row: WindowEntry[] = [];
  // After a compaction, these lines are no longer known.
  const kept = rounds.oldestFirst.filter(([first]) => first.compactions === candidate.compactions);
  for (const round of kept) {
    const again = round.find((call) => call.reads?.target === target && call.outcome !== undefined);
    const news = round.filter((call) => isNews(call, rounds.gainOf(call), known));
    if (news.length > 0) {
      row = [];
    } else if (again !== undefined) {
      row.push(again);
    }
  }
  return { row, known: known.get(target) ?? new Lines() };
}

/** News is a line that was not read yet, or any result of a call that may have changed a file. */
function isNews({ outcome, reads }: WindowEntry, gain: Gain, known: Map<string, Lines>): boolean {
  if (!mayBeProgress(gain)) {
    return false;
  }
  if (reads === undefined) {
    known.clear();
    return true;
  }
  if (outcome === undefined || !succeeded(outcome)) {
    return false;
  }
  const ofTarget = (gain === 'changed' ? undefined : known.get(reads.target)) ?? new Lines();
  known.set(reads.target, ofTarget);
  return ofTarget.add(reads, outcome.lines) || gain === 'changed';
}

class Lines {
  #spans: readonly { readonly from: number; readonly to: number }[] = [];
  /** The last reading up to the end brought nothing new. */
  #endIsKnown = false;

  /** How far a span up to the end goes is only known from earlier readings. */
  includes({ from, to }: LineSpan): boolean {
    return to === undefined ? this.#endIsKnown && this.#has(from, from) : this.#has(from, to);
  }

  /** `told`: how many lines the answer has. Returns whether any of them had not been read before. */
  add({ from, to }: LineSpan, told: number | undefined): boolean {
    const answered = told === undefined ? to : Math.min(to ?? Infinity, from + Math.max(1, told) - 1);
    if (answered === undefined) {
      return true;
    }
    const isNew = !this.#has(from, answered);
    if (to === undefined) {
      this.#endIsKnown = !isNew;
    }
    this.#join(from, answered);
    return isNew;
  }

  #has(from: number, to: number): boolean {
    return this.#spans.some((span) => span.from <= from && to <= span.to);
  }

  /** Spans that touch become one. */
  #join(from: number, to: number): void {
    const apart = this.#spans.filter((span) => span.to + 1 < from || to + 1 < span.from);
    const touching = [{ from, to }, ...this.#spans.filter((span) => !apart.includes(span))];
    const [firsts, lasts] = [touching.map((span) => span.from), touching.map((span) => span.to)];
    this.#spans = [...apart, { from: Math.min(...firsts), to: Math.max(...lasts) }];
  }
}
