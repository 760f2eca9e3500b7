import { closest } from 'fastest-levenshtein';
import type * as z from 'zod';
import type { AnswerSettings, Configuration, ConfigurationProblem, Tier } from './configuration';
import { allowedValues, environmentVariable, parseEngineText } from './engineText';
import { hazards } from './hazards';
import { MESSAGE_NAMES, type MessageName, type Messages, PLACEHOLDERS, unknownPlaceholders } from './messages';
import { matcher, mergeOverrides, mergeRecords } from './patterns';
import { answerSchema, DEFAULT_IGNORED_ARGUMENTS, DEFAULTS, ENGINE_KEYS, engineSchema, type EngineValues, feedbackSchema, modelOverrideSchema, settingsSchema, type ToolOverride, toolOverrideSchema } from './schema';

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

/**
 * Checks all settings. Promises a usable configuration whatever it is given: a value that cannot be used is
 * left out and described in `problems`; nothing else is lost.
 */
export function parseConfiguration(raw: RawSettings): Configuration {
  const problems: ConfigurationProblem[] = [];
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
  const feedback: z.output<typeof feedbackSchema>[] = [];
  for (const [kind, values] of scopes) {
    if (values === undefined) {
      continue;
    }
    checkNames(values, Object.keys(settingsSchema.shape), SECTION, problems);
    tiers.push({ origin: { kind }, values: parseFields(engineSchema, values, SECTION, problems) });
    toolOverrides.push(parseOverrides(values['toolOverrides'], toolOverrideSchema, `${SECTION}.toolOverrides`, problems));
    modelOverrides.push(parseOverrides(values['modelOverrides'], modelOverrideSchema, `${SECTION}.modelOverrides`, problems));
    operationFields.push(parseRecord(values, 'operationFields', isText, 'the name of an argument', problems));
    ignoredArguments.push(parseRecord(values, 'ignoredArguments', isTextList, 'a list of names of arguments', problems));
    feedback.push(parseFields(feedbackSchema, values, SECTION, problems) as z.output<typeof feedbackSchema>);
    answers.push(parseFields(answerSchema, values, SECTION, problems));
  }
  const messages = Object.fromEntries(MESSAGE_NAMES.map((name) => [name, parseMessage(name, scopes.map(([, values]) => values), problems)]));
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
    adaptive: feedback.find(({ adaptive }) => adaptive !== undefined)?.adaptive ?? false,
    problems,
    hazards: [],
  };
  return { ...configuration, hazards: hazards(configuration) };
}

function parseEnvironment(environment: Readonly<Record<string, string | undefined>>, problems: ConfigurationProblem[]): EngineValues {
  let values: EngineValues = {};
  for (const key of ENGINE_KEYS) {
    const variable = environmentVariable(key);
    const text = variable === undefined ? undefined : environment[variable];
    if (variable === undefined || text === undefined) {
      continue;
    }
    const parsed = parseEngineText(key, text);
    if ('value' in parsed) {
      values = { ...values, ...parsed.value };
    } else {
      problems.push(problem(variable, text, parsed.allowed));
    }
  }
  return values;
}

function parseFields(schema: z.ZodObject, raw: Raw, path: string, problems: ConfigurationProblem[]): EngineValues {
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
      problems.push(problem(`${path}.${key}`, value, allowedValues(key)));
    }
  }
  return values;
}

function parseOverrides<Values>(raw: unknown, schema: z.ZodObject, path: string, problems: ConfigurationProblem[]): Map<string, Values> {
  const overrides = new Map<string, Values>();
  if (raw === undefined) {
    return overrides;
  }
  if (!isRecord(raw)) {
    problems.push(problem(path, raw, 'an object of names and values'));
    return overrides;
  }
  for (const [pattern, fields] of Object.entries(raw)) {
    const name = `${path}[${JSON.stringify(pattern)}]`;
    if (!isRecord(fields)) {
      problems.push(problem(name, fields, `an object with any of: ${Object.keys(schema.shape).join(', ')}`));
      continue;
    }
    checkNames(fields, Object.keys(schema.shape), name, problems);
    overrides.set(pattern, parseFields(schema, fields, name, problems) as Values);
  }
  return overrides;
}

/** The first text that is set and uses only placeholders there are. */
function parseMessage(name: MessageName, strongestFirst: readonly (Raw | undefined)[], problems: ConfigurationProblem[]): string | undefined {
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
    problems.push(
      unknown === undefined
        ? problem(`${SECTION}.${key}`, text, 'a text of at most 2000 characters')
        : { setting: `${SECTION}.${key}`, message: `${SECTION}.${key} uses {${unknown.join('}, {')}}, which is no placeholder. Allowed: {${PLACEHOLDERS.join('}, {')}}. It is ignored.` },
    );
  }
  return undefined;
}

/** Of each setting the first that is given, else its default. */
function answerSettings(strongestFirst: readonly Raw[]): AnswerSettings {
  const defaults = Object.entries(answerSchema.shape).map(([key, schema]) => [key, schema.meta()?.['default']]);
  const { guardedModels, ...rest } = Object.assign({}, Object.fromEntries(defaults), ...strongestFirst.toReversed()) as z.output<typeof answerSchema>;
  const globs = guardedModels.map(matcher);
  return { ...rest, anyGuardedModel: globs.length > 0, guardsModel: (...names) => globs.some((matches) => names.some(matches)) };
}

/** A setting that is a record by tool: each entry is checked by itself. */
function parseRecord<Value>(
  raw: Raw,
  name: string,
  isValid: (value: unknown) => value is Value,
  allowed: string,
  problems: ConfigurationProblem[],
): Map<string, Value> {
  const path = `${SECTION}.${name}`;
  const own = raw[name];
  if (own !== undefined && !isRecord(own)) {
    problems.push(problem(path, own, `an object of tool names; for each, ${allowed}`));
  }
  const entries = new Map<string, Value>();
  for (const [pattern, value] of Object.entries(isRecord(own) ? own : {})) {
    if (isValid(value)) {
      entries.set(pattern, value);
    } else {
      problems.push(problem(`${path}[${JSON.stringify(pattern)}]`, value, allowed));
    }
  }
  return entries;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

function checkNames(raw: Raw, known: readonly string[], path: string, problems: ConfigurationProblem[]): void {
  for (const name of Object.keys(raw)) {
    // VS Code shows settings with a dot in their name once more as an object of what stands before the dot.
    if (!known.includes(name) && !known.some((setting) => setting.startsWith(`${name}.`))) {
      problems.push({
        setting: `${path}.${name}`,
        message: `${path}.${name} is not a setting of Tool Loop Guard. Did you mean "${closest(name, known)}"? It is ignored.`,
      });
    }
  }
}

function problem(setting: string, value: unknown, allowed: string): ConfigurationProblem {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = undefined;
  }
  return { setting, message: `${setting} cannot be ${(text ?? String(value)).slice(0, 80)}. Allowed: ${allowed}. It is ignored.` };
}

function isRecord(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
