import type { Translate } from './language';
import type { MessageName } from './messages';
import {
  askSentences,
  chanceSentences,
  ofChat,
  type Phrasing,
  refusedText,
  stopSentences,
  warningSentences,
  whatHappened,
} from './loopTexts';
import { escapeMarkdown } from './pages/markdown';
import { guidanceText, stoppedText, ownText } from './modelTexts';
import type { Detection, Verdict } from '../../engine/decision/verdict';

interface VerdictTexts {
  /** Read by the model instead of a result; undefined: the call may run. */
  readonly forModel: string | undefined;
  readonly forPerson: string | undefined;
}

/** The same on all surfaces. */
export function textsOf(verdict: Verdict, phrasing: Phrasing): VerdictTexts {
  switch (verdict.action) {
    case 'allow':
      return { forModel: undefined, forPerson: undefined };
    case 'warn':
      return { forModel: undefined, forPerson: warningText(verdict.detection, phrasing) };
    case 'ask':
      return { forModel: undefined, forPerson: askSentences(verdict.detection, phrasing) };
    case 'chance':
      return {
        forModel: guidanceText(verdict.detection, phrasing.messages),
        forPerson: chanceSentences(verdict.detection, phrasing),
      };
    case 'break':
    case 'stopped':
      return { forModel: stoppedText(verdict.detection), forPerson: breakText(verdict.detection, phrasing) };
  }
}

/** For the user when the run was ended. */
export function breakText(detection: Detection, phrasing: Phrasing): string {
  const beginning = phrasing.translate('Loop stopped.');
  return (
    ownWords(detection, 'block', phrasing) ??
    [phrasing.isMarkdown === true ? `**${beginning}**` : beginning, ...stopSentences(detection, phrasing)].join(' ')
  );
}

/** The same, with the name of the chat. */
export function stopNotice(detection: Detection, phrasing: Phrasing): string {
  const { translate } = phrasing;
  const beginning = ofChat(detection, phrasing, {
    unnamed: () => translate('Loop stopped.'),
    chat: (values) => translate('Loop stopped in "{chat}":', values),
    session: (values) => translate('Loop stopped in {agent} session "{chat}":', values),
  });
  return ownWords(detection, 'block', phrasing) ?? [beginning, ...stopSentences(detection, phrasing)].join(' ');
}

/** For an agent whose calls are blocked while it continues. */
export function blockingNotice(detection: Detection, phrasing: Phrasing): string {
  const { translate } = phrasing;
  const beginning = ofChat(detection, phrasing, {
    unnamed: () => translate('Blocking calls; the agent couldn’t be stopped at once.'),
    chat: (values) => translate('Blocking calls in "{chat}"; the agent couldn’t be stopped at once.', values),
    session: (values) =>
      translate('Blocking calls in {agent} session "{chat}"; the agent couldn’t be stopped at once.', values),
  });
  return [beginning, ...stopSentences(detection, phrasing)].join(' ');
}

/** For an agent that continued after its stop until its calls were allowed again. */
export function letGoText(translate: Translate): string {
  return translate('The agent kept going after it was stopped. Its calls are allowed again, and counting starts over.');
}

/** Begins a stop's text in agents outside VS Code, which may cut the rest; the same in all languages. */
export const OWN_NAME = '[Tool Loop Guard]';

export function nextStepText(translate: Translate): string {
  return translate('To continue, send a message.');
}

/** If our program is on the PATH. */
export function seeWhyText(translate: Translate): string {
  return translate('To see why, run {command}.', { command: 'tool-loop-guard why' });
}

/** For agents that hooks can't stop. @param most blocked calls in a row until calls are allowed again */
export function notEndedText(most: number, translate: Translate): string {
  return translate(
    'The agent can’t be stopped from here. Its calls are blocked until your next message. After ' +
      '{count} blocked calls in a row, calls are allowed again.',
    { count: most },
  );
}

export function warningText(detection: Detection, phrasing: Phrasing): string {
  return ownWords(detection, 'warning', phrasing) ?? warningSentences(detection, phrasing);
}

/** For a repeated call that VS Code refuses before it runs. */
export function refusedWarning(detection: Detection, phrasing: Phrasing): string {
  const { translate } = phrasing;
  return (
    ownWords(detection, 'warning', phrasing) ??
    `${translate('Possible loop: {what}', { what: whatHappened(detection, phrasing) })} ${refusedText(translate)}`
  );
}

function ownWords(
  detection: Detection,
  name: MessageName,
  { translate, messages, isMarkdown }: Phrasing,
): string | undefined {
  const own = ownText(detection, messages?.[name], translate);
  return own === undefined || isMarkdown !== true ? own : escapeMarkdown(own);
}
