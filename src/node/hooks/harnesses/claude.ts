import { CLAUDE_FIELDS, claudeOutput, decision, namedEvent } from '../claudeFormat';
import type { Harness, Reply } from '../harness';

/**
 * How long a call took: no part of the answer, and different each time. Source: recorded PostToolUse inputs of Glob,
 * WebFetch and WebSearch.
 */
const DURATIONS: ReadonlySet<string> = new Set(['durationMs', 'duration_ms', 'durationSeconds', 'totalDurationMs']);

/**
 * Claude Code.
 * Source: "Hooks reference", Claude Code documentation: common fields and `agent_id` inside sub-agents (the session id
 * is the parent's), PreToolUse decisions `deny` and `ask`, `continue` and `stopReason` which go before any decision,
 * exit code 2; field by field as quoted in third-party copies of it.
 */
export const claude: Harness = {
  name: 'claude',
  vendor: 'anthropic',
  // Whatever is of no other harness is read as Claude Code's, whose format the others follow.
  looksLike: () => true,
  fields: CLAUDE_FIELDS,
  eventOf: namedEvent,
  resultOf,
  canAsk: true,
  nudges: 'afterCall',
  canEnd: true,
  write,
};

/**
 * What the model reads of a result that Claude Code hands over with its fields: of a command its output, of other tools
 * all but how long they took, which would make every answer a new one.
 */
function resultOf(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    return result;
  }
  const { stdout, stderr } = result as Readonly<Record<string, unknown>>;
  if (typeof stdout === 'string') {
    return [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n');
  }
  return Object.fromEntries(Object.entries(result).filter(([name]) => !DURATIONS.has(name)));
}

/** Some versions take no notice of `continue` beside a refusal; without one all of them end, but the call runs. */
function write(reply: Reply): string {
  switch (reply.kind) {
    case 'stop':
      return JSON.stringify({
        continue: false,
        stopReason: reply.toPerson,
        ...decision('deny', reply.toPerson),
      });
    case 'end':
      return JSON.stringify({ continue: false, stopReason: reply.toPerson });
    default:
      return claudeOutput(reply);
  }
}
