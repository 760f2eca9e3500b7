/**
 * How long a call took: no part of the answer, and different each time. Source: recorded PostToolUse inputs of Glob,
 * WebFetch and WebSearch.
 */
const DURATIONS: ReadonlySet<string> = new Set(['durationMs', 'duration_ms', 'durationSeconds', 'totalDurationMs']);

type Fields = Readonly<Record<string, unknown>>;

/**
 * What the model reads of a result that Claude Code hands over with its fields: of a command its output, of other tools
 * all but how long they took, which would make every answer a new one.
 */
export function claudeResult(result: unknown): unknown {
  if (!hasFields(result)) {
    return result;
  }
  const { stdout, stderr } = result;
  if (typeof stdout === 'string') {
    return [stdout, stderr].filter((text) => typeof text === 'string' && text !== '').join('\n');
  }
  return Object.fromEntries(Object.entries(result).filter(([name]) => !DURATIONS.has(name)));
}

/** What the model reads of a result that Copilot hands over. */
export function copilotResult(result: unknown): unknown {
  return hasFields(result) ? (result['textResultForLlm'] ?? result['text_result_for_llm'] ?? result) : result;
}

function hasFields(result: unknown): result is Fields {
  return typeof result === 'object' && result !== null && !Array.isArray(result);
}
