import { defineDetector } from './detector';
import { momentsInRow } from './tally';
import { count } from './setting';

/**
 * An agent that has finished and is made to continue again and again.
 *
 * Why it is a loop: the agent says that it is done, something (an autopilot, a hook at the end of its turn) makes it
 * continue, and it finishes again without a call that brought anything new. The agent is asked for something it can't
 * provide, and each round costs a request.
 * What keeps it from being one: any progress in between. Then continuing has helped.
 */
export const continuation = defineDetector({
  id: 'continuation',
  settings: {
    warnContinuations: count(
      // The first time, an agent may explain why it had finished.
      3,
      'Number of times an agent that has finished is told to continue, without progress, before a warning.',
    ),
    maxContinuations: count(
      5,
      'Number of times an agent that has finished is told to continue, without progress, before it counts as a loop.',
    ),
  },
  rules: {
    continuation: {
      likely: 'warnContinuations',
      certain: 'maxContinuations',
      comparison: 'callBefore',
      texts: {
        more: 'Allow more continuations without progress',
        fewer: 'Allow fewer continuations without progress',
        told: {
          did: 'The agent had finished but was told to continue {count} times, without any progress.',
          blocked: 'This time it was stopped.',
        },
      },
    },
  },
  texts: {
    name: 'Repeated continuations',
    meaning: 'The agent finished, was told to continue, and finished again without any progress.',
    pattern: 'the agent had finished but was told to continue {count} times, without any progress',
    loops: '… repeated continuations',
  },
  documentation: {
    option: 'An agent that is told to continue after it has finished, without progress.',
    finds: 'an agent that is told to continue after it has finished, without progress',
    likely: '{warnContinuations} time (`warnContinuations`)',
    why: 'the agent is asked for something it can’t provide',
    unless: 'any progress in between',
  },
  watchesMoments: true,

  tally: (evidence) => momentsInRow(evidence, 'continued', 'continuation'),
});
