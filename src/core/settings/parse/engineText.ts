import * as z from 'zod/mini';
import { inEnglish, type Translate } from '../../words/language';
import { type EngineKey, engineSchema, type EngineValues, toolOverrideSchema } from '../schema';
import { settingMeta } from '../settingMeta';
import { settingsSchema } from '../settingsSchema';

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
    (toolOverrideSchema.shape as Record<string, z.ZodMiniType>)[key] ??
    (settingsSchema.shape as Record<string, z.ZodMiniType>)[key];
  if (schema === undefined) {
    return translate('nothing');
  }
  return describeSchema(schema, translate);
}

/**
 * What a schema accepts, without the aliases, read from its definition: a JSON schema of it would cost a fifth of the
 * library.
 */
export function describeSchema(schema: z.core.$ZodType, translate: Translate, aliases: readonly string[] = []): string {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const known = [...aliases, ...(settingMeta(schema as z.ZodMiniType).aliases ?? [])];
  switch (def.type) {
    case 'optional':
      return describeSchema(def.innerType, translate, known);
    case 'pipe':
      return describeSchema(def.in, translate, known);
    case 'enum':
      return translate('one of: {values}', {
        values: Object.values(def.entries)
          .filter((value) => !known.includes(String(value)))
          .join(', '),
      });
    case 'number': {
      const range = { minimum: bound(def, 'greater_than'), maximum: bound(def, 'less_than') };
      return 'format' in def
        ? translate('a whole number from {minimum} to {maximum}', range)
        : translate('a number from {minimum} to {maximum}', range);
    }
    case 'boolean':
      return translate('true or false');
    case 'string':
      return translate('a text');
    case 'array':
      return translate('a list, each item {item}', { item: describeSchema(def.element, translate) });
    default:
      return translate('an object of names and values');
  }
}

/** The value of a check such as `z.minimum(1)`. */
function bound({ checks = [] }: z.core.$ZodTypeDef, name: 'greater_than' | 'less_than'): string {
  const definitions = checks.map((check) => (check as z.core.$ZodChecks)._zod.def);
  const found = definitions.find((definition) => definition.check === name);
  return String(found !== undefined && 'value' in found ? found.value : undefined);
}

/** Reads a value as it is typed: bare numbers, switches and words, and lists with commas. */
function valueOfText(key: EngineKey, text: string): unknown {
  const schema = engineSchema.shape[key];
  const trimmed = text.trim();
  if (schema instanceof z.ZodMiniBoolean) {
    return booleanOfText(trimmed.toLowerCase());
  }
  if (schema instanceof z.ZodMiniNumber) {
    return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : trimmed;
  }
  if (Array.isArray(settingMeta(schema).default)) {
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
  return settingMeta(engineSchema.shape[key]).environment;
}
