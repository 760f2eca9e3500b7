import { findingPattern } from './detectorTexts';
import { inEnglish, type Translate } from './language';
import { fill, type Messages } from './messages';
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
 */
export function textsOf(verdict: Verdict, translate: Translate, messages: Messages): VerdictTexts {
  switch (verdict.action) {
    case 'allow':
      return { forModel: undefined, forPerson: undefined };
    case 'warn':
      return { forModel: undefined, forPerson: warningText(verdict.detection, translate, messages) };
    case 'ask':
      return { forModel: undefined, forPerson: askText(verdict.detection, translate) };
    case 'chance':
      return {
        forModel: guidanceText(verdict.detection, messages),
        forPerson: chanceText(verdict.detection, translate),
      };
    case 'break':
    case 'stopped':
      return { forModel: stoppedText(verdict.detection), forPerson: breakText(verdict.detection, translate, messages) };
  }
}

/** What the person reads when the run was ended. */
export function breakText(detection: Detection, translate: Translate, messages: Messages): string {
  const own = ownText(detection, messages.block, translate);
  if (own !== undefined) {
    return own;
  }
  const pattern = patternText(detection, translate);
  const text = translate('Tool call loop detected: {pattern}. Session stopped to prevent unintended looping. {hint}', {
    pattern,
    hint: hint(translate),
  });
  return detection.afterChance ? `${translate('After guidance, the same call was repeated.')} ${text}` : text;
}

/** The same in one line, for a notification that has a way to the details. */
export function stopNotice(detection: Detection, translate: Translate, messages: Messages): string {
  return (
    ownText(detection, messages.block, translate) ??
    translate('Loop stopped: {pattern}. Your next message lets the agent go on.', {
      pattern: patternText(detection, translate),
    })
  );
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

/** What the person reads when a repeated call was run all the same. */
export function warningText(detection: Detection, translate: Translate, messages: Messages): string {
  return (
    ownText(detection, messages.warning, translate) ??
    translate('Tool call loop warning: {pattern}. The call was run. {hint}', {
      pattern: patternText(detection, translate),
      hint: hint(translate),
    })
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

/** What the person reads when VS Code asks whether the call may run. */
export function askText(detection: Detection, translate: Translate): string {
  return translate('Tool call loop detected: {pattern}. Run it all the same?', {
    pattern: patternText(detection, translate),
  });
}

/** What the person reads when the model was told to reconsider. */
export function chanceText(detection: Detection, translate: Translate): string {
  return translate(
    'Tool call loop detected: {pattern}. The call was not run; the model was told to try something else. If it ' +
      'repeats the call, the session is stopped.',
    { pattern: patternText(detection, translate) },
  );
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

function hint(translate: Translate): string {
  return translate('Try changing the inputs or the approach, or tell the agent what to do next.');
}

const toolName = ({ tool }: Detection): string => `'${toolLabel(tool)}'`;
