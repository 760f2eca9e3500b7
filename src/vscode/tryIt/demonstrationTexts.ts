import { translate } from '../host/translate';

/** What is asked first, in the chat of the demonstration: it tells which model is picked there. */
export function request(): string {
  return translate('Show me how you stop a loop');
}

/** The answer to it. */
export function introduction(): string {
  return translate(
    'A simulated agent gets stuck now. It takes about 10 seconds, needs no account, and reads no files.',
  );
}

/** What is asked when the person presses one of the links or the button under the stop. */
export function whatNow(): string {
  return translate('What would happen now?');
}

/**
 * What the person reads at the end.
 * @param isModelBack whether the chat has the model again that was picked before
 */
export function closing(isModelBack: boolean): string {
  const end = translate('That’s the end of the demo. A real agent would now continue with a different approach.');
  return isModelBack ? `${end} ${translate('Your previous model is selected again.')}` : end;
}

/** The demonstration is a Local session; what it shows is not to be expected of sessions that are not guarded. */
export function notGuarded(sessions: readonly string[]): string[] {
  return sessions.length === 0
    ? []
    : [
        translate(
          'This was a Local session. Not guarded here: {sessions}. "Check Protection" explains why and ' +
            'what to do.',
          {
            sessions: sessions.join(', '),
          },
        ),
      ];
}

/** What the person is seen to ask the agent. */
export function question(): string {
  return translate('Why does the build fail? (A demonstration of Tool Loop Guard)');
}
