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
 * ways and restoring it each time is how tests are tested: every second content is new, and the row ends there. A
 * change by someone else in between (the user, a formatter) excuses everything before it.
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
      told: {
        did: 'The agent edited a file back and forth: {before} edits restored an earlier version.',
        blocked: 'The next such edit, {call}, was blocked.',
        once: { did: 'The agent changed a file back to a version it had before.' },
      },
    },
  },
  texts: {
    name: 'Back-and-forth edits',
    meaning: 'The agent edits a file, reverts it, and makes the same edit again.',
    pattern: '{tool} returned a file to earlier content {count} times with no pause over {ttlSeconds}s',
    loops: 'edits back and forth',
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

/** @returns the newest edits that did so, oldest first; undefined if the checked one doesn't */
function leadingBack({ candidate, history }: Evidence, file: string): [readonly WindowEntry[]] | undefined {
  const content = new FileContents(file);
  let row: WindowEntry[] = [];
  const calls = history.filter(
    ({ round, changes = [] }) => round !== candidate.round && changes.some((change) => change.file === file),
  );
  for (const [at, call] of calls.entries()) {
    const isBack = content.change(call, calls[at + 1] ?? candidate);
    row = isBack === true ? [...row, call] : isBack === false ? [] : row;
  }
  return content.leadsBack(candidate) ? [row] : undefined;
}

/** A content of a file according to its changes: what was last known of the whole, and the replacements since. */
interface Content {
  /** How often the whole was replaced. */
  readonly version: number;
  readonly whole?: string | undefined;
  readonly replaced: readonly Replacement[];
}

type Replacement = NonNullable<RecordedChange['replaces']>;

/** Which contents a file had, by name. Two replacements that undo each other lead back to the earlier name. */
class FileContents {
  readonly #seen = new Set<string>();
  /** The content after a call, by the content before it. */
  readonly #led = new Map<string, string>();
  #content: Content = { version: 0, replaced: [] };
  #now = nameOf(this.#content);
  /** The whole content after the last change, if someone has read it. */
  #after: string | undefined;

  constructor(readonly file: string) {
    this.#seen.add(this.#now);
  }

  /**
   * @param next the call that changes the file after that
   * @returns whether the file has content again that it had before; undefined if the call changed nothing
   */
  change(entry: WindowEntry, next: WindowEntry): boolean | undefined {
    const changes = this.#changesIn(entry);
    const [first] = changes;
    if (first === undefined || (entry.outcome !== undefined && !succeeded(entry.outcome))) {
      return undefined;
    }
    const isForeign = this.#isForeign(first);
    if (isForeign) {
      this.#seen.clear();
      this.#led.clear();
      this.#content = changed(this.#content, {});
      this.#after = undefined;
    }
    if (first.before !== undefined && this.#after === undefined) {
      this.#now = nameOfWhole(first.before);
      this.#seen.add(this.#now);
    }
    const before = this.#now;
    this.#content = changes.reduce(changed, this.#content);
    const after = changes.at(-1)?.after;
    // A replacement changes something. If the file reads as before, an editor was late, and the next call shows it.
    const replacesText = changes.some(({ replaces }) => replaces !== undefined && replaces.old !== replaces.new);
    const isLate = after !== undefined && after === first.before && replacesText;
    this.#after = isLate ? this.#changesIn(next)[0]?.before : after;
    this.#now = this.#after === undefined ? nameOf(this.#content) : nameOfWhole(this.#after);
    this.#led.set(`${before}\n${entry.signature}`, this.#now);
    const isBack = !isForeign && this.#seen.has(this.#now);
    this.#seen.add(this.#now);
    return !isForeign && this.#now === before ? undefined : isBack;
  }

  leadsBack(entry: WindowEntry): boolean {
    const changes = this.#changesIn(entry);
    const known = this.#led.get(`${this.#now}\n${entry.signature}`);
    const next = known ?? nameOf(changes.reduce(changed, this.#content));
    return !this.#isForeign(changes[0]) && next !== this.#now && this.#seen.has(next);
  }

  #changesIn({ changes = [] }: WindowEntry): readonly RecordedChange[] {
    return changes.filter(({ file }) => file === this.file);
  }

  /** Someone else has changed the file since the last change, so nothing is known. */
  #isForeign({ before }: Pick<RecordedChange, 'before'> = {}): boolean {
    return before !== undefined && this.#after !== undefined && before !== this.#after;
  }
}

function nameOfWhole(digest: string): string {
  return `content ${digest}`;
}

function nameOf({ version, whole, replaced }: Content): string {
  const start = whole === undefined ? `unknown ${version}` : nameOfWhole(whole);
  return [start, ...replaced.map((each) => `${each.old} ${each.new}`).sort()].join('\n');
}

function changed(before: Content, { content, replaces }: Pick<RecordedChange, 'content' | 'replaces'>): Content {
  return content === undefined && replaces !== undefined
    ? { ...before, replaced: withReplacement(before.replaced, replaces) }
    : { version: before.version + 1, whole: content, replaced: [] };
}

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
