import type { TokenCount } from '../../core/scan/sessionScan';
import { isJsonObject, type JsonFields } from '../files/jsonFields';

/**
 * Reads a count of tokens from the fields of a log.
 * @param names the fields that are added up; some may be missing, but not all
 * @returns undefined where the log has no such fields, or one is no whole number from 0 on
 */
export function tokenCount(
  fields: unknown,
  names: { readonly input: readonly string[]; readonly cachedInput?: string; readonly output: readonly string[] },
): TokenCount | undefined {
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
export function tokenSumOf(fields: JsonFields, names: readonly string[]): number | undefined {
  const values = names.flatMap((name) => (fields[name] === undefined ? [] : [fields[name]]));
  return values.length > 0 && values.every((value) => Number.isSafeInteger(value) && (value as number) >= 0)
    ? (values as number[]).reduce((sum, value) => sum + value, 0)
    : undefined;
}
