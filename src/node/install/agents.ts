import { join } from 'node:path';
import { claudeFolder, codexFolder, copilotFolder, geminiFolder, opencodeFolder } from '../plugin/agentFolders';
import { earlierCommand, hookCommand } from '../plugin/pluginHooks';
import type { Machine } from '../protection/machineFacts';

/** The agents outside VS Code that hooks can be installed for. */
export const AGENT_IDS = ['claude', 'copilot', 'codex', 'opencode', 'gemini'] as const;

export type AgentId = (typeof AGENT_IDS)[number];

/** Where to look, and what the rules of the place are. */
export type Place = Pick<Machine, 'home' | 'environment' | 'platform'>;

/** A group of hooks, as it stands in the list of an event. */
export interface HookGroup {
  readonly hooks: readonly object[];
}

/** An agent, and how it is guarded. */
export interface Agent {
  readonly id: AgentId;
  /** A product's name, the same in every language. */
  readonly name: string;
  /** What its program is called on the PATH. */
  readonly program: string;
  /** The first version that is known to end a run when a hook says so; undefined where none does. */
  readonly endsSince: string | undefined;
  /** The folder of its settings. */
  readonly folder: (place: Place) => string;
  readonly guard:
    /** Lines in a JSON file of its own, by the events that they stand under. */
    | {
        readonly kind: 'lines';
        readonly file: string;
        readonly lines: (plugin: string, place: Place) => Readonly<Record<string, HookGroup>>;
        /** Lines of an earlier version that stay as they are. */
        readonly earlierLines?: (plugin: string, place: Place) => Readonly<Record<string, HookGroup>>;
      }
    /** A program that it loads. */
    | { readonly kind: 'module'; readonly file: string; readonly text: (plugin: string) => string }
    /** A file of hooks that is entirely ours. */
    | { readonly kind: 'copilotFile' };
}

/** In our copy next to the plugin: what opencode imports. */
export const OPENCODE_MODULE = 'opencode.mjs';

/** Seconds after which an agent continues without an answer. */
const TIMEOUT_SECONDS = 20;

const CLAUDE_EVENTS = {
  UserPromptSubmit: 'event',
  PreToolUse: 'call',
  PostToolUse: 'call',
  PostToolUseFailure: 'call',
  PreCompact: 'event',
  Stop: 'event',
} as const;

/** The user must trust each of them, so there are only the necessary ones. */
const CODEX_EVENTS = { UserPromptSubmit: 'event', PreToolUse: 'call', PostToolUse: 'call' } as const;

const GEMINI_EVENTS = { BeforeAgent: 'event', BeforeTool: 'call', AfterTool: 'call' } as const;

/** All of them, by the names that the command line knows. */
export const AGENTS: Readonly<Record<AgentId, Agent>> = {
  claude: {
    id: 'claude',
    name: 'Claude Code',
    program: 'claude',
    endsSince: '2.1.260',
    folder: ({ home, environment }) => claudeFolder(environment, home),
    guard: {
      kind: 'lines',
      file: 'settings.json',
      // On Windows Claude Code runs hooks in Git's bash.
      lines: (plugin) =>
        groups(CLAUDE_EVENTS, (route) => ({
          type: 'command',
          command: hookCommand(plugin, route).posix,
          timeout: TIMEOUT_SECONDS,
        })),
    },
  },
  copilot: {
    id: 'copilot',
    name: 'GitHub Copilot CLI',
    program: 'copilot',
    endsSince: '1.0.102',
    folder: ({ home, environment }) => copilotFolder(environment, home),
    guard: { kind: 'copilotFile' },
  },
  codex: {
    id: 'codex',
    name: 'Codex',
    program: 'codex',
    endsSince: undefined,
    folder: ({ home, environment }) => codexFolder(environment, home),
    guard: {
      kind: 'lines',
      file: 'hooks.json',
      lines: codexLines(hookCommand),
      earlierLines: codexLines(earlierCommand),
    },
  },
  opencode: {
    id: 'opencode',
    name: 'opencode',
    program: 'opencode',
    endsSince: '1.18.33',
    folder: ({ home, environment }) => opencodeFolder(environment, home),
    guard: { kind: 'module', file: join('plugin', 'tool-loop-guard.js'), text: moduleText },
  },
  gemini: {
    id: 'gemini',
    name: 'Gemini CLI',
    program: 'gemini',
    endsSince: '0.61.0',
    folder: ({ home, environment }) => geminiFolder(environment, home),
    guard: {
      kind: 'lines',
      file: 'settings.json',
      lines: (plugin, { platform }) =>
        groups(GEMINI_EVENTS, (route) => ({
          name: 'tool-loop-guard',
          type: 'command',
          command: hookCommand(plugin, route)[platform === 'win32' ? 'windows' : 'posix'],
          timeout: TIMEOUT_SECONDS * 1000,
        })),
    },
  },
};

/** The file that an agent's lines or module stand in. */
export function guardFile(agent: Agent, place: Place): string {
  const { guard } = agent;
  return join(agent.folder(place), guard.kind === 'copilotFile' ? join('hooks', 'tool-loop-guard.json') : guard.file);
}

function codexLines(command: typeof hookCommand): (plugin: string, place: Place) => Record<string, HookGroup> {
  return (plugin, { platform }) =>
    groups(CODEX_EVENTS, (route) => ({
      type: 'command',
      command: command(plugin, route).posix,
      ...(platform === 'win32' ? { commandWindows: command(plugin, route).windows } : {}),
      timeout: TIMEOUT_SECONDS,
    }));
}

function groups<Route extends string>(
  events: Readonly<Record<string, Route>>,
  hook: (route: Route) => object,
): Record<string, HookGroup> {
  return Object.fromEntries(Object.entries(events).map(([event, route]) => [event, { hooks: [hook(route)] }]));
}

/** Loads the plugin from our copy, so that this file stays the same in each version. */
function moduleText(plugin: string): string {
  const address = JSON.stringify(join(plugin, '..', OPENCODE_MODULE));
  return [
    '// Tool Loop Guard. Written by `tool-loop-guard install`; `tool-loop-guard uninstall` removes it.',
    "import { pathToFileURL } from 'node:url';",
    '',
    'export const ToolLoopGuard = async (input) => {',
    '  try {',
    `    const plugin = await import(pathToFileURL(${address}).href);`,
    '    return await plugin.ToolLoopGuard(input);',
    '  } catch {',
    '    // What cannot be loaded guards nothing, and must not keep opencode from starting.',
    '    return {};',
    '  }',
    '};',
    '',
  ].join('\n');
}
