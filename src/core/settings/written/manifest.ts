import * as z from 'zod/mini';
import { SECTION } from '../section';
import { settingMeta } from '../settingMeta';
import { settingsSchema } from '../settingsSchema';
import { memberName, SETTING_OBJECTS } from './settingObjects';
import { WRITTEN_SETTINGS } from './writtenSettings';

/** Fields of a JSON schema that mean nothing in package.json. */
const OWN_META = ['environment', '$schema'];

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** English texts of package.nls.json by their keys. */
export type ManifestTexts = Readonly<Record<string, string>>;

/** The settings as package.json declares them, and the texts its `%keys%` stand for. */
interface ConfigurationManifest {
  readonly sections: readonly object[];
  readonly texts: ManifestTexts;
}

/**
 * The `contributes.configuration` of package.json: in groups, the most important settings first, every text as a
 * `%key%`.
 * @throws when one key would stand for two texts
 */
export function configurationManifest(): ConfigurationManifest {
  const texts = new Map<string, string>();
  const names = Object.keys(WRITTEN_SETTINGS);
  const sections = SETTING_GROUPS.map(({ key, title }, index) => {
    if (key !== undefined && title !== undefined) {
      texts.set(`settings.${key}`, title);
    }
    const properties = names
      .filter((name) => groupOf(name) === index)
      .map((name) => [`${SECTION}.${name}`, { ...property(name, texts), order: orderOf(name, names) }]);
    return {
      title: key === undefined ? '%displayName%' : `%settings.${key}%`,
      order: index,
      properties: Object.fromEntries(properties) as object,
    };
  });
  return { sections, texts: Object.fromEntries(texts) };
}

function property(name: string, texts: Map<string, string>): object {
  const schema = WRITTEN_SETTINGS[name] as z.ZodMiniType;
  const tags = tagsOf(name);
  // The library leaves out the default of a transformed value, since it cannot know which side it describes.
  return {
    ...localized(withoutOwnMeta(z.toJSONSchema(schema, { io: 'input' })), name, texts),
    default: settingMeta(schema).default,
    scope: settingMeta(schema).scope ?? 'resource',
    ...(tags.length === 0 ? {} : { tags }),
  };
}

/** The schema with keys in place of its texts, which are added to `texts`. */
function localized(schema: JsonSchema, name: string, texts: Map<string, string>): JsonSchema {
  const offered = withoutAliases(schema);
  const { description, enumDescriptions, enumItemLabels, properties, items, additionalProperties, ...rest } = offered;
  const textsOfValues = (field: string, list: unknown, suffix = ''): object =>
    Array.isArray(list)
      ? {
          [field]: list.map((text, index) =>
            keyed(`setting.${name}.${String(offered.enum?.[index])}${suffix}`, String(text), texts),
          ),
        }
      : {};
  const nested = (child: unknown, childName: string): unknown =>
    isSchema(child) ? localized(child, childName, texts) : child;
  return {
    ...rest,
    ...(description === undefined
      ? {}
      : {
          [description.includes('`') ? 'markdownDescription' : 'description']: keyed(
            `setting.${name}`,
            description,
            texts,
          ),
        }),
    ...textsOfValues('enumDescriptions', enumDescriptions),
    ...textsOfValues('enumItemLabels', enumItemLabels, '.label'),
    ...(items === undefined ? {} : { items: nested(items, name) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: nested(additionalProperties, name) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, child]) => [key, nested(child, ownName(name, key))]),
          ),
        }),
  } as JsonSchema;
}

/** What a member of an object of settings is called by itself. */
function ownName(object: string, key: string): string {
  const { members = [] } = SETTING_OBJECTS.find(({ name }) => name === object) ?? {};
  return members.find((member) => memberName(member) === key) ?? key;
}

/** The schema with only those of its values that are offered, each with its texts. */
function withoutAliases(schema: JsonSchema): JsonSchema {
  const { aliases, enum: values, enumDescriptions, enumItemLabels, ...rest } = schema;
  const offered = <Item>(list: Item): Item =>
    (Array.isArray(list) && Array.isArray(aliases) && values !== undefined
      ? list.filter((_, index) => !aliases.includes(values[index]))
      : list) as Item;
  return {
    ...rest,
    ...(values === undefined ? {} : { enum: offered(values) }),
    enumDescriptions: offered(enumDescriptions),
    enumItemLabels: offered(enumItemLabels),
  };
}

