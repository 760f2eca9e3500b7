import type { Detection } from '../../engine/decision/verdict';
import { isMomentOf } from '../words/loopTexts';
import { codeSpan } from '../words/pages/markdown';
import { toolLabel } from '../words/quoting';

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
    case 'obstacle':
      return `- When ${name} fails twice for the same reason, find out why before you call it again, or ask.`;
    case 'waiting':
      return '- When you have waited for a long time without any progress, check whether it still runs, or ask.';
    case 'revert':
      return '- Do not undo an edit and make it again. Decide which version is right first, or ask.';
    case 'fanout':
      return '- Do not give the same task to another subagent. Use the answer you have.';
    default:
      return (
        `- When your last steps, such as calls of ${name}, have brought no new result, stop and say what you know. ` +
        'Then try a different approach, or ask.'
      );
  }
}
