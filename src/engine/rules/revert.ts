import { FileStates } from '../ledger/fileStates';
import type { WindowEntry } from '../ledger/entry';
import { defineDetector } from './detector';
import type { Evidence } from '../ledger/evidence';
import { count } from './setting';

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
    warnReverts: count(
      // Put in, taken out to see a test fail, put in again: that is two.
      3,
      'Number of edits in a row that return a file to earlier content before a warning.',
    ),
    maxReverts: count(6, 'Number of edits in a row that return a file to earlier content before they count as a loop.'),
  },
  rules: {
    revert: {
      likely: 'warnReverts',
      certain: 'maxReverts',
      comparison: 'callBefore',
      texts: {
        more: 'Allow more {tool} edits that return a file to earlier content',
        fewer: 'Allow fewer {tool} edits that return a file to earlier content',
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
    loops: '… edits back and forth',
  },
  documentation: {
    option: 'A file that is edited, reverted, and edited the same way again.',
    warnsAt: '{warnReverts}',
    actsAt: '{maxReverts}',
    finds: 'a file that returns to earlier content, edit after edit',
    likely: '{warnReverts} edit in a row that restores earlier content (`warnReverts`)',
    certain: '{maxReverts} (`maxReverts`)',
    why: 'the agent already knows what this content leads to',
    unless: 'new content; a change to the file by someone else in between',
  },

  *tally(evidence) {
    const { changes = [] } = evidence.candidate;
    // What nobody has changed yet leads back to nothing.
    const files = new Set(changes.map(({ file }) => file));
    const known = [...files].filter((file) => evidence.history.some((call) => changesFile(call, file)));
    const [row] = known.flatMap((file) => leadingBack(evidence, file) ?? []).toSorted((a, b) => b.length - a.length);
    if (row !== undefined) {
      yield { rule: 'revert', row };
    }
  },
});

function changesFile({ changes }: WindowEntry, file: string): boolean {
  return changes !== undefined && changes.some((change) => change.file === file);
}

/**
 * The newest edits that each returned a file to earlier content, oldest first, before the checked one.
 * @returns undefined if the checked one leads to new content
 */
function leadingBack({ candidate, history }: Evidence, file: string): [readonly WindowEntry[]] | undefined {
  const states = new FileStates(file);
  let row: WindowEntry[] = [];
  for (const call of history.filter((each) => each.round !== candidate.round && changesFile(each, file))) {
    const became = states.change(call);
    if (became === 'back') {
      row.push(call);
    } else if (became !== undefined) {
      row = [];
    }
  }
  return states.leadsBack(candidate) === true ? [row] : undefined;
}
