import type { SeenSession } from './liveProbe';
import type { Weaknesses } from './weaknesses';

/** A setting of VS Code: on, off by the person, or off by the organisation. */
export type Switch = 'on' | 'off' | 'managed';

/** What a window of VS Code tells about itself. */
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
  /** Whether hooks reach this window. */
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
  /** Our hooks, our plugin, or our module; `broken`: what they run is missing or damaged. */
  readonly hook: 'absent' | 'ours' | 'broken';
  /** What turns its hooks off; undefined where nothing does. */
  readonly hooksOff: HooksOff | undefined;
  /** A settings file that it refuses, or that we can't read, with the line; undefined where there is none. */
  readonly unreadable: string | undefined;
}

/** A file of the person, of the organization, or of a folder that turns hooks off, and the setting that does it. */
export interface HooksOff {
  readonly file: string;
  readonly setting: string;
}

/** What is known of an agent that nobody has looked at. */
const NOTHING: AgentFacts = { hook: 'absent', hooksOff: undefined, unreadable: undefined };

/** What the files tell of one agent. */
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

/** Everything that the table of the protection follows from. */
export interface ProtectionFacts {
  /** Undefined on the command line. */
  readonly window: WindowFacts | undefined;
  readonly machine: MachineFacts;
  /** Sessions in the window's folders that were seen to call tools, the latest first; empty on the command line. */
  readonly sessions: readonly SeenSession[];
}
