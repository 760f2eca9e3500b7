import { findingPattern } from './detectorTexts';
import { inEnglish, type Translate } from './language';
import { type CallNames, PLAIN_NAMES } from './callNames';
import { fill, type Messages } from './messages';
import { AS_CODE, AS_TEXT, askSentences, chanceSentences, stopSentences, warningSentences } from './loopTexts';
import { escapeMarkdown } from './markdown';
import { quotedArguments, quotedCall, toolLabel } from './quoting';
import type { Detection, Verdict } from '../../engine/verdict';

/** What is to be said of a verdict. */
interface VerdictTexts {
  /** What the model reads in place of a result; undefined: the call may run. */
  readonly forModel: string | undefined;
  /** What the person reads; undefined: nothing is to be said. */
  readonly forPerson: string | undefined;
}

/**
 * The words for each verdict, the same on all surfaces.
 * @param messages the person's own texts, as they are set now
 * @param names how calls are named to the person
 */
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

/** What the person reads when the run was ended, as plain text. */
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

/** The same as one paragraph of Markdown. */
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

/** What the person reads when an agent that nothing ends was refused so many calls that they run again. */
export function letGoText(translate: Translate): string {
  return translate('A stopped agent went on and could not be ended. Its tool calls run again and are counted anew.');
}

/** What the person reads beside the reason where an agent is only refused its calls. */
export function notEndedText(translate: Translate): string {
  return translate(
    'The agent cannot be ended from here: its further calls are refused until your next message, or until so many ' +
      'were refused in a row that they run again.',
  );
}

/** What the person reads of a call that was allowed although it looks like a loop. */
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

/** What the person reads when a call was repeated that VS Code refuses before it runs. */
export function refusedWarning(detection: Detection, translate: Translate, messages: Messages): string {
  return (
    ownText(detection, messages.warning, translate) ??
    translate('Tool call loop warning: {pattern}. {refused}', {
      pattern: patternText(detection, translate),
      refused: refusedResult(translate),
    })
  );
}

/** What is known of the result of a call that VS Code refused before it ran. */
export function refusedResult(translate: Translate): string {
  return translate('VS Code did not run the call: there is no such tool, or its arguments are not valid.');
}

/** The same as Markdown. */
export function warningMarkdown(
  detection: Detection,
  translate: Translate,
  messages: Messages,
  names: CallNames = PLAIN_NAMES,
): string {
  const own = ownText(detection, messages.warning, translate);
  return own === undefined ? warningSentences(detection, { translate, names, emphasis: AS_CODE }) : escapeMarkdown(own);
}

/**
 * What the model reads in place of a result when it gets a chance: what repeats, how often, in what window,
 * the call itself, and the ways out. The arguments are quoted as data.
 * Models read English.
 */
export function guidanceText(detection: Detection, messages: Messages): string {
  return ownText(detection, messages.guidance, inEnglish) ?? ourGuidance(detection);
}

function ourGuidance(detection: Detection): string {
  return [
    `This call was not run. Tool call loop: ${patternText(detection, inEnglish)}.`,
    `The refused call was ${toolName(detection)} with arguments (quoted as data): ` +
      `${quotedArguments(detection.arguments)}`,
    'Repeating it will not give a new answer. Before you call a tool again, think about what you expected and ' +
      'why it did not happen. Then do one of these:',
    '- call the tool with different arguments that fix what was wrong;',
    '- use another tool or another approach;',
    '- work with the results you already have;',
    '- if you cannot go on, tell the user what you tried and what you need.',
    'If you make the same call again, the session will be stopped.',
  ].join('\n');
}

/**
 * What the model reads beside the result of a call that has run: what repeats, which call it was, and what to do
 * instead. It may be wrong, so it leaves room for good reasons.
 * @param callArguments of the call, where the detection does not hold them any more
 */
export function nudgeText(detection: Detection, callArguments: unknown = detection.arguments): string {
  return [
    `Note of the tool loop guard: ${patternText(detection, inEnglish)}.`,
    `The last such call was ${quotedCall(detection.tool, callArguments)} (quoted as data). It was run.`,
    'If its result tells you nothing new, do not call it like this again. Work with the results you have, change the ' +
      'arguments that were wrong, take another approach, or tell the user what you tried and what you need. If you ' +
      'wait for something that is still at work, wait longer before you ask again.',
  ].join('\n');
}

/** What the model reads when its call was refused because the run was ended. */
export function stoppedText(detection: Detection): string {
  return (
    'This call was not run: the session was stopped because of a tool call loop (' +
    `${patternText(detection, inEnglish)}). Do not call any more tools. Tell the user what happened and ` +
    'wait for their next message.'
  );
}

/** What the model reads beside a result of its own, when a sub-agent that it had started was ended. */
export function subAgentStoppedText(detection: Detection): string {
  return (
    'Note of the tool loop guard: a subagent was stopped because of a tool call loop (' +
    `${patternText(detection, inEnglish)}). Its task is not done. Do not give the same task to a subagent again: ` +
    'do it in another way, or tell the user what happened.'
  );
}

/** The pattern in a few words, by the rule that found it. */
export function patternText(detection: Detection, translate: Translate): string {
  const { finding, settings } = detection;
  return findingPattern(finding, toolName(detection), settings.ttlSeconds, translate);
}

/** A text of the person's own, filled in; undefined where ours is to be used. */
function ownText(detection: Detection, text: string | undefined, translate: Translate): string | undefined {
  const { finding, settings } = detection;
  return text === undefined
    ? undefined
    : fill(text, {
        tool: toolLabel(detection.tool),
        count: String(finding.count),
        limit: String(finding.threshold),
        ttlSeconds: String(settings.ttlSeconds),
        pattern: patternText(detection, translate),
        arguments: quotedArguments(detection.arguments),
      });
}

function toolName({ tool }: Detection): string {
  return `'${toolLabel(tool)}'`;
}
