import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
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
import { sharedFolder } from '../plugin/sharedFolder';
import { type AgentPlugin, agentPlugins } from './agentPlugins';
import { CONFIG_FILE, readCodexConfig } from './codexHook';

/** A hook in an agent's files whose command names us. */
export interface AgentHook {
  readonly file: string;
  /** Undefined for a hook that the user has added. */
  readonly plugin: string | undefined;
  readonly eventName: string;
  readonly command: string;
  /** Limits the calls it is for; undefined for all calls. */
  readonly matcher: string | undefined;
  /** `broken`: what it starts is missing or damaged; `unknown`: not a command that is known to start us. */
  readonly state: 'ours' | 'broken' | 'unknown';
}

/** Searches all files where an agent looks for hooks. Never throws. */
export function agentHooks(agent: OutsideAgent, machine: Place): readonly AgentHook[] {
  return hookFiles(agent, machine).flatMap(({ file, hooks, plugin }) =>
    Object.entries(fieldsOf(hooks)).flatMap(([eventName, list]) =>
      listOf(list).flatMap((group) =>
        hooksOf(group)
          .map(fieldsOf)
          .flatMap((hook): AgentHook | [] => {
            const command = commandOf(hook)?.replaceAll('${CLAUDE_PLUGIN_ROOT}', plugin?.folder ?? '');
            return command === undefined || !NAMES_US.test(command)
              ? []
              : {
                  file,
                  plugin: plugin?.name,
                  eventName,
                  command,
                  matcher: [fieldsOf(group)['matcher'], hook['matcher'], hook['if']]
                    .filter((each) => each !== undefined)
                    .map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
                    .find((each) => !EVERY_CALL.test(each)),
                  state: stateOf({ group, hook, eventName, command, isOfPlugin: plugin !== undefined }, agent, machine),
                };
          }),
      ),
    ),
  );
}

export function coverageOf(
  agent: OutsideAgent,
  machine: Place,
  hooks: readonly AgentHook[],
): Pick<AgentFacts, 'hook' | 'missingEvents' | 'lateEvents' | 'matchers'> {
  const [first] = hooks;
  if (first === undefined || hooks.every(({ state }) => state === 'broken')) {
    return { hook: first === undefined ? 'absent' : 'broken' };
  }
  const events = Object.keys(writtenHooks(agent, machine)).map((name) => {
    const event = eventNamed(agent, name);
    const own = hooks.filter(({ eventName }) => eventNamed(agent, eventName) === event);
    const whole = own.find(({ state, matcher }) => state === 'ours' && matcher === undefined);
    return { name, event, found: whole ?? own.find(({ state }) => state === 'ours') ?? own[0] };
  });
  const decisive = events.filter(({ event }) => event === 'preToolUse' || event === 'postToolUse');
  const names = (some: typeof events): string | undefined =>
    some.length === 0 ? undefined : some.map(({ name }) => name).join(', ');
  const states = decisive.map(({ found }) => found?.state);
  return {
    hook: states.includes('broken') ? 'broken' : states.includes('unknown') ? 'unknown' : 'ours',
    missingEvents: names(decisive.filter(({ found }) => found === undefined)),
    lateEvents: names(
      events.filter(
        ({ event, found }) =>
          (event === 'postToolUseFailure' || event === 'permissionRequest') && found?.state !== 'ours',
      ),
    ),
    matchers: decisive.find(({ found }) => found?.matcher !== undefined)?.found?.matcher,
  };
}

