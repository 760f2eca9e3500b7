import { defineDetector } from './detector';
import { momentsInRow } from './tally';
import { count } from './setting';

/**
 * An agent that has finished and is made to continue again and again.
 *
 * Why it is a loop: the agent says that it is done, something (an autopilot, a hook at the end of its turn) makes it
 * continue, and it finishes again without a call that brought anything new. The agent is asked for something it can't
 * provide, and each round costs a request.
 * What keeps it from being one: a call in between that succeeded with a new result. Then continuing has helped.
 */
export const continuation = defineDetector({
  id: 'continuation',
  settings: {
    warnContinuations: count(
      // The first time, an agent may explain why it had finished.
      3,
      'Number of times an agent that had finished is made to continue, with nothing new in between, before a ' +
        'warning.',
    ),
    maxContinuations: count(
      5,
      'Number of times an agent that had finished is made to continue, with nothing new in between, before it ' +
        'counts as a loop.',
    ),
  },
  rules: {
    continuation: {
      likely: 'warnContinuations',
      certain: 'maxContinuations',
      comparison: 'callBefore',
      texts: {
        more: 'Allow an agent to be made to continue more often',
        fewer: 'Allow an agent to be made to continue less often',
        neverWarns: '{warn} never warns about agents that are made to continue: {most} is reached first.',
        told: {
          did: 'The agent had finished and was made to continue {count} times, with nothing new in between.',
          blocked: 'This time it was stopped.',
        },
      },
    },
  },
  texts: {
    name: 'Made to continue again and again',
    meaning: 'The agent had finished, was made to continue, and finished again with nothing new.',
    pattern: 'the agent had finished and was made to continue {count} times, with nothing new in between',
    summary: 'The agent had finished and was made to continue {count} times, with nothing new in between',
    loops: '… agents made to continue',
  },
  documentation: {
    kind: 'agents made to continue',
    option: 'An agent that has finished is made to continue again and again, with nothing new in between.',
    warnsAt: '{warnContinuations}',
    actsAt: '{maxContinuations}',
    finds: 'an agent that has finished and is made to continue, with nothing new in between',
    likely: '{warnContinuations} time (`warnContinuations`)',
    certain: '{maxContinuations} (`maxContinuations`)',
    why: 'the agent is asked for something it can’t provide',
    unless: 'a call in between that succeeded with a new result',
  },
  watchesMoments: true,

  *tally(evidence) {
    yield* momentsInRow(evidence, 'continued', 'continuation');
  },
});
