import type { Translate } from './language';
import { type CallNames, PLAIN_NAMES } from './callNames';
import type { Messages } from './messages';
import {
  AS_CODE,
  AS_TEXT,
  askSentences,
  chanceSentences,
  ofChat,
  possibleLoop,
  refusedText,
  stopSentences,
  warningSentences,
} from './loopTexts';
import { escapeMarkdown } from './pages/markdown';
import { guidanceText, stoppedText, ownText } from './modelTexts';
import type { Detection, Verdict } from '../../engine/decision/verdict';

interface VerdictTexts {
  /** Read by the model instead of a result; undefined: the call may run. */
  readonly forModel: string | undefined;
  readonly forPerson: string | undefined;
}

/** The same on all surfaces. @param messages the user's own texts */
export function textsOf(
  verdict: Verdict,
  translate: Translate,
  messages: Messages,
  names: CallNames = PLAIN_NAMES,
): VerdictTexts {
  const telling = { translate, names, emphasis: AS_TEXT };
  switch (verdict.action) {
    case 'allow':
      return { forModel: undefined, forPerson: undefined };
    case 'warn':
      return { forModel: undefined, forPerson: warningText(verdict.detection, translate, messages, names) };
    case 'ask':
      return { forModel: undefined, forPerson: askSentences(verdict.detection, telling) };
    case 'chance':
      return {
        forModel: guidanceText(verdict.detection, messages),
        forPerson: chanceSentences(verdict.detection, telling),
      };
    case 'break':
    case 'stopped':
      return {
        forModel: stoppedText(verdict.detection),
        forPerson: breakText(verdict.detection, translate, messages, names),
      };
  }
}

/** For the user when the run was ended, as plain text. */
export function breakText(
  detection: Detection,
  translate: Translate,
  messages: Messages,
  names: CallNames = PLAIN_NAMES,
): string {
  return (
    ownText(detection, messages.block, translate) ??
    [translate('Loop stopped.'), ...stopSentences(detection, { translate, names, emphasis: AS_TEXT })].join(' ')
  );
}

export function stopNotice(
  detection: Detection,
  translate: Translate,
  messages: Messages,
  names: CallNames = PLAIN_NAMES,
): string {
  if (ownText(detection, messages.block, translate) !== undefined) {
    return breakText(detection, translate, messages, names);
  }
  const beginning = ofChat(detection, names, {
    unnamed: () => translate('Loop stopped.'),
    chat: (values) => translate('Loop stopped in "{chat}":', values),
    session: (values) => translate('Loop stopped in {agent} session "{chat}":', values),
  });
  return [beginning, ...stopSentences(detection, { translate, names, emphasis: AS_TEXT })].join(' ');
}

/** For an agent whose calls are blocked while it continues. */
export function blockingNotice(detection: Detection, translate: Translate, names: CallNames = PLAIN_NAMES): string {
  const beginning = ofChat(detection, names, {
    unnamed: () => translate('Blocking calls; the agent couldn’t be stopped at once.'),
    chat: (values) => translate('Blocking calls in "{chat}"; the agent couldn’t be stopped at once.', values),
    session: (values) =>
      translate('Blocking calls in {agent} session "{chat}"; the agent couldn’t be stopped at once.', values),
  });
  return [beginning, ...stopSentences(detection, { translate, names, emphasis: AS_TEXT })].join(' ');
}

export function stopMarkdown(
  detection: Detection,
  translate: Translate,
  messages: Messages,
  names: CallNames = PLAIN_NAMES,
): string {
  const own = ownText(detection, messages.block, translate);
  return own === undefined
    ? [`**${translate('Loop stopped.')}**`, ...stopSentences(detection, { translate, names, emphasis: AS_CODE })].join(
        ' ',
      )
    : escapeMarkdown(own);
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

export function warningText(
  detection: Detection,
  translate: Translate,
  messages: Messages,
  names: CallNames = PLAIN_NAMES,
): string {
  return (
    ownText(detection, messages.warning, translate) ??
    warningSentences(detection, { translate, names, emphasis: AS_TEXT })
  );
}

/** For a repeated call that VS Code refuses before it runs. */
export function refusedWarning(
  detection: Detection,
  translate: Translate,
  messages: Messages,
  names: CallNames = PLAIN_NAMES,
): string {
  return (
    ownText(detection, messages.warning, translate) ??
    `${possibleLoop(detection, { translate, names, emphasis: AS_TEXT })} ${refusedText(translate)}`
  );
}

export function warningMarkdown(
  detection: Detection,
  translate: Translate,
  messages: Messages,
  names: CallNames = PLAIN_NAMES,
): string {
  const own = ownText(detection, messages.warning, translate);
  return own === undefined ? warningSentences(detection, { translate, names, emphasis: AS_CODE }) : escapeMarkdown(own);
}
