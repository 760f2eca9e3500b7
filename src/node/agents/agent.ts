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
  /** Of the installed agent; undefined if unknown. */
  readonly version?: string | undefined;
  /** Where sessions work whose own hooks count; undefined if those aren't checked. */
  readonly folder?: string;
}

export interface HookGroup {
  readonly hooks: readonly object[];
}

type Guarding =
  | {
      readonly kind: 'lines';
      readonly file: string;
      readonly lines: (plugin: string, place: Place) => Readonly<Record<string, HookGroup>>;
    }
  /** A file that is entirely ours: of hooks, or a program that the agent loads, which needs no Node of its own. */
  | { readonly kind: 'hookFile' | 'module'; readonly file: string; readonly text: (plugin: string) => string };

interface RunPlace {
  readonly folder: string;
  /** A settings.json, or an object with just the settings; need not exist. */
  readonly settingsFile: string;
  readonly hookCommand: string;
  readonly moduleAddress: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly home: string;
  readonly version: Place['version'];
}

/** How to start an agent so that one run is guarded, and nothing outside its folder is written. */
export interface GuardedStart {
  readonly files?: Readonly<Record<string, string>>;
  /** Come before the agent's own arguments. */
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Replaces the agent's own folder: links to everything in it, and its settings.json with these lines. */
  readonly standIn?: {
    readonly for: string;
    readonly at: string;
    readonly lines: Readonly<Record<string, HookGroup>>;
  };
}

/** An agent that is a program of its own, which hooks can be installed for. */
interface Outside {
  readonly name: string;
  readonly program: string;
  readonly npmPackage?: string;
  /** Separated by spaces. */
  readonly tools?: string;
  /** Set by the agent for the commands that it runs. */
  readonly shellVariables: readonly string[];
  readonly folder: (place: Place) => string;
  /** Its sessions in VS Code use the same folder, and create it. */
  readonly sharesFolder?: true;
  readonly guard: Guarding;
  /** Where it records which plugins are on; absent if none of them is ours. */
  readonly plugins?: 'settings' | 'configTables';
  /** Files in a session's folder whose hooks it was seen to run. */
  readonly folderHooks?: readonly string[];
  /** Arguments without which it ignores hooks that are given for one run. */
  readonly runNeeds?: readonly string[];
  /** How to guard one run without an installation; absent if that isn't possible. */
  readonly start?: (place: RunPlace) => GuardedStart;
  /** Input fields that identify it, in addition to those of a call. */
  readonly sample?: RawInput;
  /** How the user makes it trust hooks, if it runs no others. */
  readonly trust?: (translate: Translate) => string;
  readonly ends: {
    /** The first version that is known to end a run when a hook says so. */
    readonly since: string;
    readonly how: 'yes' | 'shell' | 'inTerminal';
  };
  /** A program that it loads to end runs that no hook ends; written only if the user asks for it. */
  readonly extension?: {
    readonly file: string;
    readonly needs: string;
    readonly isLoaded: (settings: JsonFields) => boolean;
  };
  readonly hookSwitch?: HookSwitch;
  /** A variable with a value that keeps it from running anything of ours. */
  readonly offBy?: RegExp;
  /** Whether its hooks get variables that files in a folder set. */
  readonly takesFolderVariables?: true;
  /** Files of the user, relative to its folder, whose variables its hooks were seen to get. */
  readonly variableFiles?: readonly string[];
  /** Whether it rejects a settings file with comments or trailing commas, and all hooks in it. */
  readonly readsPlainJson?: true;
  /** Whether it was seen to read a settings file with a byte order mark; others may refuse to start. */
  readonly readsMark?: true;
  readonly protection: { readonly id: string };
}

export interface HookSwitch {
  readonly setting: string;
  readonly isOff: (settings: JsonFields) => boolean;
  readonly files: readonly string[];
  readonly systemFiles?: (place: Place) => readonly string[];
  /** In a session's folder, as the agent was seen to read them. */
  readonly folderFiles: readonly string[];
}

/** An organization's settings for Gemini CLI, and for Qwen Code, which took over its paths. */
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
  /** Absent for VS Code's own agent. */
  readonly outside?: Outside;
}

export type OutsideAgent = Outside & { readonly id: string };

/** An agent also needs a line in `sessions.ts` and in `harnesses.ts`. */
export function defineAgent({
  wire,
  ...row
}: Omit<AgentRow, 'harness'> & { readonly wire: Omit<Harness, 'name'> }): AgentRow {
  return { ...row, harness: { ...wire, name: row.id } };
}

export const CLAUDE_EVENTS: readonly string[] = [
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PreCompact',
  'Stop',
];

/** After this time, an agent continues without an answer. */
export const TIMEOUT_SECONDS = 20;

export function groups(events: readonly string[], hook: Readonly<Record<string, unknown>>): Record<string, HookGroup> {
  return Object.fromEntries(events.map((event) => [event, { hooks: [hook] }]));
}

/** In Copilot's files, each hook stands in its event's list without a group. */
export function hooksOf(group: unknown): readonly unknown[] {
  const hooks = isJsonObject(group) ? group['hooks'] : undefined;
  return Array.isArray(hooks) ? hooks : [group];
}

/** @param named by a name, a person can turn them off in the agent; those of one run have none */
export function hooksFor(
  events: readonly string[],
  command: string,
  named: { readonly name?: 'tool-loop-guard' } = {},
): Record<string, HookGroup> {
  return groups(events, { ...named, type: 'command', command, timeout: TIMEOUT_SECONDS * 1000 });
}

export function commandFor(plugin: string, { platform }: Pick<Place, 'platform'>): string {
  return hookCommand(plugin)[platform === 'win32' ? 'windows' : 'posix'];
}

export function hooksText(events: readonly string[], hook: object): string {
  return JSON.stringify({ hooks: Object.fromEntries(events.map((event) => [event, [{ hooks: [hook] }]])) });
}

export function guardFile({ guard, folder }: OutsideAgent, place: Place): string {
  return join(folder(place), guard.file);
}
