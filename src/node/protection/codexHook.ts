import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import type { HooksOff, MachineFacts } from '../../core/protection/facts';
import { readForeignText } from '../files/foreignFile';
import { fieldsOf, type JsonFields } from '../files/jsonFields';

export const CONFIG_FILE = 'config.toml';

interface CodexConfig {
  readonly config: JsonFields;
  /** The file, and the line that isn't TOML. */
  readonly unreadable?: string;
}

/** Empty if there is no readable file. */
export function readCodexConfig(folder: string, name = CONFIG_FILE): CodexConfig {
  const file = join(folder, name);
  try {
    return { config: fieldsOf(parse(readForeignText(file) ?? '')) };
  } catch (error) {
    return { config: {}, unreadable: error instanceof TomlError ? `${file}, line ${error.line}` : file };
  }
}

const SYSTEM_FOLDER = '/etc/codex';

/** Settings of the user, of the projects that the user trusts, and of the organization. @param own the user's config */
export function codexSwitches(folder: string, own: JsonFields, projects: readonly string[]): readonly HooksOff[] {
  const trusted = projects.filter((project) => isTrusted(own, project)).map((project) => join(project, '.codex'));
  const others = [
    ...[...trusted, SYSTEM_FOLDER].map((each) => join(each, CONFIG_FILE)),
    ...['managed_config.toml', 'requirements.toml'].map((name) => join(SYSTEM_FOLDER, name)),
  ].map((file) => ({ file, config: readCodexConfig(dirname(file), basename(file)).config }));
  return [{ file: join(folder, CONFIG_FILE), config: own }, ...others].flatMap(({ file, config }) => {
    const { hooks, codex_hooks: formerly } = fieldsOf(config['features']);
    return hooks === false || formerly === false
      ? [{ file, setting: 'features.hooks' }]
      : config['allow_managed_hooks_only'] === true
        ? [{ file, setting: 'allow_managed_hooks_only' }]
        : [];
  });
}

export function isTrusted({ projects }: JsonFields, project: string): boolean {
  return fieldsOf(fieldsOf(projects)[project])['trust_level'] === 'trusted';
}

/**
 * Whether Codex has our hooks, and recorded trust for them. It trusts a hook by a digest of its definition that only
 * Codex can compute; trust that has lapsed counts here.
 */
export function codexHook(
  config: JsonFields,
  hooks: readonly { readonly file: string; readonly plugin: string | undefined }[],
): MachineFacts['codexHook'] {
  const trusted = Object.entries(fieldsOf(fieldsOf(config['hooks'])['state'])).flatMap(([key, state]) => {
    const { trusted_hash: hash, enabled } = fieldsOf(state);
    return typeof hash === 'string' && hash !== '' && enabled !== false ? [key] : [];
  });
  const sources = hooks.flatMap(({ file, plugin }) =>
    plugin === undefined ? [file, existsSync(file) ? realpathSync(file) : file] : [`${plugin}:hooks/hooks.json`],
  );
  // A key is a source, the event, and two numbers.
  const isOnRecord = (event: string): boolean =>
    sources.some((source) => trusted.some((key) => key.startsWith(`${source}:${event}:`)));
  if (sources.length === 0) {
    return 'absent';
  }
  return isOnRecord('pre_tool_use') && isOnRecord('post_tool_use') ? 'trusted' : 'untrusted';
}
