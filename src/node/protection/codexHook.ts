import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import type { MachineFacts } from '../../core/protection/facts';
import { readForeignText } from '../files/foreignFile';
import { fieldsOf, type JsonFields } from '../files/jsonFields';

export const CONFIG_FILE = 'config.toml';

interface CodexConfig {
  readonly config: JsonFields;
  /** The file, with the line that is no TOML; undefined where all of it can be read. */
  readonly unreadable?: string;
}

/** What Codex's `config.toml` says; nothing where there is none that can be read. */
export function readCodexConfig(folder: string): CodexConfig {
  const file = join(folder, CONFIG_FILE);
  try {
    return { config: fieldsOf(parse(readForeignText(file) ?? '')) };
  } catch (error) {
    return { config: {}, unreadable: error instanceof TomlError ? `${file}, line ${error.line}` : file };
  }
}

const OURS = /^tool-loop-guard(?:@|$)/;

/** Whether Codex has our plugin, and has not switched it off. */
export function isCodexPluginOn(config: JsonFields): boolean {
  const ours = Object.entries(fieldsOf(config['plugins'])).filter(([name]) => OURS.test(name));
  return ours.length > 0 && !ours.some(([, plugin]) => isOff(plugin));
}

/** Whether Codex's hooks as a whole are turned off. */
export function areCodexHooksOff({ features }: JsonFields): boolean {
  return fieldsOf(features)['hooks'] === false;
}

/**
 * Whether Codex has our hooks, and a trust on record for them. Codex trusts a hook by a digest of its definition, which
 * only Codex can compute; a trust that has lapsed since is taken for one here.
 * @param files in which our hooks stand
 */
export function codexHook(config: JsonFields, files: readonly string[]): MachineFacts['codexHook'] {
  const isPlugin = isCodexPluginOn(config);
  if (files.length === 0 && !isPlugin) {
    return 'absent';
  }
  const trusted = Object.entries(fieldsOf(fieldsOf(config['hooks'])['state'])).flatMap(([key, state]) => {
    const hash = fieldsOf(state)['trusted_hash'];
    return typeof hash === 'string' && hash !== '' && !isOff(state) ? [key] : [];
  });
  // A key is the path of the file, the event, and two numbers; it begins with the name of a plugin.
  const isOnRecord = (event: string): boolean =>
    files.some((file) =>
      trusted.some((key) => [file, realPath(file)].some((each) => key.startsWith(`${each}:${event}:`))),
    );
  return (isOnRecord('pre_tool_use') && isOnRecord('post_tool_use')) ||
    (isPlugin && trusted.some((key) => OURS.test(key)))
    ? 'trusted'
    : 'untrusted';
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function isOff(table: unknown): boolean {
  return fieldsOf(table)['enabled'] === false;
}
