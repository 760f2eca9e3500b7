import { defineDetector } from './detector';
import { momentsInRow } from './tally';
import { count } from './setting';

/**
 * An agent that is woken again and again for nothing: by a timer that it set itself, a heartbeat, or the end of a
 * command that it restarts each time.
 *
 * Why it is a loop: no person began these turns, and in each of them the agent only made calls that it had made before,
 * with the same results. Each turn costs requests, for days if nobody looks. So time ends no row, however long it is
 * between two turns.
 * What keeps it from being one: a call or a result that is new, a result that says that something is still running, a
 * notice that says something new, or a message of the person. A turn without calls neither counts nor ends the row.
 */
export const wakeup = defineDetector({
  id: 'wakeup',
  settings: {
    warnWakeups: count(
      // After the first two, what the agent waits for may just be late.
      3,
      'Number of turns in a row that you didn’t begin and that made no progress, before a warning.',
    ),
    maxWakeups: count(
      5,
      'Number of turns in a row that you didn’t begin and that made no progress, before they count as a loop.',
    ),
  },
  rules: {
    wakeup: {
      likely: 'warnWakeups',
      certain: 'maxWakeups',
      comparison: 'callBefore',
      texts: {
        more: 'Allow an agent to be woken for nothing more often',
        fewer: 'Allow an agent to be woken for nothing less often',
        told: {
          did: 'The agent was woken {count} times, not by you, and made only known calls with the same results.',
          blocked: 'This time it was stopped.',
        },
      },
    },
  },
  texts: {
    name: 'Woken for nothing',
    meaning: 'The agent is woken again and again, not by you, and makes only known calls with the same results.',
    pattern: 'the agent was woken {count} times without a message, and made only known calls with the same results',
    loops: '… agents woken for nothing',
  },
  documentation: {
    option: 'An agent that a timer or a notification wakes again and again, without progress.',
    finds: 'turns that you didn’t begin, with only known calls and the same results',
    likely: '{warnWakeups} such turn in a row (`warnWakeups`), however much time is between them',
    why: 'each turn costs requests, for days if nobody looks',
    unless: 'a new call, result, or notice; a result that says something is still running; your message',
  },
  watchesMoments: true,

  tally: (evidence) => momentsInRow(evidence, 'woken', 'wakeup'),
});
