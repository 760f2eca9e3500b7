import type * as z from 'zod/mini';
import { inEnglish, type Translate } from '../words/language';
import type { AnswerSettings, Configuration, Tier } from './configuration';
import { environmentVariable, parseEngineText } from './engineText';
import { isText, isTextList, parseFields, parseOverrides, parseRecord } from './fields';
import { settingsWarnings } from './settingsWarnings';
import { MESSAGE_NAMES, type MessageName, type Messages, unknownPlaceholders } from '../words/messages';
import { matcher, mergeOverrides, mergeRecords } from './patterns';
import { note, notePlaceholders, checkNames, type Problems, type Raw } from './problems';
import {
  DEFAULTS,
  ENGINE_KEYS,
  engineSchema,
  type EngineValues,
  modelOverrideSchema,
  type ToolOverride,
  toolOverrideSchema,
} from './schema';
import { SECTION } from './section';
import { settingMeta } from './settingMeta';
import { answerSchema, settingsSchema, windowSchema } from './settingsSchema';
import { DEFAULT_IGNORED_ARGUMENTS } from './toolDefaults';

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
 * @param translate for `problems` and `settingsWarnings`, which a person reads in the chat and in the log
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
  const windowTiers: Raw[] = [];
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
    windowTiers.push(parseFields(windowSchema, values, SECTION, problems));
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
  const window = strongest(windowSchema, windowTiers);
  const alwaysAllowed = window.alwaysAllowedTools.map(matcher);
  const configuration = {
    tiers,
    toolOverrides: mergeOverrides(toolOverrides),
    modelOverrides: mergeOverrides(modelOverrides),
    operationFields: mergeRecords(operationFields),
    ignoredArguments: mergeRecords([...ignoredArguments, new Map(Object.entries(DEFAULT_IGNORED_ARGUMENTS))]),
    messages: messages as unknown as Messages,
    answers: answerSettings(answers),
    alwaysAllows: (tool: string) => alwaysAllowed.some((matches) => matches(tool)),
    window,
    problems: problems.found,
    settingsWarnings: [],
  };
  return { ...configuration, settingsWarnings: settingsWarnings(configuration, translate) };
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
function strongest<Schema extends z.ZodMiniObject>(schema: Schema, strongestFirst: readonly Raw[]): z.output<Schema> {
  const defaults = Object.entries(schema.shape as Record<string, z.ZodMiniType>).map(([key, field]) => [
    key,
    settingMeta(field).default,
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
