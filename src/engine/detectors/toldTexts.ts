import type { Rule } from './rule';

/*
 * What users read about the findings of detectors whose files would become too long.
 */

type Told = Rule['texts']['told'];

export const CYCLE_TOLD: Told = {
  did: 'The agent went around the same {period} calls {count} times and got the same results each time.',
  blocked: 'The last call, {call}, was blocked.',
  variants: {
    remembered: {
      did: 'The agent made the same calls {count} times with the same results: {calls}.',
      blocked: 'The last call was blocked.',
    },
    ceiling: {
      did:
        'The agent went around the same {period} calls {count} times. Results kept changing, but that is the ' +
        'hard limit.',
      blocked: 'The last call, {call}, was blocked.',
    },
  },
};

export const OBSTACLE_TOLD: Told = {
  did: '{tool} failed {before} times for the same reason.',
  blocked: 'The next attempt, {call}, was blocked.',
  variants: {
    once: { did: '{call} failed.', blocked: 'The next attempt was blocked.' },
    errorsRemembered: {
      did: '{tool} failed {before} times for the same reason: {error}.',
      blocked: 'The next attempt, {call}, was blocked.',
    },
  },
};

export const SIMILAR_TOLD: Told = {
  did: '{before} nearly identical {tool} calls returned the same result.',
  blocked: 'The next one, {call}, was blocked.',
  variants: {
    once: {
      did: '{tool} was just called in nearly the same way.',
      blocked: 'The next one, {call}, was blocked.',
    },
    errors: {
      did: '{before} nearly identical {tool} calls failed in the same way.',
      blocked: 'The next one, {call}, was blocked.',
    },
  },
};
