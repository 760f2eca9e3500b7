import { succeeded } from '../facts/outcome';
import type { RecordedChange } from '../facts/call';
import type { WindowEntry } from './entry';

/**
 * Which contents a file had, as far as its changes show. A content has a name: the digest of the whole content if it is
 * known, otherwise the replacements since it was last known. Two replacements that undo each other lead back to the
 * earlier name.
 */
export class FileStates {
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
   * Records a call that changed the file.
   * @returns whether the file has returned to earlier content: `foreign` if someone else changed it in between, after
   *   which nothing is known; undefined if the call changed nothing
   */
  change(entry: WindowEntry): 'new' | 'back' | 'foreign' | undefined {
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
    this.#after = changes.at(-1)?.after;
    this.#now = this.#after === undefined ? this.#name() : `content ${this.#after}`;
    this.#led.set(`${before}\n${entry.signature}`, this.#now);
    if (isForeign || this.#now === before) {
      this.#seen.add(this.#now);
      return isForeign ? 'foreign' : undefined;
    }
    const isBack = this.#seen.has(this.#now);
    this.#seen.add(this.#now);
    return isBack ? 'back' : 'new';
  }

  /**
   * Whether a call that hasn't run yet returns the file to earlier content.
   * @returns undefined if this can't be known
   */
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

/** Adds a replacement to others: one that replaces the text of an earlier replacement is merged with it. */
function withReplacement(all: readonly Replacement[], next: Replacement): readonly Replacement[] {
  const at = all.findLastIndex((earlier) => earlier.new === next.old);
  const earlier = all[at];
  if (earlier === undefined) {
    return [...all, next];
  }
  const others = all.filter((_, index) => index !== at);
  return earlier.old === next.new ? others : [...others, { old: earlier.old, new: next.new }];
}