function keyed(key: string, text: string, texts: Map<string, string>): string {
  if ((texts.get(key) ?? text) !== text) {
    throw new Error(`${key} would stand for two texts`);
  }
  texts.set(key, text);
  return `%${key}%`;
}

/** Settings that the folder of an untrusted workspace must not change: each could weaken the guard. */
export function restrictedConfigurations(): string[] {
  return Object.keys(WRITTEN_SETTINGS).map((key) => `${SECTION}.${key}`);
}

/** The settings for the documents, where links of the Settings editor mean nothing: two tables, one of the members. */
export function settingsTable(): string {
  return [
    table(
      ['Setting', 'What it does', 'Default', 'Environment'],
      Object.keys(WRITTEN_SETTINGS).map((name) => [`\`${SECTION}.${name}\``, ...cells(name), environmentCell(name)]),
    ),
    table(
      ['Member', 'Of', 'What it does', 'Default'],
      SETTING_OBJECTS.flatMap(({ name, members }) =>
        members.map((member) => [`\`${memberName(member)}\``, `\`${name}\``, ...cells(member)]),
      ),
    ),
  ].join('\n\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** What a setting or a member does, and its default. */
function cells(name: string): string[] {
  const schemas: Readonly<Record<string, z.ZodMiniType>> = { ...settingsSchema.shape, ...WRITTEN_SETTINGS };
  const { description = '', default: value } = settingMeta(schemas[name] as z.ZodMiniType);
  return [description.replace(/`#toolLoopGuard\.([^`#]+)#`/g, '`$1`'), `\`${JSON.stringify(value)}\``];
}

function environmentCell(name: string): string {
  const { environment } = settingMeta(WRITTEN_SETTINGS[name] as z.ZodMiniType);
  return environment === undefined ? '' : `\`${environment}\``;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutOwnMeta(schema: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (OWN_META.includes(key) ? undefined : value)),
  ) as JsonSchema;
}

/** Settings that the Settings editor lists together. */
interface SettingGroup {
  /**
   * Behind `settings.` in package.nls.json; undefined: the group of the product's own name, which VS Code shows first.
   */
  readonly key?: string;
  readonly title?: string;
  readonly settings: readonly string[];
}

/** What the Settings editor shows at once. All others are advanced: shown on request, and in settings.json. */
const MAIN_SETTINGS: readonly string[] = [
  'enabled',
  'mode',
  'maxRepeats',
  'preset',
  'toolOverrides',
  'guardedModels',
  'recordConversations',
];

/** Where the Settings editor shows a setting. What no group names is among the limits. */
const SETTING_GROUPS: readonly SettingGroup[] = [
  { settings: MAIN_SETTINGS },
  { key: 'limits', title: 'Limits', settings: [] },
  { key: 'budget', title: 'Budget', settings: ['budget'] },
  {
    key: 'matching',
    title: 'Matching',
    settings: ['matching', 'ignoredArguments', 'operationFields'],
  },
  {
    key: 'messages',
    title: 'Messages',
    settings: ['messages', 'onStop', 'maxTextRepetitions'],
  },
  {
    key: 'privacy',
    title: 'Privacy',
    settings: ['telemetry', 'telemetryEvents', 'stopSingleChats', 'experimental'],
  },
];

const LIMITS = SETTING_GROUPS.findIndex(({ key }) => key === 'limits');

/** Which of the groups a setting stands in. */
function groupOf(name: string): number {
  const group = SETTING_GROUPS.findIndex(({ settings }) => settings.includes(name));
  return group === -1 ? LIMITS : group;
}

/** Where a setting stands among all of them: the main ones as they are listed above, the others as in the schema. */
function orderOf(name: string, names: readonly string[]): number {
  const main = MAIN_SETTINGS.indexOf(name);
  return main === -1 ? MAIN_SETTINGS.length + names.indexOf(name) : main;
}

/** What VS Code finds a setting by: `@tag:advanced` is what its Settings editor hides at first. */
function tagsOf(name: string): string[] {
  return [...(MAIN_SETTINGS.includes(name) ? [] : ['advanced']), ...(name === 'experimental' ? ['experimental'] : [])];
}
