import * as z from 'zod/mini';
import { SECTION } from './section';
import { DETECTOR_KEYS, DETECTOR_SETTINGS } from '../../engine/detectors/registry';
import { settingMeta } from './settingMeta';
import { settingsSchema } from './settingsSchema';

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

interface Group {
  /**
   * Behind `settings.` in package.nls.json; undefined: the group of the product's own name, which VS Code shows first.
   */
  readonly key?: string;
  readonly title?: string;
  /** Names of settings, or what they begin with when it ends with a dot. */
  readonly settings: readonly string[];
}

/** Where the settings editor shows a setting. What no group names stands in the first. */
const GROUPS: readonly Group[] = [
  { settings: [] },
  {
    key: 'detection',
    title: 'Detection',
    settings: ['windowSize', 'detectors', ...DETECTOR_KEYS.filter((key) => DETECTOR_SETTINGS[key].isMain !== true)],
  },
  {
    key: 'overrides',
    title: 'Single Tools and Models',
    settings: ['toolOverrides', 'modelOverrides', 'operationFields', 'ignoredArguments', 'alwaysAllowedTools'],
  },
  { key: 'messages', title: 'Texts of Your Own', settings: ['messages.'] },
  {
    key: 'answers',
    title: 'Guarded Models',
    settings: ['guardedModels', 'selfAwareness', 'repeatingText', 'maxTextRepetitions'],
  },
  {
    key: 'window',
    title: 'Status Bar, Feedback, Recordings',
    settings: ['adaptive', 'statusBar', 'recordConversations'],
  },
];

/**
 * The `contributes.configuration` of package.json: in groups, the most important settings first, every text as a
 * `%key%`.
 * @throws when one key would stand for two texts
 */
export function configurationManifest(): ConfigurationManifest {
  const texts = new Map<string, string>();
  const names = Object.keys(settingsSchema.shape);
  const sections = GROUPS.map(({ key, title }, index) => {
    if (key !== undefined && title !== undefined) {
      texts.set(`settings.${key}`, title);
    }
    const properties = names
      .filter((name) => groupOf(name) === index)
      .map((name) => [`${SECTION}.${name}`, { ...property(name, texts), order: names.indexOf(name) }]);
    return {
      title: key === undefined ? '%displayName%' : `%settings.${key}%`,
      order: index,
      properties: Object.fromEntries(properties) as object,
    };
  });
  return { sections, texts: Object.fromEntries(texts) };
}

function groupOf(name: string): number {
  const group = GROUPS.findIndex(({ settings }) =>
    settings.some((setting) => setting === name || (setting.endsWith('.') && name.startsWith(setting))),
  );
  return Math.max(group, 0);
}

function property(name: string, texts: Map<string, string>): object {
  const schema: z.ZodMiniType = settingsSchema.shape[name as keyof typeof settingsSchema.shape];
  // The library leaves out the default of a transformed value, since it cannot know which side it describes.
  return {
    ...localized(withoutOwnMeta(z.toJSONSchema(schema, { io: 'input' })), name, texts),
    default: settingMeta(schema).default,
    scope: 'resource',
  };
}

/** The schema with keys in place of its texts, which are added to `texts`. */
function localized(schema: JsonSchema, name: string, texts: Map<string, string>): JsonSchema {
  const { description, enumDescriptions, properties, items, additionalProperties, ...rest } = schema;
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
    ...(Array.isArray(enumDescriptions)
      ? {
          enumDescriptions: enumDescriptions.map((text, index) =>
            keyed(`setting.${name}.${String(schema.enum?.[index])}`, String(text), texts),
          ),
        }
      : {}),
    ...(items === undefined ? {} : { items: nested(items, name) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: nested(additionalProperties, name) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties).map(([key, child]) => [key, nested(child, key)])),
        }),
  } as JsonSchema;
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
  return Object.keys(settingsSchema.shape).map((key) => `${SECTION}.${key}`);
}

/** The settings as a Markdown table for the README, where the settings editor's links between settings mean nothing. */
export function settingsTable(): string {
  const rows = Object.entries(settingsSchema.shape).map(([key, schema]) => {
    const meta = settingMeta(schema);
    const environment = meta.environment === undefined ? '' : `\`${meta.environment}\``;
    const description = (meta.description ?? '').replace(/`#toolLoopGuard\.([^`#]+)#`/g, '`$1`');
    return `| \`${SECTION}.${key}\` | ${description} | \`${JSON.stringify(meta.default)}\` | ${environment} |`;
  });
  return ['| Setting | What it does | Default | Environment |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutOwnMeta(schema: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (OWN_META.includes(key) ? undefined : value)),
  ) as JsonSchema;
}
