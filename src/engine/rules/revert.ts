import type { WindowEntry } from '../ledger/entry';
import { defineDetector } from './detector';
import type { Evidence } from '../ledger/evidence';
import { count } from './setting';
import { succeeded } from '../facts/outcome';
import type { RecordedChange } from '../facts/call';

/**
 * A file is changed back and forth: edited, reverted, edited the same way again.
 *
 * Why it is a loop: each edit returns the file to earlier content, and the agent already knows what that content leads
 * to. The next edit reacts to the same problem with the same change.
 * What keeps it from being one: content that the file did not have before. Breaking a working program in different
 * ways and restoring it each time is how tests are tested: every second content is new, and the row ends there.
 * Reverting an edit once and restoring it shows that a test fails without it. A change by someone else in between (the
 * user, a formatter) excuses everything before it. Edits in other places of the file lead to different content.
 */
export const revert = defineDetector({
  id: 'revert',
  settings: {
    maxReverts: count(
      // Put in, taken out to see a test fail, put in again: that is two.
      3,
      'Number of edits in a row that return a file to earlier content before a warning. Twice as many count as a loop.',
    ),
  },
  rules: {
    revert: {
      limit: 'maxReverts',
      patience: 2,
      comparison: 'callBefore',
      texts: {
        told: {
          did: 'The agent edited a file back and forth: {before} edits restored an earlier version.',
          blocked: 'The next such edit, {call}, was blocked.',
          variants: {
            once: {
              did: 'The agent changed a file back to a version it had before.',
              blocked: 'The next such edit, {call}, was blocked.',
            },
          },
        },
      },
    },
  },
  texts: {
    name: 'Back-and-forth edits',
    meaning: 'The agent edits a file, reverts it, and makes the same edit again.',
    pattern: '{tool} returned a file to earlier content {count} times with no pause over {ttlSeconds}s',
    loops: 'edits back and forth',
  },
  documentation: {
    option: 'A file that is edited, reverted, and edited the same way again.',
    finds: 'a file that returns to earlier content, edit after edit',
    likely: '{maxReverts} edit in a row that restores earlier content',
    why: 'the agent already knows what this content leads to',
    unless: 'new content; a change to the file by someone else in between',
  },

  *tally(evidence) {
    const { changes = [] } = evidence.candidate;
    const files = [...new Set(changes.map(({ file }) => file))];
    const [row] = files.flatMap((file) => leadingBack(evidence, file) ?? []).toSorted((a, b) => b.length - a.length);
    if (row !== undefined) {
      yield { rule: 'revert', row };
    }
  },
});

/** @returns the newest edits that did so, oldest first; undefined if the checked one leads to new content */
function leadingBack({ candidate, history }: Evidence, file: string): [readonly WindowEntry[]] | undefined {
  const states = new FileStates(file);
  let row: WindowEntry[] = [];
  const calls = history.filter(
    ({ round, changes = [] }) => round !== candidate.round && changes.some((change) => change.file === file),
  );
  for (const [at, call] of calls.entries()) {
    const became = states.change(call, calls[at + 1] ?? candidate);
    if (became === 'back') {
      row.push(call);
    } else if (became !== undefined) {
      row = [];
    }
  }
  return states.leadsBack(candidate) === true ? [row] : undefined;
}

/**
 * Which contents a file had according to its changes. A content has a name: the digest of the whole content if it is
 * known, otherwise the replacements since it was last known. Two replacements that undo each other lead back to the
 * earlier name.
 */
class FileStates {
  readonly #seen = new Set<string>();
  /** The content after a call, by the content before it. */
  readonly #led = new Map<string, string>();
  #base = 0;
  /** The whole content before the replacements, if it is known. */
  #whole: string | undefined;
  #replaced: readonly Replacement[] = [];
  #now: string;
  /** The known content of the file after the last change. */
  #after: string | undefined;

  constructor(readonly file: string) {
    this.#now = this.#name();
    this.#seen.add(this.#now);
  }

