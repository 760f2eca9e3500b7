import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import type { HooksOff, MachineFacts } from '../../core/protection/facts';
import { readForeignText } from '../files/foreignFile';
import { fieldsOf, type JsonFields } from '../files/jsonFields';

export const CONFIG_FILE = 'config.toml';

interface CodexConfig {
  readonly config: JsonFields;
  /** The file, with the line that is no TOML; undefined where all of it can be read. */
  readonly unreadable?: string;
}

/** What Codex's `config.toml` says; nothing where there is none that can be read. */
export function readCodexConfig(folder: string, name = CONFIG_FILE): CodexConfig {
  const file = join(folder, name);
  try {
    return { config: fieldsOf(parse(readForeignText(file) ?? '')) };
  } catch (error) {
    return { config: {}, unreadable: error instanceof TomlError ? `${file}, line ${error.line}` : file };
  }
}

/** Where an organization keeps its settings for Codex. */
const SYSTEM_FOLDER = '/etc/codex';

/** What turns Codex's hooks off: of the person, of a project that the person trusts, or of the organization. */
export function codexSwitches(folder: string, projects: readonly string[]): readonly HooksOff[] {
  const trusted = fieldsOf(readCodexConfig(folder).config['projects']);
  const files = [
    ...[folder, ...projects.filter((each) => isTrusted(trusted[each])).map((each) => join(each, '.codex'))],
    SYSTEM_FOLDER,
  ].map((each) => join(each, CONFIG_FILE));
  return [...files, join(SYSTEM_FOLDER, 'managed_config.toml'), join(SYSTEM_FOLDER, 'requirements.toml')].flatMap(
    (file) => {
      const { features, allow_managed_hooks_only: areOthersOff } = readCodexConfig(
        dirname(file),
        basename(file),
      ).config;
      const { hooks, codex_hooks: formerly } = fieldsOf(features);
      return hooks === false || formerly === false
        ? [{ file, setting: 'features.hooks' }]
        : areOthersOff === true
          ? [{ file, setting: 'allow_managed_hooks_only' }]
          : [];
    },
  );
}

export function isTrusted(project: unknown): boolean {
  return fieldsOf(project)['trust_level'] === 'trusted';
}

interface HookSource {
  readonly file: string;
  readonly plugin: string | undefined;
}

/**
 * Whether Codex has our hooks, and a trust on record for them. Codex trusts a hook by a digest of its definition, which
 * only Codex can compute; a trust that has lapsed since is taken for one here.
 */
export function codexHook(config: JsonFields, hooks: readonly HookSource[]): MachineFacts['codexHook'] {
  const trusted = Object.entries(fieldsOf(fieldsOf(config['hooks'])['state'])).flatMap(([key, state]) => {
    const { trusted_hash: hash, enabled } = fieldsOf(state);
    return typeof hash === 'string' && hash !== '' && enabled !== false ? [key] : [];
  });
  const sources = hooks.flatMap(({ file, plugin }) =>
    plugin === undefined ? [file, realPath(file)] : [`${plugin}:hooks/hooks.json`],
  );
  // A key is a source, the event, and two numbers.
  const isOnRecord = (event: string): boolean =>
    sources.some((source) => trusted.some((key) => key.startsWith(`${source}:${event}:`)));
  if (sources.length === 0) {
    return 'absent';
  }
  return isOnRecord('pre_tool_use') && isOnRecord('post_tool_use') ? 'trusted' : 'untrusted';
}

function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : file;
}
