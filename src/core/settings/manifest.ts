import * as z from 'zod';
import { SECTION } from './parse';
import { settingsSchema } from './schema';

/** Fields of `meta` that are for us and mean nothing in package.json. */
const OWN_META = ['environment'];

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The `contributes.configuration` section of package.json. */
export function configurationSection(): object {
  const properties: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(settingsSchema.shape)) {
    const { $schema: _dialect, ...property } = withoutOwnMeta(z.toJSONSchema(schema, { io: 'input' }));
    properties[`${SECTION}.${key}`] = { ...property, scope: 'resource' };
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
