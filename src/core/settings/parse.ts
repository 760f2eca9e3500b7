import { closest } from 'fastest-levenshtein';
import type * as z from 'zod';
import { inEnglish, type Translate } from '../words/language';
import type { AnswerSettings, Configuration, ConfigurationProblem, Tier } from './configuration';
import { allowedValues, environmentVariable, parseEngineText } from './engineText';
import { maskText } from '../words/mask';
import { clip, oneLine } from '../words/quoting';
import { hazards } from './warnings';
import { MESSAGE_NAMES, type MessageName, type Messages, PLACEHOLDERS, unknownPlaceholders } from '../words/messages';
import { matcher, mergeOverrides, mergeRecords } from './patterns';
import {
  answerSchema,
  DEFAULT_IGNORED_ARGUMENTS,
  DEFAULTS,
  ENGINE_KEYS,
  engineSchema,
  type EngineValues,
  modelOverrideSchema,
  settingsSchema,
  surroundingsSchema,
  type ToolOverride,
  toolOverrideSchema,
} from './schema';

/** The section of settings.json that is ours. */
export const SECTION = 'toolLoopGuard';

type Raw = Readonly<Record<string, unknown>>;

/** Settings as VS Code and the environment hold them, not yet checked; keys without `toolLoopGuard.`. */
export interface RawSettings {
  readonly workspaceFolder?: Raw | undefined;
  readonly workspace?: Raw | undefined;
  readonly user?: Raw | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Gathers what cannot be used, in the person's language. */
interface Problems {
  readonly found: ConfigurationProblem[];
  readonly translate: Translate;
}

/**
 * Checks all settings. Promises a usable configuration whatever it is given: a value that cannot be used is
 * left out and described in `problems`; nothing else is lost.
 * @param translate for the sentences in `problems` and `hazards`, which a person reads in the chat and in the log
 */
export function parseConfiguration(raw: RawSettings, translate: Translate = inEnglish): Configuration {
  const problems: Problems = { found: [], translate };
  const scopes = [
    ['workspaceFolder', raw.workspaceFolder],
    ['workspace', raw.workspace],
    ['user', raw.user],
  ] as const;
  const tiers: Tier[] = [];
  const toolOverrides: Map<string, ToolOverride>[] = [];
  const modelOverrides: Map<string, EngineValues>[] = [];
  const operationFields: Map<string, string>[] = [];
  const ignoredArguments: Map<string, readonly string[]>[] = [];
  const answers: Raw[] = [];
  const surroundings: Raw[] = [];
  for (const [kind, values] of scopes) {
    if (values === undefined) {
      continue;
    }
    checkNames(values, Object.keys(settingsSchema.shape), SECTION, problems);
    tiers.push({ origin: { kind }, values: parseFields(engineSchema, values, SECTION, problems) });
    toolOverrides.push(
      parseOverrides(values['toolOverrides'], toolOverrideSchema, `${SECTION}.toolOverrides`, problems),
    );
    modelOverrides.push(
      parseOverrides(values['modelOverrides'], modelOverrideSchema, `${SECTION}.modelOverrides`, problems),
    );
    operationFields.push(
      parseRecord(values, 'operationFields', isText, translate('the name of an argument'), problems),
    );
    ignoredArguments.push(
      parseRecord(values, 'ignoredArguments', isTextList, translate('a list of names of arguments'), problems),
    );
    answers.push(parseFields(answerSchema, values, SECTION, problems));
    surroundings.push(parseFields(surroundingsSchema, values, SECTION, problems));
  }
  const messages = Object.fromEntries(
    MESSAGE_NAMES.map((name) => [
      name,
      parseMessage(
        name,
        scopes.map(([, values]) => values),
        problems,
      ),
    ]),
  );
  tiers.push({ origin: { kind: 'environment' }, values: parseEnvironment(raw.environment ?? {}, problems) });
  tiers.push({ origin: { kind: 'default' }, values: DEFAULTS });
  const configuration = {
    tiers,
    toolOverrides: mergeOverrides(toolOverrides),
    modelOverrides: mergeOverrides(modelOverrides),
    operationFields: mergeRecords(operationFields),
    ignoredArguments: mergeRecords([...ignoredArguments, new Map(Object.entries(DEFAULT_IGNORED_ARGUMENTS))]),
    messages: messages as unknown as Messages,
    answers: answerSettings(answers),
    surroundings: strongest(surroundingsSchema, surroundings),
    problems: problems.found,
    hazards: [],
  };
  return { ...configuration, hazards: hazards(configuration, translate) };
}

function parseEnvironment(environment: Readonly<Record<string, string | undefined>>, problems: Problems): EngineValues {
  let values: EngineValues = {};
  for (const key of ENGINE_KEYS) {
    const variable = environmentVariable(key);
    const text = variable === undefined ? undefined : environment[variable];
    if (variable === undefined || text === undefined) {
      continue;
    }
    const parsed = parseEngineText(key, text, problems.translate);
    if ('value' in parsed) {
      values = { ...values, ...parsed.value };
    } else {
      note(problems, variable, text, parsed.allowed);
    }
  }
  return values;
}

function parseFields(schema: z.ZodObject, raw: Raw, path: string, problems: Problems): EngineValues {
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
    if (value === undefined) {
      continue;
    }
    const result = field.safeParse(value);
    if (result.success) {
      values[key] = result.data;
    } else {
      note(problems, `${path}.${key}`, value, allowedValues(key, problems.translate));
    }
  }
  return values;
}

