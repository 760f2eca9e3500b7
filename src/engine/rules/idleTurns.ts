import { defineDetector } from './detector';
import type { Moment } from '../facts/call';
import { count } from './setting';

const LIMITS = { limit: 'maxIdleTurns', unit: 'turns', patience: 2, comparison: 'callBefore' } as const;

const RULE_OF = { continued: 'continuation', compacted: 'compaction', woken: 'wakeup' } as const satisfies Record<
  Moment,
  string
>;

/**
 * Turns that the user didn't begin, one after the other, without any progress: an agent that has finished is told to
 * continue, a conversation is compacted, or a timer, a heartbeat, or the end of a command wakes the agent.
 *
 * Why it is a loop: the agent is asked for something that it can't provide, what it needs doesn't fit in the context,
 * or there is nothing to wake it for. Each turn costs requests, for days if nobody looks. So no amount of time ends a
 * row of turns that an agent was woken for.
 * What keeps it from being one: a call, a result, or a notice that is new, a result that says that something is still
 * running, or a message from the user. A turn without calls to which an agent was woken neither counts nor ends the
 * row.
 */
export const idleTurns = defineDetector({
  id: 'idleTurns',
  settings: {
    maxIdleTurns: count(
      // The first time, an agent may explain why it had finished; what it waits for may be late twice.
      3,
      'Number of turns in a row that nobody began and that made no progress, before a warning: the agent was told to ' +
        'continue, was woken, or its chat was compacted. Twice as many count as a loop.',
    ),
  },
  rules: {
    continuation: {
      ...LIMITS,
      counted: 'continuations without progress',
      found: {
        name: 'Repeated continuations',
        meaning: 'The agent finished, was told to continue, and finished again without any progress.',
        pattern: 'the agent had finished but was told to continue {count} times, without any progress',
      },
      told: {
        did: 'The agent had finished but was told to continue {count} times, without any progress.',
        blocked: 'This time it was stopped.',
      },
    },
    compaction: {
      ...LIMITS,
      counted: 'compactions without progress',
      found: {
        name: 'Repeated compactions',
        meaning: 'The chat is compacted again and again, without any progress in between.',
        pattern: 'the conversation was compacted {count} times, without any progress in between',
      },
      told: {
        did: 'The chat was compacted {count} times without any progress in between.',
        blocked: 'The agent was stopped.',
      },
    },
    wakeup: {
      ...LIMITS,
      counted: 'wakes without progress',
      found: {
        name: 'Wakes without progress',
        meaning:
          'The agent is woken again and again, not by you, and only repeats earlier calls with the same results.',
        pattern:
          'the agent was woken {count} times without a message, and only repeated earlier calls with the same ' +
          'results',
      },
      told: {
        did: 'The agent was woken {count} times, not by you, and only repeated earlier calls with the same results.',
        blocked: 'This time it was stopped.',
      },
    },
  },
  texts: {
    name: 'Turns without progress',
    meaning: 'The agent is told to continue, is woken, or its chat is compacted, again and again without any progress.',
    pattern: '{count} turns that nobody began, without any progress',
    loops: 'turns without progress',
    option: 'An agent that is told to continue, is woken, or has its chat compacted, again and again without progress.',
    finds: 'turns that you didn’t begin: the agent is told to continue, is woken, or its chat is compacted',
    likely: '{maxIdleTurns} such turn in a row; if it was woken, however much time is between them',
    why: 'each turn costs requests and makes only known calls with the same results',
    unless:
      'a new call, result, or notice; a result that says something is still running; your message; a compaction that ' +
      'you asked for',
  },
  watches: 'moments',

  *tally({ candidate, moments }) {
    const { moment, momentsInRow: times = 0 } = candidate;
    if (moment !== undefined && times > 0) {
      // Earlier ones that have left the window count, too.
      const row = times === 1 ? [] : moments.filter((earlier) => earlier.moment === moment).slice(1 - times);
      yield { rule: RULE_OF[moment], row, count: times, results: 'unknown' };
    }
  },
});
