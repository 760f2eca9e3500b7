import { isMomentOf } from './loopTexts';
import { codeSpan } from './pages/markdown';
import { inEnglish, type Translate } from './language';
import type { Messages, PLACEHOLDERS } from './messages';
import { quotedArguments, quotedCall, toolLabel } from './quoting';
import type { Detection } from '../../engine/decision/verdict';
import { findingPattern } from './detectorTexts';

/** Begins what a model reads instead of a blocked call's result, except for the user's own texts. */
export const BLOCKED = {
  loop: 'This call was blocked. Tool call loop:',
  stop: 'This call was blocked: the session was stopped because of a tool call loop',
  budget: 'This call was blocked. Budget reached',
} as const;

/** Begins what a model reads next to a result or a prompt. */
export const NOTE = 'Note from Tool Loop Guard:';

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

/** Read by the model instead of a result when it gets a second chance. In English; quotes the arguments as data. */
export function guidanceText(detection: Detection, messages: Messages = {}): string {
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

/** Claims nothing about results that only the model has read. */
function prospect({ finding }: Detection): string {
  if (finding.isOutage === true) {
    return 'The service cannot be reached, and no arguments will change that.';
  }
  return finding.results === 'unknown'
    ? 'If its results told you nothing new, repeating it will not either.'
    : 'Repeating it will not give a new answer.';
}

/** Next to a result. May be wrong, so leaves room for good reasons. @param callArguments if the detection has none */
export function nudgeText(detection: Detection, callArguments: unknown = detection.arguments): string {
  const which = detection.finding.failedTool === undefined ? 'The last such call' : 'The call after that';
  return [
    `${NOTE} ${patternText(detection, inEnglish)}.`,
    `${which} was ${quotedCall(detection.tool, callArguments)} (quoted as data). It was run.`,
    NOTE_ENDS.nudge,
  ].join('\n');
}

/** Next to a prompt that no user wrote, when the model was woken several times for nothing. */
export function wakingText(detection: Detection): string {
  return [`${NOTE} ${patternText(detection, inEnglish)}.`, NOTE_ENDS.waking].join('\n');
}

/** For a call that was refused because the run was ended. */
export function stoppedText(detection: Detection): string {
  return (
    `${BLOCKED.stop} (${patternText(detection, inEnglish)}). Do not call any more tools. ` +
    'Tell the user what happened and wait for their next message.'
  );
}

/** Next to a result, for a model whose subagent was ended. */
export function subAgentStoppedText(detection: Detection): string {
  return (
    `${NOTE} a subagent was stopped because of a tool call loop (` +
    `${patternText(detection, inEnglish)}). ${NOTE_ENDS.subAgent}`
  );
}

function patternText(detection: Detection, translate: Translate): string {
  const { finding, settings } = detection;
  return findingPattern(finding, toolName(detection), settings.ttlSeconds, translate);
}

/** The user's own text, filled in; undefined if there is none. */
export function ownText(detection: Detection, text: string | undefined, translate: Translate): string | undefined {
  const { finding, settings } = detection;
  return text === undefined
    ? undefined
    : // Inserted text isn't searched again.
      inEnglish(text, {
        tool: toolLabel(detection.tool),
        count: String(finding.count),
        limit: String(finding.threshold),
        ttlSeconds: String(settings.ttlSeconds),
        pattern: patternText(detection, translate),
        arguments: quotedArguments(detection.arguments),
      } satisfies Record<(typeof PLACEHOLDERS)[number], string>);
}

function toolName({ tool, finding }: Detection): string {
  return `'${toolLabel(finding.failedTool ?? tool)}'`;
}

/** A line for AGENTS.md or CLAUDE.md, so that an agent learns from a loop. In English, without arguments. */
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
