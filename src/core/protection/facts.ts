import type { SeenSession } from './sessionProbe';
import type { Weaknesses } from './weaknesses';
import type { Translate } from '../words/language';

/** A setting of VS Code: on, off by the person, or off by the organisation. */
export type Switch = 'on' | 'off' | 'managed';

export interface WindowFacts {
  /** VS Code's own version, such as `1.139.1`. */
  readonly version: string;
  readonly isFolderTrusted: boolean;
  /** The window works on another machine, in a container or in WSL. */
  readonly isRemote: boolean;
  readonly isAgentsWindow: boolean;
  /** `chat.useHooks` */
  readonly hooks: Switch;
  /** `chat.plugins.enabled` */
  readonly plugins: Switch;
  /** `chat.hooks.allowManagedOnly`, a policy */
  readonly onlyManagedHooks: boolean;
  readonly isListening: boolean;
  /** What the settings leave undone in a new chat. */
  readonly settings: Weaknesses;
  /** Whether calls of Codex chats in the Agent Host are read, and such a chat can be ended. */
  readonly watchesCodexChats: boolean;
  /** The kind of session that a new chat of this window gets. */
  readonly newChat: 'local' | 'copilot';
}

/** What the files of a machine tell of our hooks in one agent outside VS Code. */
export interface AgentFacts {
  /**
   * Our hooks, our plugin, or our module; `broken`: what they run is missing or damaged; `unknown`: they name us in a
   * command of which nobody can tell what it runs.
   */
  readonly hook: 'absent' | 'ours' | 'broken' | 'unknown';
  /** The events before or after a call that have no hook of ours, as the agent names them. */
  readonly missingEvents?: string | undefined;
  /** The same of events without which a failure is seen late, or a run is not ended. */
  readonly lateEvents?: string | undefined;
  /** Which calls alone our hooks are for, as the agent's file says. */
  readonly matchers?: string | undefined;
  /** What turns its hooks off; undefined where nothing does. */
  readonly hooksOff: HooksOff | undefined;
  /** What the settings leave undone by which its hooks decide, where those of the machine aren't all. */
  readonly settings?: Weaknesses | undefined;
  /** A settings file that it refuses, or that we can't read, with the line; undefined where there is none. */
  readonly unreadable: string | undefined;
}

/** What turns hooks off: a setting in a file of the person, of the organization, or of a folder, or a variable. */
export interface HooksOff {
  readonly file?: string | undefined;
  readonly setting: string;
}

/** What is known of an agent that nobody has looked at. */
const NOTHING: AgentFacts = { hook: 'absent', hooksOff: undefined, unreadable: undefined };

export function factsOf({ agents }: MachineFacts, id: string): AgentFacts {
  return agents[id] ?? NOTHING;
}

/** What the files of this machine tell. Nothing here is a secret, no text of the files is kept. */
export interface MachineFacts {
  /** A program is there that can run the hook: Node, or VS Code itself. */
  readonly hasProgram: boolean;
  /** `~/.copilot/hooks/tool-loop-guard.json` */
  readonly copilotFile: AgentFacts['hook'];
  /** What is known of each agent outside VS Code, by its name on the command line. */
  readonly agents: Readonly<Record<string, AgentFacts>>;
  /** `allowManagedHooksOnly` in Claude Code's managed settings. */
  readonly claudeManagedHooksOnly: boolean;
  /** `tool-loop-guard install --repository` has written its files to a folder's repository. */
  readonly hasRepositoryHooks: boolean;
  /** A file of a folder that sets variables by which it decides what a hook does, and their names. */
  readonly folderVariables: string | undefined;
  /** What the settings leave undone by which hooks decide without a window. */
  readonly settings: Weaknesses;
  /** The version of our copy that hooks run, where that is older than what looks. */
  readonly olderCopy?: string | undefined;
  /** Where hooks store what they count, where they can't in the home folder. */
  readonly stateElsewhere?: string | undefined;
  /** Why hooks can't keep what they know; undefined where they can, or where nobody has tried. */
  readonly stateFault: string | undefined;
  /** Our hook in Codex, and whether a trust is on record for it; whether it still holds only Codex can tell. */
  readonly codexHook: 'absent' | 'untrusted' | 'trusted';
}

export interface ProtectionFacts {
  /** Undefined on the command line. */
  readonly window: WindowFacts | undefined;
  readonly machine: MachineFacts;
  /** Sessions in the window's folders that were seen to call tools, the latest first; empty on the command line. */
  readonly sessions: readonly SeenSession[];
}

/**
 * Whether a version of VS Code is older than another, by major and minor. What is no version is taken for a new one, so
 * that what a VS Code has is not denied.
 */
export function isOlder(version: string, than: string): boolean {
  const [major, minor] = numbers(version);
  const [thanMajor, thanMinor] = numbers(than);
  return major < thanMajor || (major === thanMajor && minor < thanMinor);
}

function numbers(version: string): [number, number] {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  return major === undefined || minor === undefined ? [Infinity, Infinity] : [Number(major), Number(minor)];
}

/** A kind of session. What can be in its way is in `checks.ts`. */
export interface SessionType {
  readonly id: string;
  /** The agent outside VS Code whose hooks guard such a session, too. */
  readonly agent?: string;
  /** Names of products are the same in every language. */
  readonly name: (translate: Translate) => string;
  /** Whether only a window can tell; else the files of the machine do. */
  readonly needsWindow: (machine: MachineFacts) => boolean;
  /** Whether its agent gives variables that files of a folder set to its hooks. */
  readonly takesFolderVariables?: boolean;
  /** Left out for sessions in VS Code. */
  readonly outside?: {
    readonly runsProgram: boolean;
    readonly ends: boolean;
  };
}

type WindowSessionId = 'local' | 'copilot' | 'claude' | 'codex' | 'cloud';

/** All kinds of sessions in VS Code, in the order of the table. */
export const SESSION_TYPES: readonly (SessionType & { readonly id: WindowSessionId })[] = [
  { id: 'local', name: (translate) => translate('Local sessions'), needsWindow: () => true },
  {
    id: 'copilot',
    agent: 'copilot',
    name: (translate) => translate('Copilot sessions'),
    needsWindow: ({ copilotFile }) => copilotFile !== 'ours',
  },
  {
    id: 'claude',
    agent: 'claude',
    name: (translate) => translate('Claude sessions'),
    needsWindow: (machine) => factsOf(machine, 'claude').hook !== 'ours',
    takesFolderVariables: true,
  },
  { id: 'codex', name: (translate) => translate('Codex sessions'), needsWindow: () => true },
  { id: 'cloud', name: (translate) => translate('Cloud sessions'), needsWindow: () => false },
];
