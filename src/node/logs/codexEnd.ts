import { isJsonObject, type JsonFields } from '../files/jsonFields';
import { failedCommand } from '../wire/failedCommand';
import type { CallEnd } from '../wire/harness';

/** The result of a call, such as `function_call_output`. */
const OUTPUT = /_output$/;
const PATCH_FAILED = /^apply_patch verification failed/;

/**
 * The end of a call, by the payload of a line of Codex' file: the end of an item is written before the hook of a
 * command, which hears of no exit code, and also for a failed call to an MCP server, of whose end no hook hears. After
 * the hook comes what the model read, also of patches in a command, of whose end no hook hears either.
 * @returns undefined for a line of something else
 */
export function codexEnd(payload: JsonFields): CallEnd | undefined {
  const { type, item, call_id: answered } = payload;
  if (typeof answered === 'string' && OUTPUT.test(String(type))) {
    const { output } = payload;
    return PATCH_FAILED.test(String(output))
      ? { callId: answered, failure: output }
      : { callId: answered, result: output };
  }
  if (type !== 'item_completed' || !isJsonObject(item) || typeof item['id'] !== 'string') {
    return undefined;
  }
  const { id: callId, status, exit_code: exitCode, aggregated_output: output, result, error } = item;
  const failure = failedCommand(exitCode, output) ?? result ?? error ?? '';
  return status === 'failed' ? { callId, failure } : { callId };
}
