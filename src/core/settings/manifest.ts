import * as z from 'zod';
import { SECTION } from './parse';
import { settingsSchema } from './schema';

/** Fields of a JSON schema that mean nothing in package.json. */
const OWN_META = ['environment', '$schema'];

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The `contributes.configuration` section of package.json. */
export function configurationSection(): object {
  const properties: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(settingsSchema.shape)) {
    // The library leaves out the default of a transformed value, since it cannot know which side it describes.
    properties[`${SECTION}.${key}`] = { ...withoutOwnMeta(z.toJSONSchema(schema, { io: 'input' })), default: schema.meta()?.['default'], scope: 'resource' };
  }
  return { title: 'Tool Loop Guard', properties };
}

/** Settings that the folder of an untrusted workspace must not change: each could weaken the guard. */
export function restrictedConfigurations(): string[] {
  return Object.keys(settingsSchema.shape).map((key) => `${SECTION}.${key}`);
}

/** The settings as a Markdown table for the README. */
export function settingsTable(): string {
  const rows = Object.entries(settingsSchema.shape).map(([key, schema]) => {
    const meta = schema.meta() ?? {};
    const environment = typeof meta['environment'] === 'string' ? `\`${meta['environment']}\`` : '';
    return `| \`${SECTION}.${key}\` | ${meta.description ?? ''} | \`${JSON.stringify(meta['default'])}\` | ${environment} |`;
  });
  return ['| Setting | What it does | Default | Environment |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function withoutOwnMeta(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (OWN_META.includes(key) ? undefined : value))) as JsonSchema;
}
