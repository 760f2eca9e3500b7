import { linkLine, type WriteLink } from '../../core/chat/chatLink';
import type { DemonstrationChoice } from '../host/demonstration';
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
 * @param choice what they have chosen under the stop; undefined when the agent went on by itself
 * @param isModelBack whether the chat has the model again that was picked before
 */
export function closing(choice: DemonstrationChoice | undefined, isModelBack: boolean): string {
  return [
    translate('That’s the end of the demo.'),
    choiceText(choice),
    ...(isModelBack ? [translate('Your previous model is selected again.')] : []),
  ].join(' ');
}

function choiceText(choice: DemonstrationChoice | undefined): string {
  switch (choice?.kind) {
    case 'differentApproach':
      return translate('The model would now get this message: “{message}”', { message: choice.message });
    case 'goOn':
      return translate('The counters would be reset, and the agent would continue.');
    case 'notALoop':
      return translate('You would choose what to allow next time. Nothing was changed.');
    case undefined:
      return translate('A real agent would now continue with a different approach.');
  }
}

/** The demonstration is a Local session; what it shows is not to be expected of sessions that are not guarded. */
export function notGuarded(sessions: readonly string[], link: WriteLink | undefined): string[] {
  return sessions.length === 0
    ? []
    : [
        [
          translate('Not guarded in this window yet: {sessions}.', { sessions: sessions.join(', ') }),
          ...linkLine(link, [[translate('Check protection'), { kind: 'protection' }]]),
        ].join(' '),
      ];
}

/** What the person is seen to ask the agent. */
export function question(): string {
  return translate('Why does the build fail? (A demonstration of Tool Loop Guard)');
}
