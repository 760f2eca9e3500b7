import * as z from 'zod/mini';
import { describeSchema } from './engineText';
import { checkNames, note, noteKeys, type Problems, type Raw } from './problems';
import type { EngineValues } from '../schema';
import { SECTION } from '../section';

/**
 * Checks each value by itself; one that cannot be used is left out. Of an object that cannot be used, what can be is
 * kept.
 * @param allowed what a field accepts, in words
 */
export function parseFields(
  schema: z.ZodMiniObject,
  raw: Raw,
  path: string,
  problems: Problems,
  allowed: (key: string, field: z.ZodMiniType) => string = (_key, field) => describeSchema(field, problems.translate),
): EngineValues {
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema.shape) as [string, z.ZodMiniType][]) {
    const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
    if (value === undefined) {
      continue;
    }
    const result = field.safeParse(value);
    const members = membersOf(field);
    if (result.success) {
      values[key] = result.data;
    } else if (members !== undefined && isRecord(value)) {
      const name = `${path}.${key}`;
      noteKeys(value, Object.keys(members.shape), name, problems);
      values[key] = parseFields(members, value, name, problems);
    } else {
      note(problems, `${path}.${key}`, value, allowed(key, field));
    }
  }
  return values;
}

/** What an object consists of; undefined for all that is none. */
function membersOf(field: z.ZodMiniType): z.ZodMiniObject | undefined {
  const { def } = (field as unknown as z.core.$ZodTypes)._zod;
  const schema = def.type === 'optional' ? def.innerType : field;
  return schema instanceof z.ZodMiniObject ? schema : undefined;
}

/** Checks a setting that is an object of overrides, by name or glob. */
export function parseOverrides<Values>(
  raw: unknown,
  schema: z.ZodMiniObject,
  path: string,
  problems: Problems,
): Map<string, Values> {
  const overrides = new Map<string, Values>();
  if (raw === undefined) {
    return overrides;
  }
  if (!isRecord(raw)) {
    note(problems, path, raw, problems.translate('an object of names and values'));
    return overrides;
  }
  for (const [pattern, fields] of Object.entries(raw)) {
    const name = `${path}[${JSON.stringify(pattern)}]`;
    if (!isRecord(fields)) {
      note(
        problems,
        name,
        fields,
        problems.translate('an object with any of: {names}', { names: Object.keys(schema.shape).join(', ') }),
      );
      continue;
    }
    checkNames(fields, Object.keys(schema.shape), name, problems);
    overrides.set(pattern, parseFields(schema, fields, name, problems) as Values);
  }
  return overrides;
}

/** A setting that is a record by tool: each entry is checked by itself. */
export function parseRecord<Value>(
  raw: Raw,
  name: string,
  isValid: (value: unknown) => value is Value,
  allowed: string,
  problems: Problems,
): Map<string, Value> {
  const path = `${SECTION}.${name}`;
  const own = raw[name];
  if (own !== undefined && !isRecord(own)) {
    note(problems, path, own, problems.translate('an object of tool names; for each, {allowed}', { allowed }));
  }
  const entries = new Map<string, Value>();
  for (const [pattern, value] of Object.entries(isRecord(own) ? own : {})) {
    if (isValid(value)) {
      entries.set(pattern, value);
    } else {
      note(problems, `${path}[${JSON.stringify(pattern)}]`, value, allowed);
    }
  }
  return entries;
}

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isTextList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

/** Whether a value is an object of names and values. */
export function isRecord(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