function parseOverrides<Values>(
  raw: unknown,
  schema: z.ZodObject,
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

/** The first text that is set and uses only placeholders there are. */
function parseMessage(
  name: MessageName,
  strongestFirst: readonly (Raw | undefined)[],
  problems: Problems,
): string | undefined {
  const key = `messages.${name}`;
  for (const values of strongestFirst) {
    const text = values?.[key];
    if (text === undefined || text === '') {
      continue;
    }
    const unknown = typeof text === 'string' && text.length <= 2000 ? unknownPlaceholders(text) : undefined;
    if (unknown?.length === 0) {
      return text as string;
    }
    if (unknown === undefined) {
      note(problems, `${SECTION}.${key}`, text, problems.translate('a text of at most 2000 characters'));
    } else {
      notePlaceholders(problems, `${SECTION}.${key}`, unknown);
    }
  }
  return undefined;
}

/** Of each setting the first that is given, else its default. */
function strongest<Schema extends z.ZodObject>(schema: Schema, strongestFirst: readonly Raw[]): z.output<Schema> {
  const defaults = Object.entries(schema.shape as Record<string, z.ZodType>).map(([key, field]) => [
    key,
    field.meta()?.['default'],
  ]);
  return Object.assign({}, Object.fromEntries(defaults), ...strongestFirst.toReversed()) as z.output<Schema>;
}

function answerSettings(strongestFirst: readonly Raw[]): AnswerSettings {
  const { guardedModels, ...rest } = strongest(answerSchema, strongestFirst);
  const globs = guardedModels.map(matcher);
  return {
    ...rest,
    anyGuardedModel: globs.length > 0,
    guardsModel: (...names) => globs.some((matches) => names.some(matches)),
  };
}

/** A setting that is a record by tool: each entry is checked by itself. */
function parseRecord<Value>(
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

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

function checkNames(raw: Raw, known: readonly string[], path: string, problems: Problems): void {
  for (const name of Object.keys(raw)) {
    // VS Code shows settings with a dot in their name once more as an object of what stands before the dot.
    if (!known.includes(name) && !known.some((setting) => setting.startsWith(`${name}.`))) {
      const setting = `${path}.${name}`;
      problems.found.push({
        setting,
        message: problems.translate(
          '{setting} is not a setting of Tool Loop Guard. Did you mean "{closest}"? It is ignored.',
          { setting, closest: closest(name.slice(0, 100), known) },
        ),
      });
    }
  }
}

function notePlaceholders({ found, translate }: Problems, setting: string, unknown: readonly string[]): void {
  const inBraces = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ');
  found.push({
    setting,
    message: translate('{setting} uses {unknown}, which is no placeholder. Allowed: {allowed}. It is ignored.', {
      setting,
      unknown: inBraces(unknown),
      allowed: inBraces(PLACEHOLDERS),
    }),
  });
}

function note({ found, translate }: Problems, setting: string, value: unknown, allowed: string): void {
  const text = clip(oneLine(maskText(textOf(value, translate))), 80);
  found.push({
    setting,
    message: translate('{setting} cannot be {value}. Allowed: {allowed}. It is ignored.', {
      setting,
      value: text,
      allowed,
    }),
  });
}

function textOf(value: unknown, translate: Translate): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return translate('such a value');
  }
}

function isRecord(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
