import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { AgentFacts } from '../../core/protection/facts';
import { guardFile, hooksOf, type OutsideAgent, type Place } from '../agents/agent';
import { AGENTS } from '../agents/registry';
import type { AgentId } from '../agents/sessions';
import { readForeignObject } from '../files/foreignFile';
import { fieldsOf, type JsonFields, listOf } from '../files/jsonFields';
import { namesIn } from '../files/ownFile';
import { findProgram, packageOf } from '../files/program';
import { HOOK_FILES, isIntact } from '../plugin/copyDigests';
import { isQuotable } from '../plugin/pluginHooks';
import { AGENTS_FOLDER, sharedFolder } from '../plugin/sharedFolder';
import { type AgentPlugin, agentPlugins } from './agentPlugins';
import { CONFIG_FILE, readCodexConfig } from './codexHook';

/** A hook in an agent's files whose command names us. */
export interface AgentHook {
  readonly file: string;
  /** Undefined for a hook that the user has added. */
  readonly plugin: string | undefined;
  readonly eventName: string;
  readonly command: string;
  /** Whether the agent calls it as it calls ours, whatever its command does. */
  readonly isCalledAsOurs: boolean;
  readonly state: Exclude<AgentFacts['hook'], 'absent'>;
}

/** Searches all files where an agent looks for hooks. Never throws. */
export function agentHooks(agent: OutsideAgent, machine: Place): readonly AgentHook[] {
  const written = writtenHooks(agent, machine);
  return hookFiles(agent, machine).flatMap(({ file, hooks, plugin }) => {
    const stateOfCopy = (): AgentHook['state'] =>
      isIntact(plugin?.folder ?? copyOf(machine), HOOK_FILES) ? 'ours' : 'broken';
    return groupsIn(hooks).flatMap(({ eventName, group, hook }): AgentHook | [] => {
      const command = commandOf(hook)?.replaceAll('${CLAUDE_PLUGIN_ROOT}', plugin?.folder ?? '');
      if (command === undefined || !NAMES_US.test(command)) {
        return [];
      }
      const found = { file, plugin: plugin?.name, eventName, command };
      if (plugin !== undefined) {
        return { ...found, isCalledAsOurs: true, state: stateOfCopy() };
      }
      const expected = written[eventName] ?? {};
      const isInPlace = eventName in written && (group !== undefined) === (agent.guard.kind === 'lines');
      const fields = [...Object.entries(group ?? {}).filter(([name]) => name !== 'hooks'), ...Object.entries(hook)];
      const isCalledAsOurs =
        isInPlace && hook['type'] === 'command' && fields.every(([name, value]) => isHarmless(name, value, expected));
      const isInstalled = [...COMMANDS, ...Object.keys(expected)].every(
        (name) => isTimeout(name) || isDeepStrictEqual(hook[name], expected[name]),
      );
      const state = !isCalledAsOurs ? 'changed' : isInstalled ? stateOfCopy() : stateByHand(hook, agent, machine);
      return { ...found, isCalledAsOurs, state };
    });
  });
}

/** The other events only tell of messages and the ends of turns. */
const STOPPING = ['preToolUse', 'postToolUse', 'postToolUseFailure', 'permissionRequest'];

/** Copilot's event names are ours, and its inputs have none. */
export function eventNamed({ id, sample, guard }: OutsideAgent, name: string): string | undefined {
  const event = AGENTS[id as AgentId].harness.eventOf({ ...sample, hook_event_name: name });
  return event ?? (guard.kind === 'hookFile' ? name : undefined);
}

/** Whether the hooks that were found are those that we write. One complete set is enough. */
export function stateOfHooks(agent: OutsideAgent, machine: Place, hooks: readonly AgentHook[]): AgentFacts['hook'] {
  if (hooks.length === 0) {
    const [plugin] = agentPlugins(agent, machine);
    return plugin === undefined ? 'absent' : plugin.folder === undefined ? 'changed' : 'broken';
  }
  const needed = Object.keys(writtenHooks(agent, machine)).filter((name) =>
    STOPPING.includes(eventNamed(agent, name) ?? ''),
  );
  const isWhole = (found: readonly AgentHook[]): boolean =>
    found.some(({ plugin }) => plugin !== undefined) ||
    needed.every((name) => found.some(({ eventName }) => eventName === name));
  if (isWhole(hooks.filter(({ state }) => state === 'ours'))) {
    return 'ours';
  }
  return isWhole(hooks.filter(({ state }) => state !== 'changed')) ? 'broken' : 'changed';
}

interface HookFile {
  readonly file: string;
  readonly hooks: unknown;
  readonly plugin?: AgentPlugin;
}

