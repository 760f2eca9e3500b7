import type { SeenSession } from './liveProbe';

/** A setting of VS Code: on, off by the person, or off by the organisation. */
export type Switch = 'on' | 'off' | 'managed';

/** What a window of VS Code tells about itself. */
export interface WindowFacts {
  /** VS Code's own version, such as `1.139.1`. */
  readonly version: string;
  readonly hasModelProviders: boolean;
  readonly hasParticipants: boolean;
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
  /** Whether `toolLoopGuard.enabled` holds for a new chat. */
  readonly isEnabled: boolean;
  /** Whether `toolLoopGuard.guardedModels` names any. */
  readonly guardsModels: boolean;
  /** The kind of session that a new chat of this window gets. */
  readonly newChat: 'local' | 'copilot';
  /** Whether a hook of a Local session has asked this window. */
  readonly isLocalAsked: boolean;
}

/** How a file that is to hold our hooks looks. */
export type HookFile =
  | 'absent'
  /** Ours, complete. */
  | 'ours'
  /** Ours, but what it starts is gone. */
  | 'broken'
  /** Somebody else's, or none that calls us. */
  | 'foreign';

/** What the files of this machine tell. Nothing here is a secret, no text of the files is kept. */
export interface MachineFacts {
  /** A program is there that can run the hook: Node, or VS Code itself. */
  readonly hasProgram: boolean;
  /** `~/.copilot/hooks/tool-loop-guard.json` */
  readonly copilotFile: HookFile;
  /** Our plugin, or another hook file that calls us, in GitHub Copilot CLI. */
  readonly hasCopilotCliHook: boolean;
  /**
   * The file of a folder that switches Copilot's hooks off (`disableAllHooks`). The person's own files don't switch off
   * hook files, as seen in 1.0.102.
   */
  readonly copilotHooksDisabled: string | undefined;
  /** Our hook, or our plugin, in `~/.claude/settings.json`. */
  readonly hasClaudeHook: boolean;
  /** The same in Claude Code: its own or managed settings, or those of a folder. */
  readonly claudeHooksDisabled: string | undefined;
  /** `allowManagedHooksOnly` in Claude Code's managed settings. */
  readonly claudeManagedHooksOnly: boolean;
  /** Our hooks in `~/.gemini/settings.json`. */
  readonly hasGeminiHook: boolean;
  /** The file of Gemini CLI, or of a folder, that switches all hooks or ours off (`hooksConfig`). */
  readonly geminiHooksDisabled: string | undefined;
  /** Our plugin in opencode. */
  readonly hasOpencodePlugin: boolean;
  /** A file of a folder that sets variables by which it decides what a hook does, and their names. */
  readonly folderVariables: string | undefined;
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
