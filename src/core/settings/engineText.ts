import * as z from 'zod';
import { inEnglish, type Translate } from '../words/language';
import { type EngineKey, engineSchema, type EngineValues, toolOverrideSchema } from './schema';
import { settingsSchema } from './settingsSchema';

/** Parses one engine value as a person types it in chat or in an environment variable. */
export function parseEngineText(
  key: EngineKey,
  text: string,
  translate: Translate = inEnglish,
): { readonly value: EngineValues } | { readonly allowed: string } {
  const result = engineSchema.shape[key].safeParse(valueOfText(key, text));
  return result.success ? { value: { [key]: result.data } } : { allowed: allowedValues(key, translate) };
}

/** What a setting accepts, in words. */
export function allowedValues(key: string, translate: Translate): string {
  const schema =
    (toolOverrideSchema.shape as Record<string, z.ZodType>)[key] ??
    (settingsSchema.shape as Record<string, z.ZodType>)[key];
  if (schema === undefined) {
    return translate('nothing');
  }
  return describeSchema(z.toJSONSchema(schema, { io: 'input' }), translate);
}

function describeSchema(json: z.core.JSONSchema.BaseSchema, translate: Translate): string {
  const range = { minimum: String(json.minimum), maximum: String(json.maximum) };
  if (json.enum !== undefined) {
    return translate('one of: {values}', { values: json.enum.join(', ') });
  }
  switch (json.type) {
    case 'integer':
      return translate('a whole number from {minimum} to {maximum}', range);
    case 'number':
      return translate('a number from {minimum} to {maximum}', range);
    case 'boolean':
      return translate('true or false');
    case 'array':
      return translate('a list, each item {item}', {
        item: describeSchema(json.items as z.core.JSONSchema.BaseSchema, translate),
      });
    default:
      return translate('an object of names and values');
  }
}

/** Reads a value as it is typed: bare numbers, switches and words, and lists with commas. */
function valueOfText(key: EngineKey, text: string): unknown {
  const schema = engineSchema.shape[key];
  const trimmed = text.trim();
  if (schema instanceof z.ZodBoolean) {
    return booleanOfText(trimmed.toLowerCase());
  }
  if (schema instanceof z.ZodNumber) {
    return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : trimmed;
  }
  if (Array.isArray(schema.meta()?.['default'])) {
    return trimmed
      .replace(/^\[|\]$/g, '')
      .split(/[\s,]+/)
      .map((word) => word.replace(/["']/g, '').toLowerCase())
      .filter((word) => word !== '');
  }
  return trimmed.toLowerCase();
}

/** The truth words of the `TOOL_LOOP_*` variables. */
function booleanOfText(text: string): unknown {
  if (['true', '1', 'yes', 'on'].includes(text)) {
    return true;
  }
  return ['false', '0', 'no', 'off', ''].includes(text) ? false : text;
}

/** The `TOOL_LOOP_*` variable that sets a key, if there is one. */
export function environmentVariable(key: EngineKey): string | undefined {
  return engineSchema.shape[key].meta()?.['environment'] as string | undefined;
}
