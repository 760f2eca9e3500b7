import { translate } from '../window/translate';

/** What the model says once it was stopped and the person goes on. */
export function closing(): string {
  return translate(
    'I take another way now, and that is the end of this demonstration. A real agent goes on with its ' +
      'work here, with a fresh count.',
  );
}

/** The demonstration is a Local session; what it shows is not to be expected of sessions that are not guarded. */
export function notGuarded(sessions: readonly string[]): string[] {
  return sessions.length === 0
    ? []
    : [
        translate(
          'This was a Local session. Not guarded here: {sessions}. "Check Protection" says why, and what to do.',
          {
            sessions: sessions.join(', '),
          },
        ),
      ];
}

/** What the person is seen to ask. */
export function question(): string {
  return translate('Why does the build fail? (A demonstration of Tool Loop Guard)');
}
