import { defineDetector } from './detector';
import { momentsInRow } from './tally';
import { count } from './setting';

/**
 * Repeated compactions: the conversation is summarized to make room, and then filled with the same content again.
 *
 * Why it is a loop: between two compactions, the agent only made calls that it had made before, with the same results.
 * What it needs doesn't fit, so the next compaction drops it again.
 * What keeps it from being one: anything new in between. After a compaction, a known call may be made once more, and
 * doesn't count for any detector.
 */
export const compaction = defineDetector({
  id: 'compaction',
  settings: {
    warnCompactions: count(
      // A second compaction may come before the agent continued its work.
      3,
      'Number of compactions without progress in between that trigger a warning.',
    ),
    maxCompactions: count(5, 'Number of compactions without progress in between that count as a loop.'),
  },
  rules: {
    compaction: {
      likely: 'warnCompactions',
      certain: 'maxCompactions',
      comparison: 'callBefore',
      texts: {
        more: 'Allow more compactions without progress in between',
        fewer: 'Allow fewer compactions without progress in between',
        told: {
          did: 'The chat was compacted {count} times without any progress in between.',
          blocked: 'The agent was stopped.',
        },
      },
    },
  },
  texts: {
    name: 'Repeated compactions',
    meaning: 'The chat is compacted again and again, without any progress in between.',
    pattern: 'the conversation was compacted {count} times, without any progress in between',
    loops: '… repeated compactions',
  },
  documentation: {
    option: 'Repeated compactions without progress in between.',
    finds: 'repeated compactions without progress in between',
    likely: '{warnCompactions} compaction (`warnCompactions`)',
    why: 'what the agent needs doesn’t fit in the context, so the next compaction drops it again',
    unless: 'any progress in between; a compaction that you asked for',
  },
  watchesMoments: true,

  tally: (evidence) => momentsInRow(evidence, 'compacted', 'compaction'),
});