  /**
   * @param next the call that changes the file after that
   * @returns `ahead`: to content that it never had; `back`: to earlier content; `foreign`: someone else changed it in
   *   between, so nothing is known; undefined: the call changed nothing
   */
  change(entry: WindowEntry, next: WindowEntry): 'ahead' | 'back' | 'foreign' | undefined {
    const changes = this.#changesIn(entry);
    const [first] = changes;
    if (first === undefined || (entry.outcome !== undefined && !succeeded(entry.outcome))) {
      return undefined;
    }
    const isForeign = first.before !== undefined && this.#after !== undefined && first.before !== this.#after;
    if (isForeign) {
      this.#forget();
    }
    if (first.before !== undefined && this.#after === undefined) {
      this.#seen.add(`content ${first.before}`);
      this.#now = `content ${first.before}`;
    }
    const before = this.#now;
    changes.forEach((change) => this.#apply(change));
    const after = changes.at(-1)?.after;
    // A replacement changes something. If the file reads as before, an editor was late, and the next call shows it.
    const replacesText = changes.some(({ replaces }) => replaces !== undefined && replaces.old !== replaces.new);
    const isLate = after !== undefined && after === first.before && replacesText;
    this.#after = isLate ? this.#changesIn(next)[0]?.before : after;
    this.#now = this.#after === undefined ? this.#name() : `content ${this.#after}`;
    this.#led.set(`${before}\n${entry.signature}`, this.#now);
    if (isForeign || this.#now === before) {
      this.#seen.add(this.#now);
      return isForeign ? 'foreign' : undefined;
    }
    const isBack = this.#seen.has(this.#now);
    this.#seen.add(this.#now);
    return isBack ? 'back' : 'ahead';
  }

  /** @returns undefined if this can't be known before the call runs */
  leadsBack(entry: WindowEntry): boolean | undefined {
    const changes = this.#changesIn(entry);
    const known = this.#led.get(`${this.#now}\n${entry.signature}`);
    if (changes[0]?.before !== undefined && this.#after !== undefined && changes[0].before !== this.#after) {
      return false;
    }
    if (known !== undefined) {
      return this.#seen.has(known) && known !== this.#now;
    }
    const whole = changes.at(-1)?.content;
    if (whole !== undefined) {
      const name = `content ${whole}`;
      return this.#seen.has(name) && name !== this.#now;
    }
    if (changes.some(({ replaces }) => replaces === undefined)) {
      return undefined;
    }
    const next = changes.reduce((all, { replaces }) => withReplacement(all, replaces as Replacement), this.#replaced);
    const name = this.#name(next);
    // If whole contents are known, replacements have different names.
    return this.#seen.has(name) ? name !== this.#now : this.#after === undefined ? false : undefined;
  }

  #changesIn({ changes = [] }: WindowEntry): readonly RecordedChange[] {
    return changes.filter(({ file }) => file === this.file);
  }

  #apply({ replaces, content }: RecordedChange): void {
    if (content === undefined && replaces !== undefined) {
      this.#replaced = withReplacement(this.#replaced, replaces);
      return;
    }
    this.#base += 1;
    this.#replaced = [];
    this.#whole = content;
  }

  #name(replaced = this.#replaced): string {
    const start = this.#whole === undefined ? `unknown ${this.#base}` : `content ${this.#whole}`;
    const steps = replaced.map((each) => `${each.old} ${each.new}`).sort();
    return [start, ...steps].join('\n');
  }

  #forget(): void {
    this.#seen.clear();
    this.#led.clear();
    this.#base += 1;
    this.#replaced = [];
    this.#whole = undefined;
    this.#after = undefined;
  }
}

type Replacement = NonNullable<RecordedChange['replaces']>;

/** A replacement of the text of an earlier replacement is merged with it. */
function withReplacement(all: readonly Replacement[], next: Replacement): readonly Replacement[] {
  const at = all.findLastIndex((earlier) => earlier.new === next.old);
  const earlier = all[at];
  if (earlier === undefined) {
    return [...all, next];
  }
  const others = all.filter((_, index) => index !== at);
  return earlier.old === next.new ? others : [...others, { old: earlier.old, new: next.new }];
}
