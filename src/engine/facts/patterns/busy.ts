import { definePatterns } from './pattern';

/** What the call needs is taken, or doesn't answer for now: later, the same call may work. */
export const BUSY = definePatterns('busy', {
  locked: {
    keywords: ['could not get lock', 'unable to acquire the dpkg', 'database is locked', 'holding the'],
    match: /Could not get lock |Unable to acquire the dpkg |\bdatabase is locked\b|\bholding the (?:yum|dnf) lock/i,
    examples: [
      'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 712 (unattended-upgr)',
      'Error: database is locked',
    ],
    not: ['The lock was released', 'The database is closed'],
    from: ['apt catalog', 'dnf', 'sqlite'],
  },
});