/** Copilot's event names are ours, and its inputs have none. */
export function eventNamed({ id, sample, guard }: OutsideAgent, name: string): string | undefined {
  const event = AGENTS[id as AgentId].harness.eventOf({ ...sample, hook_event_name: name });
  return event ?? (guard.kind === 'hookFile' ? name : undefined);
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

function writtenHooks({ guard }: OutsideAgent, machine: Place, folder = ''): JsonFields {
  switch (guard.kind) {
    case 'lines':
      return guard.lines(folder, machine);
    case 'hookFile':
      return fieldsOf(fieldsOf(JSON.parse(guard.text(folder)))['hooks']);
    case 'module':
      return {};
  }
}

function commandOf({ type, command, bash, powershell }: JsonFields): string | undefined {
  const [given] = [command, bash, powershell].filter((each) => typeof each === 'string');
  return type === undefined || type === 'command' ? given : undefined;
}

const PLUGIN_HOOKS = join('hooks', 'hooks.json');

const EVERY_CALL = /^(?:\*|\.\*)?$/;

const NAMES_US = /tool-loop-guard|TOOL_LOOP_GUARD_/;

/** The commands of an installation, complete except for the folder; see `pluginHooks`. */
const INSTALLED = [
  /^trap 'exit 0' EXIT; if TOOL_LOOP_GUARD_PLUGIN="([^"$`]+)" && \(\{.*hook\.sh"; fi; \(cat >\/dev\/null\); exit 0$/,
  /^cmd \/d \/c if exist "([^"%]+)\\hook\.cmd" "\1\\hook\.cmd" \w+$/,
];

/** The documented manual command. Only a trial shows what else a command does. */
const BY_HAND = /^tool-loop-guard hook(?: --harness ([a-z]+))?$/;

interface FoundHook {
  readonly group: unknown;
  readonly hook: JsonFields;
  readonly eventName: string;
  readonly command: string;
  readonly isOfPlugin: boolean;
}

function stateOf(found: FoundHook, agent: OutsideAgent, machine: Place): AgentHook['state'] {
  const { command, isOfPlugin } = found;
  const [folder] = INSTALLED.flatMap((form) => form.exec(command)?.[1] ?? []);
  if (folder !== undefined) {
    if (!isIntact(folder, HOOK_FILES)) {
      return 'broken';
    }
    // A copy elsewhere has its own digests, so anybody can have written it.
    const shared = sharedFolder(machine.home);
    const isOwn = existsSync(shared) && realpathSync(folder).startsWith(join(realpathSync(shared), sep));
    return isOfPlugin || (isOwn && isAsWritten(found, folder, agent, machine)) ? 'ours' : 'unknown';
  }
  const [isByHand, harness = agent.id] = BY_HAND.exec(command) ?? [];
  if (isByHand === undefined || ![agent.id, 'auto'].includes(harness) || !isAsWritten(found, '', agent, machine)) {
    return 'unknown';
  }
  const program = findProgram('tool-loop-guard', machine);
  return program === undefined ? 'broken' : packageOf(program)?.name === 'tool-loop-guard' ? 'ours' : 'unknown';
}

/** They don't change what a hook does, or are checked elsewhere here. */
const FREE_FIELDS = new Set(['timeout', 'description', 'matcher', 'if']);

/** An installation allows enough time for a busy machine. */
const LEAST_SHARE_OF_TIMEOUT = 0.1;

/**
 * In another place, with another field, or with other text, an agent may run something else, or nothing.
 * @param folder of the copy; empty for a manual hook, which has one command for all shells
 */
function isAsWritten(
  { group, hook, eventName }: FoundHook,
  folder: string,
  agent: OutsideAgent,
  machine: Place,
): boolean {
  const [written] = [writtenHooks(agent, machine, folder)[eventName]].flat();
  const expected = fieldsOf(hooksOf(written)[0]);
  const { timeout = expected['timeout'] } = hook;
  const names = Object.keys({ ...expected, ...hook }).filter((name) => !FREE_FIELDS.has(name));
  return (
    written !== undefined &&
    (group === hook) === (hooksOf(written)[0] === written) &&
    typeof timeout === 'number' &&
    timeout >= LEAST_SHARE_OF_TIMEOUT * Number(expected['timeout']) &&
    names.every((name) => {
      const isLeftOut = folder === '' && hook[name] === undefined && name !== 'type';
      const isCommand = folder === '' && name === 'command';
      return isLeftOut || isCommand || isDeepStrictEqual(hook[name], expected[name]);
    })
  );
}
