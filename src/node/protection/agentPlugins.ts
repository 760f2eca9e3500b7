import { join } from 'node:path';
import type { OutsideAgent, Place } from '../agents/agent';
import { readForeignObject } from '../files/foreignFile';
import { fieldsOf, isJsonObject, type JsonFields, listOf } from '../files/jsonFields';
import { namesIn } from '../files/ownFile';
import { MARKETPLACE_FILE } from '../plugin/pluginManifests';
import { isTrusted, readCodexConfig } from './codexHook';

export interface AgentPlugin {
  /** Includes the marketplace. */
  readonly name: string;
  /** Where the agent runs its hooks from; undefined if no file of the agent names it. */
  readonly folder: string | undefined;
}

const OURS = /^tool-loop-guard(?:@|$)/;

/** Never throws. */
export function agentPlugins(agent: OutsideAgent, place: Place): readonly AgentPlugin[] {
  const folder = agent.folder(place);
  switch (agent.plugins) {
    case 'settings': {
      const files = (agent.hookSwitch?.folderFiles ?? []).map((name) => join(place.folder ?? folder, name));
      const off = files.flatMap((file) => disabledIn(readForeignObject(file)['enabledPlugins']));
      return pluginsInSettings(folder).filter(({ name }) => !off.includes(name));
    }
    case 'configTables': {
      const project = place.folder ?? folder;
      const { config } = readCodexConfig(folder);
      const ofProject = isTrusted(config, project) ? readCodexConfig(join(project, '.codex')).config : {};
      const off = disabledIn(ofProject['plugins']);
      return pluginsOfCodex(folder, config).filter(({ name }) => !off.includes(name));
    }
    default:
      return [];
  }
}

/** For Claude Code or Copilot CLI. Both run a plugin directly from a marketplace that is a folder. */
export function pluginsInSettings(folder: string): readonly AgentPlugin[] {
  const settings = readForeignObject(join(folder, 'settings.json'));
  const ofClaude = fieldsOf(readForeignObject(join(folder, 'plugins', 'installed_plugins.json'))['plugins']);
  const ofCopilot = listOf(readForeignObject(join(folder, 'config.json'))['installedPlugins']).map(fieldsOf);
  const nameOf = ({ name, marketplace }: JsonFields): string => [name, marketplace].filter(Boolean).join('@');
  const direct = ofCopilot.filter(({ marketplace, enabled }) => !marketplace && enabled !== false).map(nameOf);
  const names = [...enabledIn(settings['enabledPlugins']), ...direct.filter((name) => OURS.test(name))];
  return names.map((name) => {
    const [ofPerson] = listOf(ofClaude[name]).map(fieldsOf);
    const path = ofPerson?.['installPath'] ?? ofCopilot.find((each) => nameOf(each) === name)?.['cache_path'];
    return { name, folder: folderInMarketplace(name, settings) ?? (typeof path === 'string' ? path : undefined) };
  });
}

/** Codex copies a plugin, and keeps one version of it. */
function pluginsOfCodex(folder: string, config: JsonFields): readonly AgentPlugin[] {
  return enabledIn(config['plugins']).map((name) => {
    const versions = join(folder, 'plugins', 'cache', marketplaceOf(name), 'tool-loop-guard');
    const [version, ...others] = namesIn(versions);
    return { name, folder: version === undefined || others.length > 0 ? undefined : join(versions, version) };
  });
}

function enabledIn(plugins: unknown): string[] {
  return Object.entries(fieldsOf(plugins)).flatMap(([name, value]) =>
    OURS.test(name) && (value === true || (isJsonObject(value) && value['enabled'] !== false)) ? [name] : [],
  );
}

/** A folder's table takes precedence over the user's. */
function disabledIn(plugins: unknown): string[] {
  return Object.entries(fieldsOf(plugins)).flatMap(([name, value]) =>
    value === false || fieldsOf(value)['enabled'] === false ? [name] : [],
  );
}

function folderInMarketplace(name: string, { extraKnownMarketplaces }: JsonFields): string | undefined {
  const marketplace = fieldsOf(fieldsOf(extraKnownMarketplaces)[marketplaceOf(name)]);
  const { source, path } = fieldsOf(marketplace['source']);
  if (source !== 'directory' || typeof path !== 'string') {
    return undefined;
  }
  const plugins = listOf(readForeignObject(join(path, MARKETPLACE_FILE))['plugins']).map(fieldsOf);
  const inside = plugins.find((plugin) => plugin['name'] === 'tool-loop-guard')?.['source'];
  return typeof inside === 'string' ? join(path, inside) : undefined;
}

function marketplaceOf(name: string): string {
  return name.slice(name.indexOf('@') + 1);
}
