import { isMomentOf } from './loopTexts';
import { codeSpan } from './pages/markdown';
import { inEnglish, type Translate } from './language';
import { type Messages, fill } from './messages';
import { quotedArguments, quotedCall, toolLabel } from './quoting';
import type { Detection } from '../../engine/decision/verdict';
import { findingPattern } from './detectorTexts';

/** Begins what a model reads in place of the result of a blocked call, but for texts of a person's own. */
export const BLOCKED = {
  loop: 'This call was blocked. Tool call loop:',
  stop: 'This call was blocked: the session was stopped because of a tool call loop',
  budget: 'This call was blocked. Budget reached',
} as const;

/** Begins what a model reads next to a result, or to a prompt. */
export const NOTE = 'Note from Tool Loop Guard:';

/** What ends such a note. */
export const NOTE_ENDS = {
  nudge:
    'If its result tells you nothing new, do not call it like this again. Work with the results you have, change the ' +
    'arguments that were wrong, take another approach, or tell the user what you tried and what you need. If you ' +
    'wait for something that is still at work, wait longer before you ask again.',
  waking:
    'If there is nothing new to do, end this turn without a call. If you have scheduled these turns yourself, cancel ' +
    'them or choose a much longer interval, and tell the user what you are waiting for. If nothing changes, the ' +
    'session will be stopped.',
  subAgent:
    'Its task is not done. Do not give the same task to a subagent again: do it in another way, or tell the user ' +
    'what happened.',
} as const;

/**
 * What the model reads in place of a result when it gets a chance: what repeats, how often, in what window,
 * the call itself, and what to do instead. The arguments are quoted as data.
 * Models read English.
 */
export function guidanceText(detection: Detection, messages: Messages): string {
  return ownText(detection, messages.guidance, inEnglish) ?? ourGuidance(detection);
}

function ourGuidance(detection: Detection): string {
  return [
    `${BLOCKED.loop} ${patternText(detection, inEnglish)}.`,
    `The blocked call was ${toolName(detection)} with arguments (quoted as data): ` +
      `${quotedArguments(detection.arguments)}`,
    `${prospect(detection)} Before you call a tool again, think about what you expected and ` +
      'why it did not happen. Then do one of these:',
    '- call the tool with different arguments that fix what was wrong;',
    '- use another tool or another approach;',
    '- work with the results you already have;',
    '- if you are stuck, tell the user what you tried and what you need.',
    'If you make the same call again, the session will be stopped.',
  ].join('\n');
}

/** The outlook for another such call; claims nothing about results that only the model has read. */
function prospect({ finding }: Detection): string {
  if (finding.isOutage === true) {
    return 'The service cannot be reached, and no arguments will change that.';
  }
  return finding.results === 'unknown'
    ? 'If its results told you nothing new, repeating it will not either.'
    : 'Repeating it will not give a new answer.';
}

/**
 * What the model reads next to the result of a call that has run: what repeats, which call it was, and what to do
 * instead. It may be wrong, so it leaves room for good reasons.
 * @param callArguments of the call, if the detection no longer contains them
 */
export function nudgeText(detection: Detection, callArguments: unknown = detection.arguments): string {
  const which = detection.finding.failedTool === undefined ? 'The last such call' : 'The call after that';
  return [
    `${NOTE} ${patternText(detection, inEnglish)}.`,
    `${which} was ${quotedCall(detection.tool, callArguments)} (quoted as data). It was run.`,
    NOTE_ENDS.nudge,
  ].join('\n');
}

/** What the model reads next to a prompt that no person wrote, when it was woken several times for nothing. */
export function wakingText(detection: Detection): string {
  return [`${NOTE} ${patternText(detection, inEnglish)}.`, NOTE_ENDS.waking].join('\n');
}

/** What the model reads when its call was refused because the run was ended. */
export function stoppedText(detection: Detection): string {
  return (
    `${BLOCKED.stop} (${patternText(detection, inEnglish)}). Do not call any more tools. ` +
    'Tell the user what happened and wait for their next message.'
  );
}

/** What the model reads next to a result of its own, when a subagent that it had started was ended. */
export function subAgentStoppedText(detection: Detection): string {
  return (
    `${NOTE} a subagent was stopped because of a tool call loop (` +
    `${patternText(detection, inEnglish)}). ${NOTE_ENDS.subAgent}`
  );
}

/** The pattern in a few words, by the rule that found it. */
function patternText(detection: Detection, translate: Translate): string {
  const { finding, settings } = detection;
  return findingPattern(finding, toolName(detection), settings.ttlSeconds, translate);
}

/** A text of the person's own, filled in; undefined where ours is to be used. */
export function ownText(detection: Detection, text: string | undefined, translate: Translate): string | undefined {
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

function toolName({ tool, finding }: Detection): string {
  return `'${toolLabel(finding.failedTool ?? tool)}'`;
}

/**
 * One line for AGENTS.md or CLAUDE.md, by which an agent learns from a loop: what not to repeat, and what to do
 * instead. Models read English. No arguments.
 */
export function instructionText({ finding, tool }: Pick<Detection, 'finding' | 'tool'>): string {
  const name = codeSpan(toolLabel(tool));
  if (isMomentOf(finding.detector)) {
    return (
      '- When you are asked to continue and nothing has changed, do not start over. Say what is missing, and ' + 'wait.'
    );
  }
  switch (finding.detector) {
    case 'repeat':
    case 'reread':
      return (
        `- Do not call ${name} again with the same arguments when nothing has changed since the last time. ` +
        'Use the result you have, or try something else.'
      );
    case 'waiting':
      return '- When you have waited for a long time without any progress, check whether it still runs, or ask.';
    case 'revert':
      return '- Do not undo an edit and make it again. Decide which version is right first, or ask.';
    case 'fanout':
      return '- Do not give the same task to another subagent. Use the answer you have.';
    default:
      if (finding.results === 'errors') {
        return `- When ${name} fails twice for the same reason, find out why before you call it again, or ask.`;
      }
      return (
        `- When your last steps, such as calls of ${name}, have brought no new result, stop and say what you know. ` +
        'Then try a different approach, or ask.'
      );
  }
}
