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

/** What a request took, by the fields that tell it; undefined where none do. */
export function usage(request: unknown, fields: unknown, names: TokenFields): RequestUsage | undefined {
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
