import type { TokenCount } from '../../core/scan/sessionScan';
import { isJsonObject, type JsonFields } from '../files/jsonFields';

/** How a harness writes down what one request of the model took. */
export interface UsageLines {
  /** What stands in each such line. */
  readonly sign: string;
  /** Undefined for all other lines. */
  readonly usageIn: (line: JsonFields) => RequestUsage | undefined;
}

interface RequestUsage {
  readonly tokens: TokenCount;
  /** Lines with the same id tell of the same request, the last one of all of it; undefined: each is one. */
  readonly request?: unknown;
}

export const CLAUDE_USAGE: UsageLines = {
  sign: '"usage"',
  usageIn: ({ type, message }) =>
    type === 'assistant' && isJsonObject(message)
      ? usage(message['id'], message['usage'], {
          input: ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'],
          cachedInput: 'cache_read_input_tokens',
          output: ['output_tokens'],
        })
      : undefined,
};

export const CODEX_USAGE: UsageLines = {
  sign: '"token_usage_record"',
  usageIn: ({ type, payload }) =>
    type === 'token_usage_record' && isJsonObject(payload)
      ? usage(payload['response_id'], payload['usage'], {
          input: ['input_tokens'],
          cachedInput: 'cached_input_tokens',
          output: ['output_tokens'],
        })
      : undefined,
};

export const COPILOT_USAGE: UsageLines = {
  sign: '"session.usage_record"',
  usageIn: ({ type, data }) =>
    type === 'session.usage_record' && isJsonObject(data)
      ? usage(undefined, data['usage'], { input: ['inputTokens'], output: ['outputTokens'] })
      : undefined,
};

function usage(request: unknown, fields: unknown, names: TokenFields): RequestUsage | undefined {
  const tokens = tokenCount(fields, names);
  return tokens === undefined ? undefined : { tokens, request };
}

/** The fields that are added up; some may be missing, but not all. */
interface TokenFields {
  readonly input: readonly string[];
  readonly cachedInput?: string;
  readonly output: readonly string[];
}

/**
 * Reads a count of tokens from the fields of a log.
 * @returns undefined where the log has no such fields, or one is no whole number from 0 on
 */
export function tokenCount(fields: unknown, names: TokenFields): TokenCount | undefined {
  if (!isJsonObject(fields)) {
    return undefined;
  }
  const input = tokenSumOf(fields, names.input);
  const output = tokenSumOf(fields, names.output);
  const cachedInput = names.cachedInput === undefined ? undefined : tokenSumOf(fields, [names.cachedInput]);
  return input === undefined
    ? undefined
    : { input, ...(cachedInput === undefined ? {} : { cachedInput }), output: output ?? 0 };
}

/** Undefined where a field is no whole number from 0 on; fields that are missing are 0, but not all may be. */
function tokenSumOf(fields: JsonFields, names: readonly string[]): number | undefined {
  const values = names.flatMap((name) => (fields[name] === undefined ? [] : [fields[name]]));
  return values.length > 0 && values.every((value) => Number.isSafeInteger(value) && (value as number) >= 0)
    ? (values as number[]).reduce((sum, value) => sum + value, 0)
    : undefined;
}
