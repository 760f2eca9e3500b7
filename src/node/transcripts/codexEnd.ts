import { isJsonObject, type JsonFields } from '../files/jsonFields';
import { failedCommand } from '../wire/failedCommand';
import type { CallEnd } from '../wire/harness';

/**
 * The end of a call, by the payload of a line of Codex' file: written before the hook of a command, which hears of no
 * exit code, and also for a failed call to an MCP server, of whose end no hook hears.
 * @returns undefined for a line of something else
 */
export function codexEnd(payload: JsonFields): CallEnd | undefined {
  const { type, item } = payload;
  if (type !== 'item_completed' || !isJsonObject(item) || typeof item['id'] !== 'string') {
    return undefined;
  }
  const { id: callId, status, exit_code: exitCode, aggregated_output: output, result, error } = item;
  const failure = failedCommand(exitCode, output) ?? result ?? error ?? '';
  return status === 'failed' ? { callId, failure } : { callId };
}
