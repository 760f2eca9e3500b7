import { join } from 'node:path';
import type { MachineFacts } from '../../core/protection/facts';
import { readForeignText } from '../files/foreignFile';
import { ourHookIn } from '../plugin/copyDigests';

/** The head of a table in config.toml in which Codex keeps the trust in one hook, its key in quotes. */
const TRUST_TABLE = /^\s*\[\s*hooks\s*\.\s*state\s*\.\s*(?:"(?<basic>[^"]*)"|'(?<literal>[^']*)')\s*\]\s*(?:#.*)?$/;

/** The head of the table that Codex keeps of our plugin. */
const OUR_PLUGIN = /^\s*\[\s*plugins\s*\.\s*["']tool-loop-guard(?:@[^"']*)?["']\s*\]/;

/** A line that switches off what its table is about. */
const OFF = /^\s*enabled\s*=\s*false\b/;

const OTHER_TABLE = /^\s*\[/;
const TRUSTED_HASH = /^\s*trusted_hash\s*=\s*["']\S+["']/;

/** An inline table under `[hooks.state]`: the key, and a hash somewhere in it. */
const INLINE_TRUST = /^\s*(?:"([^"]*)"|'([^']*)')\s*=\s*\{.*\btrusted_hash\s*=\s*["']\S+["']/;

/**
 * Whether Codex has our hooks, and a trust on record for them. Codex trusts a hook by a digest of its definition, which
 * only Codex can compute; a trust that has lapsed since is taken for one here.
 *
 * @param folder the home folder of Codex
 */
export function codexHook(folder: string): MachineFacts['codexHook'] {
  const hooks = readForeignText(join(folder, 'hooks.json')) ?? '';
  const config = readForeignText(join(folder, 'config.toml')) ?? '';
  const isInHooks = ourHookIn(hooks) === 'ours';
  const isInConfig = config.split('\n').some((line) => /^\s*command\s*=/.test(line) && ourHookIn(line) === 'ours');
  if (!isInHooks && !isInConfig && !isCodexPluginOn(config)) {
    return 'absent';
  }
  const files = [...(isInHooks ? ['hooks.json'] : []), ...(isInConfig ? ['config.toml'] : [])];
  const hasTrust = trustedKeys(config).some(
    (key) => files.some((file) => key.includes(file)) || key.includes('tool-loop-guard'),
  );
  return hasTrust ? 'trusted' : 'untrusted';
}

/** Whether Codex has our plugin, and has not switched it off. */
export function isCodexPluginOn(config: string): boolean {
  let isOurs = false;
  let isOn = false;
  for (const line of config.split('\n')) {
    if (OTHER_TABLE.test(line)) {
      isOurs = OUR_PLUGIN.test(line);
      isOn ||= isOurs;
    } else if (isOurs && OFF.test(line)) {
      return false;
    }
  }
  return isOn;
}

/** The keys of all hooks with a trust on record, but for those that the user has switched off. */
function trustedKeys(config: string): string[] {
  const keys: string[] = [];
  const off = new Set<string>();
  let table: string | undefined;
  for (const line of config.split('\n')) {
    const head = TRUST_TABLE.exec(line);
    if (head !== null) {
      table = head.groups?.['basic'] ?? head.groups?.['literal'];
    } else if (OTHER_TABLE.test(line)) {
      table = undefined;
    } else if (table !== undefined && TRUSTED_HASH.test(line)) {
      keys.push(table);
    } else if (table !== undefined && OFF.test(line)) {
      off.add(table);
    } else {
      const inline = INLINE_TRUST.exec(line);
      keys.push(...(inline === null ? [] : [inline[1] ?? inline[2] ?? '']));
    }
  }
  return keys.filter((key) => !off.has(key));
}
