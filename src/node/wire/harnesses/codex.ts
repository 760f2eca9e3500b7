import { CLAUDE_FIELDS, claudeOutput, namedEvent } from '../../transcripts/claudeFormat';
import type { Harness, RawInput } from '../harness';

/**
 * OpenAI Codex CLI.
 * Source: the JSON schemas of its hooks crate (pre-tool-use, post-tool-use and user-prompt-submit command input) and
 * that crate's output parser: `agent_id` inside subagents; of a PreToolUse hook only `deny` with a reason and
 * `systemMessage` are honoured, while `ask`, `allow` and `continue: false` make the whole output invalid and let the
 * call run. No event tells of a failure.
 */
export const codex: Harness = {
  name: 'codex',
  vendor: 'openai',
  looksLike: (input) =>
    input['turn_id'] !== undefined || (input['model'] !== undefined && input['tool_name'] !== undefined),
  fields: CLAUDE_FIELDS,
  eventOf: namedEvent,
  resultOf: (result) => result,
  canAsk: false,
  canAnswerPrompt: true,
  nudges: 'afterCall',
  canEnd: false,
  roundIn,
  write: (reply) => claudeOutput(reply.kind === 'ask' ? { ...reply, kind: 'warn' } : reply),
};

/**
 * The calls of an answer are lines that follow each other, before the usage of that answer and before any result. The
 * answer goes by the id of its first call.
 */
function roundIn(lines: Iterable<RawInput>, callId: string | undefined): string | undefined {
  let isFound = false;
  let first: string | undefined;
  for (const { payload } of lines) {
    const { type, call_id: id } = (payload ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof type === 'string' && type.endsWith('_call') && typeof id === 'string') {
      isFound ||= id === callId;
      first = id;
    } else if (isFound) {
      return first;
    }
  }
  return isFound ? first : undefined;
}
