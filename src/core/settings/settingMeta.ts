import * as z from 'zod/mini';

/** What is known about a setting in addition to the type of its values. */
export interface SettingMeta {
  /** English Markdown. */
  readonly description?: string | undefined;
  readonly default?: unknown;
  /** The variable that sets it, where there is one. */
  readonly environment?: string | undefined;
  /** Values that are understood and not offered. */
  readonly aliases?: readonly string[] | undefined;
  /** Set where VS Code must not take it from a workspace. */
  readonly scope?: 'machine' | undefined;
}

/** What the schema says of a setting; nothing for a schema that is no setting. */
export function settingMeta(schema: z.ZodMiniType): SettingMeta {
  return z.globalRegistry.get(schema) ?? {};
}
