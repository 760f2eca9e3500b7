import { join } from 'node:path';
import type { MachineFacts } from '../../core/protection/facts';
import { readForeignText } from '../files/foreignFile';
import { ourHookIn } from '../plugin/copyDigests';

/** The head of a table in config.toml in which Codex keeps the trust in one hook, its key in quotes. */
const TRUST_TABLE = /^\s*\[\s*hooks\s*\.\s*state\s*\.\s*(?:"(?<basic>[^"]*)"|'(?<literal>[^']*)')\s*\]\s*(?:#.*)?$/;

const OUR_PLUGIN = /^\s*\[\s*plugins\s*\.\s*["']tool-loop-guard(?:@[^"']*)?["']\s*\]/;

const OFF = /^\s*enabled\s*=\s*false\b/;

const TRUSTED_HASH = /^\s*trusted_hash\s*=\s*["']\S+["']/;

/** An inline table under `[hooks.state]`: the key, and a hash somewhere in it. */
const INLINE_TRUST = /^\s*(?:"([^"]*)"|'([^']*)')\s*=\s*\{.*\btrusted_hash\s*=\s*["']\S+["']/;

/**
 * Whether Codex has our hooks, and a trust on record for them. Codex trusts a hook by a digest of its definition, which
 * only Codex can compute; a trust that has lapsed since is taken for one here.
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
  const ours = tablesIn(config).filter(({ head }) => OUR_PLUGIN.test(head));
  return ours.length > 0 && !ours.some(isOff);
}

/** The keys of all hooks with a trust on record, but for those that the user has switched off. */
function trustedKeys(config: string): string[] {
  return tablesIn(config).flatMap((table) => {
    const { basic, literal } = TRUST_TABLE.exec(table.head)?.groups ?? {};
    const key = basic ?? literal;
    const hasHash = table.lines.some((line) => TRUSTED_HASH.test(line)) && !isOff(table);
    const inline = table.lines.flatMap((line) => {
      const [, basicKey, literalKey] = INLINE_TRUST.exec(line) ?? [];
      return basicKey ?? literalKey ?? [];
    });
    return key !== undefined && hasHash ? [key, ...inline] : inline;
  });
}

interface Table {
  /** Empty for what stands before the first table. */
  readonly head: string;
  readonly lines: string[];
}

function tablesIn(config: string): readonly Table[] {
  const tables: Table[] = [{ head: '', lines: [] }];
  for (const line of config.split('\n')) {
    if (/^\s*\[/.test(line)) {
      tables.push({ head: line, lines: [] });
    } else {
      tables.at(-1)?.lines.push(line);
    }
  }
  return tables;
}

function isOff({ lines }: Table): boolean {
  return lines.some((line) => OFF.test(line));
}
