import { join } from 'node:path';
import type { Translate } from '../../core/words/language';
import { isJsonObject, type JsonFields } from '../files/jsonFields';
import { hookCommand } from '../plugin/pluginHooks';
import type { Harness, RawInput } from '../wire/harness';
import type { AgentId } from './sessions';

export interface Place {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Of the agent that is installed there; undefined where nothing tells. */
  readonly version?: string | undefined;
  /** In which sessions work whose own hooks count; undefined where they aren't looked at. */
  readonly folder?: string;
}

export interface HookGroup {
  readonly hooks: readonly object[];
}

type Guarding =
  /** Lines in a JSON file of its own, by the events that they stand under. */
  | {
      readonly kind: 'lines';
      readonly file: string;
      readonly lines: (plugin: string, place: Place) => Readonly<Record<string, HookGroup>>;
    }
  /** A file that is entirely ours: of hooks, or a program that it loads and that needs no Node of its own. */
  | { readonly kind: 'hookFile' | 'module'; readonly file: string; readonly text: (plugin: string) => string };

interface RunPlace {
  readonly folder: string;
  /** A settings.json, or an object with the settings only; need not exist. */
  readonly settingsFile: string;
  /** A command line for a shell, which answers a hook of this agent. */
  readonly hookCommand: string;
  readonly moduleAddress: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly home: string;
  readonly version: Place['version'];
}

/** How an agent is started so that one run is guarded, and nothing outside its folder is written. */
export interface GuardedStart {
  /** Texts of files, by their paths in the folder of the run. */
  readonly files?: Readonly<Record<string, string>>;
  /** What comes before the agent's own arguments. */
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** A stand-in for the agent's own folder: links to all that is in it, and its settings file with these lines. */
  readonly standIn?: {
    readonly for: string;
    readonly at: string;
    readonly file: string;
    readonly lines: Readonly<Record<string, HookGroup>>;
  };
}

/** An agent as a program of its own, which hooks can be installed for. */
interface Outside {
  /** A product's name, the same in every language. */
  readonly name: string;
  readonly program: string;
  /** Which brings the program. */
  readonly npmPackage?: string;
  /** Names with spaces between them. */
  readonly tools?: string;
  /** What it sets for the commands that it runs. */
  readonly shellVariables: readonly string[];
  readonly folder: (place: Place) => string;
  /** Its sessions in VS Code have the same folder, and make it. */
  readonly sharesFolder?: true;
  readonly guard: Guarding;
  /** Where it keeps which plugins are on; left out where ours is none. */
  readonly plugins?: 'settings' | 'configTables';
  /** Files in the folder of a session of which it was seen to run hooks. */
  readonly folderHooks?: readonly string[];
  /** Arguments without which it runs no hooks that are given for one run. */
  readonly runNeeds?: readonly string[];
  /** How one run of it is guarded without an installation; left out where it can't be. */
  readonly start?: (place: RunPlace) => GuardedStart;
  /** What its inputs have besides the fields of a call, by which they are told from those of others. */
  readonly sample?: RawInput;
  /** How the person has it trust hooks, where it runs no others. */
  readonly trust?: (translate: Translate) => string;
  /** Whether a hook ends a run; left out where none does. */
  readonly ends?: {
    /** The first version that is known to end a run when a hook says so. */
    readonly since: string;
    readonly how: 'yes' | 'shellAndEdits' | 'inTerminal';
    /** At so many identical calls in a row it ends a run itself, whatever they return; left out where it doesn't. */
    readonly ownLimit?: number;
  };
  /** A program that it loads and that ends runs which no hook ends; written only if the person asks for it. */
  readonly extension?: {
    readonly file: string;
    /** How the person has it load such programs, and whether its settings say so. */
    readonly needs: string;
    readonly isLoaded: (settings: JsonFields) => boolean;
  };
  /** Where its hooks can be turned off; left out where they can't. */
  readonly hookSwitch?: HookSwitch;
  /** A variable, and its value, that has it run nothing of ours. */
  readonly offBy?: RegExp;
  /** Whether it gives variables that files of a folder set to its hooks. */
  readonly takesFolderVariables?: true;
  /** Files of the person whose variables it was seen to give to its hooks, by their places from its folder. */
  readonly variableFiles?: readonly string[];
  /** Whether it refuses a settings file with comments or trailing commas, and all hooks in it. */
  readonly readsPlainJson?: true;
  /** Whether it reads a settings file with a mark of the byte order, as it was seen to; others may refuse to start. */
  readonly readsMark?: true;
  readonly protection: { readonly id: string };
}

