import { CEILING_FACTOR, defineDetector } from './detector';
import { momentsInRow } from './moments';
import { count } from './setting';

/**
 * An agent that had ended and is made to go on, again and again.
 *
 * Why it is a loop: the agent says that it is done, something (an autopilot, a hook at the end of its turn) sends it
 * on, and it ends again without a call that told anything new. What sends it on asks for what the agent cannot give,
 * and each round costs a request.
 * What keeps it from being one: a call in between that went well and told something new. Then being sent on has helped.
 */
export const continuation = defineDetector({
  id: 'continuation',
  settings: {
    warnContinuations: count(
      // Sent on once, an agent may explain why it had ended.
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
        more: 'Allow an agent to be made to go on more often',
        fewer: 'Allow an agent to be made to go on less often',
        neverWarns: '{warn} can never warn about agents that are made to go on: {most} is reached before.',
        told: {
          did: 'The agent had finished and was made to continue {count} times, with nothing new in between.',
          blocked: 'This time it was stopped.',
        },
      },
    },
  },
  texts: {
    name: 'Made to go on again and again',
    meaning: 'The agent had ended, was made to go on, and ended again without anything new.',
    pattern: 'the agent had ended and was made to go on {count} times, with nothing new in between',
    summary: 'The agent had ended and was made to go on {count} times, with nothing new in between',
    loops: '… agents made to go on',
  },
  documentation: {
    kind: 'agents made to continue',
    option: 'An agent that had finished and is made to continue, again and again, with nothing new.',
    warnsAt: '{warnContinuations}',
    actsAt: '{maxContinuations}',
    finds: 'an agent that had ended and is made to go on, with nothing new in between',
    likely: '{warnContinuations} time (`warnContinuations`)',
    certain: '{maxContinuations} (`maxContinuations`)',
    why: 'what sends the agent on asks for what it cannot give',
    unless: 'a call in between that went well and told something new',
  },
  watchesMoments: true,

  detect(evidence, { warnContinuations, maxContinuations }) {
    const seen = momentsInRow(evidence, 'continued', warnContinuations, maxContinuations);
    return seen === undefined
      ? undefined
      : { rule: 'continuation', ...seen, atCeiling: seen.count >= maxContinuations * CEILING_FACTOR };
  },
});
