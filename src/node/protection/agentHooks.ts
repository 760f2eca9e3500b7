import { dirname, join } from 'node:path';
import type { AgentFacts } from '../../core/protection/facts';
import { guardFile, type OutsideAgent, type Place } from '../agents/agent';
import { AGENTS } from '../agents/registry';
import type { AgentId } from '../agents/sessions';
import { readForeignObject } from '../files/foreignFile';
import { fieldsOf, type JsonFields, listOf } from '../files/jsonFields';
import { namesIn } from '../files/ownFile';
import { findProgram } from '../files/program';
import { HOOK_FILES, isIntact } from '../plugin/copyDigests';
import { existsSync } from 'node:fs';
import { codexConfig, CONFIG_FILE } from './codexHook';

/** A hook in an agent's files whose command names us. */
export interface AgentHook {
  readonly file: string;
  /** As the agent names it. */
  readonly eventName: string;
  readonly command: string;
  /** Which calls it is for, as the file says; undefined: all of them. */
  readonly matcher: string | undefined;
  /** `broken`: what it starts is missing or damaged; `unknown`: its command is none that we know to start us. */
  readonly state: 'ours' | 'broken' | 'unknown';
}

/** The hooks that name us in all files in which an agent looks for hooks of the person. Never throws. */
export function agentHooks(agent: OutsideAgent, machine: Place): readonly AgentHook[] {
  return hookFiles(agent, machine).flatMap(({ file, hooks }) =>
    Object.entries(fieldsOf(hooks)).flatMap(([eventName, list]) =>
      listOf(list).flatMap((group) => {
        const hooksOfGroup = fieldsOf(group)['hooks'];
        return (hooksOfGroup === undefined ? [group] : listOf(hooksOfGroup)).flatMap((hook): AgentHook | [] => {
          const command = commandOf(fieldsOf(hook));
          return command === undefined || !NAMES_US.test(command)
            ? []
            : {
                file,
                eventName,
                command,
                matcher: [fieldsOf(group)['matcher'], fieldsOf(hook)['matcher'], fieldsOf(hook)['if']]
                  .filter((each): each is string => typeof each === 'string')
                  .find((each) => !EVERY_CALL.test(each)),
                state: isInTheBackground(fieldsOf(hook)) ? 'unknown' : stateOf(command, machine),
              };
        });
      }),
    ),
  );
}

/** What hooks of an agent that name us see of its calls. */
export function coverageOf(
  agent: OutsideAgent,
  hooks: readonly AgentHook[],
): Pick<AgentFacts, 'hook' | 'missingEvents' | 'lateEvents' | 'matchers'> {
  const [first] = hooks;
  if (first === undefined || hooks.every(({ state }) => state === 'broken')) {
    return { hook: first === undefined ? 'absent' : 'broken' };
  }
  const events = Object.keys(writtenHooks(agent)).map((name) => {
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

/** What an event means that an agent names so. Copilot's names are ours, and its inputs name none. */
export function eventNamed({ id, sample }: OutsideAgent, name: string): string {
  return AGENTS[id as AgentId].harness.eventOf({ ...sample, hook_event_name: name }) ?? name;
}

function hookFiles(agent: OutsideAgent, machine: Place): readonly { readonly file: string; readonly hooks: unknown }[] {
  const own = guardFile(agent, machine);
  const folder = dirname(own);
  const names = agent.guard.kind === 'hookFile' ? namesIn(folder).filter((name) => name.endsWith('.json')) : [];
  const files = agent.guard.kind === 'lines' ? [own] : names.map((name) => join(folder, name));
  return [
    ...files.map((file) => ({ file, hooks: readForeignObject(file)['hooks'] })),
    ...(agent.plugins === 'configTables'
      ? [{ file: join(folder, CONFIG_FILE), hooks: codexConfig(folder)['hooks'] }]
      : []),
  ];
}

/** What an installation writes for an agent, by its events. */
function writtenHooks({ guard }: OutsideAgent): JsonFields {
  switch (guard.kind) {
    case 'lines':
      return guard.lines('', { home: '', environment: {}, platform: 'linux' });
    case 'hookFile':
      return fieldsOf(fieldsOf(JSON.parse(guard.text('')))['hooks']);
    case 'module':
      return {};
  }
}

function commandOf({ type, command, bash, powershell }: JsonFields): string | undefined {
  const [given] = [command, bash, powershell].filter((each) => typeof each === 'string');
  return type === undefined || type === 'command' ? given : undefined;
}

/** As Claude Code has it: such a hook decides nothing. */
function isInTheBackground({ async: isAsync }: JsonFields): boolean {
  return isAsync === true;
}

const EVERY_CALL = /^(?:\*|\.\*)?$/;

const NAMES_US = /tool-loop-guard|TOOL_LOOP_GUARD_|cli\.js["']?\s+hook\b/;

/** The commands of an installation, whole but for the folder; see `pluginHooks`. */
const INSTALLED = [
  /^trap 'exit 0' EXIT; if TOOL_LOOP_GUARD_PLUGIN="([^"$`]+)" && \(\{.*hook\.sh"; fi; \(cat >\/dev\/null\); exit 0$/,
  /^cmd \/d \/c if exist "([^"%]+)\\hook\.cmd" "\1\\hook\.cmd" \w+$/,
];

/** What may start or hide something else in a command by hand. */
const MORE_THAN_WORDS = /[#;&|()<>`$'\\\n]/;

function stateOf(command: string, machine: Place): AgentHook['state'] {
  const [folder] = INSTALLED.flatMap((form) => form.exec(command)?.[1] ?? []);
  if (folder !== undefined) {
    return isIntact(folder, HOOK_FILES) ? 'ours' : 'broken';
  }
  const bare = command.replace(/"[^"$`]*"/g, '');
  const words = [...command.matchAll(/"([^"]+)"|[^\s"]+/g)].map(([whole, quoted]) => quoted ?? whole);
  const start = words.slice(words.findIndex((word) => !/^\w+=/.test(word)));
  const [program = '', verb] = /(?:^|[\\/])node(?:\.exe)?$/.test(start[0] ?? '') ? start.slice(1) : start;
  const isNamed = /(?:^|[\\/])(?:tool-loop-guard(?:\.cmd)?|cli\.js)$/.test(program);
  if (MORE_THAN_WORDS.test(bare) || verb !== 'hook' || !isNamed) {
    return 'unknown';
  }
  const isThere = /[\\/]/.test(program) ? existsSync(program) : findProgram(program, machine) !== undefined;
  return isThere ? 'ours' : 'broken';
}