export interface HookSwitch {
  readonly setting: string;
  readonly isOff: (settings: JsonFields) => boolean;
  readonly files: readonly string[];
  /** Where an organization's settings are. */
  readonly systemFiles?: (place: Place) => readonly string[];
  /** Files in a folder that a session works in, as the agent was seen to read them. */
  readonly folderFiles: readonly string[];
}

/** The settings of an organization for Gemini CLI, and for Qwen Code, which has its places from it. */
export function systemSettings(variables: string, name: string, { environment, platform }: Place): readonly string[] {
  const folders: Partial<Record<NodeJS.Platform, string>> = {
    darwin: `/Library/Application Support/${name.replaceAll('-', '')}`,
    win32: `C:\\ProgramData\\${name.toLowerCase()}`,
  };
  const folder = folders[platform] ?? `/etc/${name.toLowerCase()}`;
  return [
    environment[`${variables}_SYSTEM_SETTINGS_PATH`] || join(folder, 'settings.json'),
    environment[`${variables}_SYSTEM_DEFAULTS_PATH`] || join(folder, 'system-defaults.json'),
  ];
}

export const DISABLE_ALL_HOOKS: Pick<HookSwitch, 'setting' | 'isOff'> = {
  setting: 'disableAllHooks',
  isOff: ({ disableAllHooks }) => disableAllHooks === true,
};

export interface AgentRow {
  readonly id: AgentId;
  readonly harness: Harness;
  /** Left out for VS Code's own agent. */
  readonly outside?: Outside;
}

export type OutsideAgent = Outside & { readonly id: string };

/** Describes one agent. Besides, it has a line in `sessions.ts` and in `harnesses.ts`. */
export function defineAgent({
  wire,
  ...row
}: Omit<AgentRow, 'harness'> & { readonly wire: Omit<Harness, 'name'> }): AgentRow {
  return { ...row, harness: { ...wire, name: row.id } };
}

/** The events that Claude Code and those that follow it are asked for. */
export const CLAUDE_EVENTS: readonly string[] = [
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PreCompact',
  'Stop',
];

/** Seconds after which an agent continues without an answer. */
export const TIMEOUT_SECONDS = 20;

export function groups(events: readonly string[], hook: Readonly<Record<string, unknown>>): Record<string, HookGroup> {
  return Object.fromEntries(events.map((event) => [event, { hooks: [hook] }]));
}

/** The hooks of a group; in Copilot's files each stands in the list of its event by itself. */
export function hooksOf(group: unknown): readonly unknown[] {
  const hooks = isJsonObject(group) ? group['hooks'] : undefined;
  return Array.isArray(hooks) ? hooks : [group];
}

/** The hooks of Gemini CLI, and of Qwen Code, which has them from it: with a name, and milliseconds. */
export function namedHooks(
  events: readonly string[],
  plugin: string,
  { platform }: Pick<Place, 'platform'>,
): Record<string, HookGroup> {
  return groups(events, {
    name: 'tool-loop-guard',
    type: 'command',
    command: hookCommand(plugin)[platform === 'win32' ? 'windows' : 'posix'],
    timeout: TIMEOUT_SECONDS * 1000,
  });
}

export function hooksText(events: readonly string[], hook: object): string {
  return JSON.stringify({ hooks: Object.fromEntries(events.map((event) => [event, [{ hooks: [hook] }]])) });
}

export function guardFile({ guard, folder }: OutsideAgent, place: Place): string {
  return join(folder(place), guard.file);
}
