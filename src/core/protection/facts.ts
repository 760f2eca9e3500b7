import type { SeenSession } from './sessionProbe';
import type { Weaknesses } from './weaknesses';
import type { Translate } from '../words/language';

/** `managed`: turned off by the organization. */
export type Switch = 'on' | 'off' | 'managed';

export interface WindowFacts {
  /** VS Code's version, such as `1.139.1`. */
  readonly version: string;
  readonly isFolderTrusted: boolean;
  /** On another machine, in a container, or in WSL. */
  readonly isRemote: boolean;
  readonly isAgentsWindow: boolean;
  /** `chat.useHooks` */
  readonly hooks: Switch;
  /** `chat.plugins.enabled` */
  readonly plugins: Switch;
  /** `chat.hooks.allowManagedOnly`, a policy */
  readonly onlyManagedHooks: boolean;
  readonly isListening: boolean;
  /** In a new chat. */
  readonly settings: Weaknesses;
  /** Whether calls of Codex chats in the Agent Host are read, and such a chat can be ended. */
  readonly watchesCodexChats: boolean;
  readonly newChat: 'local' | 'copilot';
}

/** What files on the machine say about our hooks in one agent outside VS Code. */
export interface AgentFacts {
  /**
   * Hooks, plugin, or module. `broken`: what it runs is missing or damaged; `changed`: it names us, but isn't as we
   * write it.
   */
  readonly hook: 'absent' | 'ours' | 'broken' | 'changed';
  readonly hooksOff: HooksOff | undefined;
  /** For its hooks, if they use more than the machine's settings. */
  readonly settings?: Weaknesses | undefined;
  /** A settings file that the agent refuses or that we can't read, with the line. */
  readonly unreadable: string | undefined;
  /** A hook ends its run only in a loop of shell commands, and no extension of ours is loaded that ends others. */
  readonly endsOnlyShell?: true | undefined;
}

/** A setting in a file of the user, the organization, or a folder, or a variable. */
export interface HooksOff {
  readonly file?: string | undefined;
  readonly setting: string;
}

const NOTHING: AgentFacts = { hook: 'absent', hooksOff: undefined, unreadable: undefined };

export function factsOf({ agents }: MachineFacts, id: string): AgentFacts {
  return agents[id] ?? NOTHING;
}

/** What files on this machine say. No secrets, and no text of the files. */
export interface MachineFacts {
  /** Node or VS Code itself, to run the hook. */
  readonly hasProgram: boolean;
  /** `~/.copilot/hooks/tool-loop-guard.json` */
  readonly copilotFile: AgentFacts['hook'];
  /** By the agent's name on the command line. */
  readonly agents: Readonly<Record<string, AgentFacts>>;
  /** `allowManagedHooksOnly` in Claude Code's managed settings. */
  readonly claudeManagedHooksOnly: boolean;
  /** Written by `tool-loop-guard install --repository`. */
  readonly hasRepositoryHooks: boolean;
  /** A folder's file that sets variables that change what a hook does, and their names. */
  readonly folderVariables: string | undefined;
  /** For hooks without a window. */
  readonly settings: Weaknesses;
  /** The version that hooks run, if it is older than this one. */
  readonly olderCopy?: string | undefined;
  /** Why hooks can't store their counts; undefined if they can, or if that wasn't tried. */
  readonly stateFault: string | undefined;
  /** `trusted`: a trust is on record; only Codex knows whether it is still valid. */
  readonly codexHook: 'absent' | 'untrusted' | 'trusted';
}

export interface ProtectionFacts {
  /** Undefined on the command line. */
  readonly window: WindowFacts | undefined;
  readonly machine: MachineFacts;
  /** In the window's folders, the latest first; empty on the command line. */
  readonly sessions: readonly SeenSession[];
}

/** What isn't a number counts as new, so that we don't deny what a VS Code has. */
export function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0;
}

/** What can prevent its protection is in `checks.ts`. */
export interface SessionType {
  readonly id: string;
  /** The agent outside VS Code whose hooks also guard it. */
  readonly agent?: string;
  readonly name: (translate: Translate) => string;
  /** Whether only a window knows if it is guarded. Otherwise files on the machine say so. */
  readonly needsWindow: (machine: MachineFacts) => boolean;
  /** Whether its agent passes variables from a folder's files to its hooks. */
  readonly takesFolderVariables?: boolean;
  /** Undefined for sessions in VS Code. */
  readonly outside?: {
    readonly runsProgram: boolean;
  };
}

type WindowSessionId = 'local' | 'copilot' | 'claude' | 'codex' | 'cloud';

/** All sessions in VS Code, in the order of the table. */
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