function hookFiles(agent: OutsideAgent, machine: Place): readonly HookFile[] {
  const own = guardFile(agent, machine);
  const folder = dirname(own);
  const { folder: project } = machine;
  const inProject = project === undefined ? [] : (agent.folderHooks ?? []).map((name) => join(project, name));
  const names = agent.guard.kind === 'hookFile' ? namesIn(folder).filter((name) => name.endsWith('.json')) : [];
  const files = agent.guard.kind === 'lines' ? [own, ...inProject] : names.map((name) => join(folder, name));
  // The plugin's hook of Copilot leaves its calls to our file, if there is one.
  const isLeft = agent.guard.kind === 'hookFile' && existsSync(own);
  return [
    ...files.map((file) => {
      const { hooks, version = 1, disableAllHooks } = readForeignObject(file);
      const isRead = agent.guard.kind !== 'hookFile' || (version === 1 && disableAllHooks !== true);
      return { file, hooks: isRead ? hooks : undefined };
    }),
    ...(agent.plugins === 'configTables'
      ? [{ file: join(folder, CONFIG_FILE), hooks: readCodexConfig(folder).config['hooks'] }]
      : []),
    ...(isLeft ? [] : agentPlugins(agent, machine)).flatMap((plugin): HookFile | [] => {
      const file = join(plugin.folder ?? '', PLUGIN_HOOKS);
      return plugin.folder === undefined ? [] : { file, hooks: readForeignObject(file)['hooks'], plugin };
    }),
  ];
}

const PLUGIN_HOOKS = join('hooks', 'hooks.json');

function copyOf({ home }: Place): string {
  return join(sharedFolder(home), AGENTS_FOLDER, 'plugin');
}

/** What an installation writes, by the names of the events. */
function writtenHooks({ guard }: OutsideAgent, machine: Place): Readonly<Record<string, JsonFields>> {
  if (guard.kind === 'module') {
    return {};
  }
  // Where the copy can't be named, nothing can be installed, but hooks can be added by hand.
  const copy = isQuotable(copyOf(machine)) ? copyOf(machine) : '';
  const groups = guard.kind === 'lines' ? guard.lines(copy, machine) : fieldsOf(JSON.parse(guard.text(copy)))['hooks'];
  return Object.fromEntries(
    Object.entries(fieldsOf(groups)).map(([name, group]) => [name, fieldsOf(hooksOf([group].flat()[0])[0])]),
  );
}

/** Each hook with its group; Copilot's files have no groups. */
function groupsIn(hooks: unknown) {
  return Object.entries(fieldsOf(hooks)).flatMap(([eventName, list]) =>
    listOf(list).flatMap((group) =>
      hooksOf(group).map((hook) => ({
        eventName,
        group: group === hook ? undefined : fieldsOf(group),
        hook: fieldsOf(hook),
      })),
    ),
  );
}

function commandOf({ type, command, bash, powershell }: JsonFields): string | undefined {
  const [given] = [command, bash, powershell].filter((each) => typeof each === 'string');
  return type === undefined || type === 'command' ? given : undefined;
}

const NAMES_US = /tool-loop-guard|TOOL_LOOP_GUARD_/;

const COMMANDS: readonly string[] = ['command', 'commandWindows', 'bash', 'powershell', 'windows'];

const EVERY_CALL: readonly unknown[] = ['', '*', '.*'];

/** Any other field may limit a hook, or keep the agent from running it or from waiting for it. */
function isHarmless(name: string, value: unknown, expected: JsonFields): boolean {
  if (name === 'matcher') {
    return EVERY_CALL.includes(value);
  }
  if (isTimeout(name)) {
    // A tenth is still enough. Much less is often another unit.
    return typeof value === 'number' && 10 * value >= Number(expected[name]);
  }
  return ['description', ...COMMANDS].includes(name) || isDeepStrictEqual(value, expected[name]);
}

function isTimeout(name: string): boolean {
  return name.startsWith('timeout');
}

/** The documented manual command. Only a trial shows what else a command does. */
const BY_HAND = /^tool-loop-guard hook(?: --harness ([a-z]+))?$/;

function stateByHand(hook: JsonFields, agent: OutsideAgent, machine: Place): AgentHook['state'] {
  const isOnly = COMMANDS.every((name) => name === 'command' || hook[name] === undefined);
  const [isByHand, harness = agent.id] = BY_HAND.exec(String(hook['command'])) ?? [];
  if (!isOnly || isByHand === undefined || ![agent.id, 'auto'].includes(harness)) {
    return 'changed';
  }
  const program = findProgram('tool-loop-guard', machine);
  return program === undefined ? 'broken' : packageOf(program)?.name === 'tool-loop-guard' ? 'ours' : 'changed';
}
