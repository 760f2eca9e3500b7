import { CLAUDE_FIELDS, claudeOutput, namedEvent } from '../../transcripts/claudeFormat';
import type { Harness } from '../harness';

/**
 * opencode, whose plugins run in its own process: ours says what happens in Claude Code's format, and acts on replies
 * itself. It has no hook commands, so no input is recognized as its own.
 * Source: run in 1.18.33; "Plugins" of its documentation. A subagent has a session of its own. A tool that throws is
 * not told of after it has run.
 */
export const opencode: Harness = {
  name: 'opencode',
  vendor: 'unknown',
  looksLike: () => false,
  fields: { ...CLAUDE_FIELDS, transcriptPath: [], answerId: ['message_id'] },
  eventOf: namedEvent,
  marksOwnPrompt: ({ synthetic }) => synthetic === true,
  resultOf: (result) => result,
  canAsk: false,
  canAnswerPrompt: false,
  nudges: 'afterCall',
  canEnd: true,
  write: claudeOutput,
};
