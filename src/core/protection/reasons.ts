import type { Translate } from '../words/language';

/** What a person can be taken to in order to be protected. */
export type Remedy =
  | { readonly kind: 'protectCopilotSessions' }
  | { readonly kind: 'setting'; readonly setting: string }
  | { readonly kind: 'trust' }
  | { readonly kind: 'log' };

/** Why a kind of session is not guarded, or only in part. */
export interface Reason {
  /** `partly`: calls are checked, but something is missing. */
  readonly level: 'partly' | 'not';
  /** One sentence: what is in the way. */
  readonly why: (translate: Translate) => string;
  /** One sentence: what to do. */
  readonly remedy: (translate: Translate) => string;
  /** Where there is a command or a setting for it. */
  readonly remedyBy?: Remedy;
}

const PROTECT: Remedy = { kind: 'protectCopilotSessions' };
const protect = (translate: Translate): string =>
  translate('Run "Tool Loop Guard: Protect Copilot Sessions…" on the machine where the session runs.');
const byAdministrator = (translate: Translate): string =>
  translate('Only your organization can change this: ask your administrator.');
const byOwnHooks = (translate: Translate): string =>
  translate('Add the hooks by hand: see docs/outside-vscode.md of Tool Loop Guard.');
const setting = (name: string): Remedy => ({ kind: 'setting', setting: name });

/** Every known reason. */
export const REASONS = {
  guardOff: {
    level: 'not',
    why: (translate) => translate('Loop detection is off: toolLoopGuard.enabled.'),
    remedy: (translate) => translate('Switch toolLoopGuard.enabled on.'),
    remedyBy: setting('toolLoopGuard.enabled'),
  },
  hooksTooOld: {
    level: 'not',
    why: (translate) => translate('This VS Code is too old for hooks of extensions: they came with 1.114.'),
    remedy: (translate) => translate('Update VS Code, or choose a guarded model (toolLoopGuard.guardedModels).'),
    remedyBy: setting('toolLoopGuard.guardedModels'),
  },
  pluginHooksTooOld: {
    level: 'not',
    why: (translate) =>
      translate('This VS Code does not run hooks of extensions in such sessions: they were first seen in 1.139.'),
    remedy: protect,
    remedyBy: PROTECT,
  },
  claudePluginTooOld: {
    level: 'not',
    why: (translate) =>
      translate('This VS Code does not run hooks of extensions in such sessions: they were first seen in 1.139.'),
    remedy: byOwnHooks,
  },
  hooksOff: {
    level: 'not',
    why: (translate) => translate('Hooks are off: chat.useHooks.'),
    remedy: (translate) => translate('Switch chat.useHooks on.'),
    remedyBy: setting('chat.useHooks'),
  },
  hooksOffByPolicy: {
    level: 'not',
    why: (translate) => translate('Your organization has switched hooks off: chat.useHooks.'),
    remedy: byAdministrator,
  },
  pluginsOff: {
    level: 'not',
    why: (translate) => translate('Agent plugins are off: chat.plugins.enabled.'),
    remedy: (translate) => translate('Switch chat.plugins.enabled on.'),
    remedyBy: setting('chat.plugins.enabled'),
  },
  pluginsOffByPolicy: {
    level: 'not',
    why: (translate) => translate('Your organization has switched agent plugins off: chat.plugins.enabled.'),
    remedy: byAdministrator,
  },
  onlyManagedHooks: {
    level: 'not',
    why: (translate) => translate('Your organization allows only its own hooks (policy ChatAllowManagedHooksOnly).'),
    remedy: byAdministrator,
  },
  untrustedFolder: {
    level: 'not',
    why: (translate) => translate('This folder is not trusted, and VS Code runs no hooks in such a folder.'),
    remedy: (translate) => translate('Trust the folder, if you know where it comes from.'),
    remedyBy: { kind: 'trust' },
  },
  noProgram: {
    level: 'not',
    why: (translate) => translate('No program was found that can run the hook: neither Node nor VS Code itself.'),
    remedy: (translate) => translate('Install Node 20 or newer so that "node" is found, or open VS Code once.'),
  },
  remoteWindow: {
    level: 'not',
    why: (translate) =>
      translate('In a remote window VS Code does not hand the plugin of this extension to such sessions.'),
    remedy: protect,
    remedyBy: PROTECT,
  },
  claudeRemoteWindow: {
    level: 'not',
    why: (translate) =>
      translate('In a remote window VS Code does not hand the plugin of this extension to such sessions.'),
    remedy: byOwnHooks,
  },
  agentsWindow: {
    level: 'not',
    why: (translate) => translate('The Agents window does not run this extension unless it is told to.'),
    remedy: protect,
    remedyBy: PROTECT,
  },
  notListening: {
    level: 'not',
    why: (translate) => translate('This window could not open the address at which hooks ask it.'),
    remedy: (translate) => translate('See the log of Tool Loop Guard, then reload the window.'),
    remedyBy: { kind: 'log' },
  },
  copilotFileBroken: {
    level: 'not',
    why: (translate) => translate('The hook file of Copilot sessions is there, but what it starts is gone.'),
    remedy: protect,
    remedyBy: PROTECT,
  },
  copilotHooksDisabled: {
    level: 'not',
    why: (translate) => translate('All hooks are switched off in ~/.copilot/settings.json: disableAllHooks.'),
    remedy: (translate) => translate('Remove disableAllHooks from that file.'),
  },
  claudeHooksDisabled: {
    level: 'not',
    why: (translate) => translate('All hooks are switched off in the settings of Claude Code: disableAllHooks.'),
    remedy: (translate) => translate('Remove disableAllHooks from ~/.claude/settings.json.'),
  },
  claudeManagedHooksOnly: {
    level: 'not',
    why: (translate) => translate('Your organization allows only its own hooks in Claude Code: allowManagedHooksOnly.'),
    remedy: byAdministrator,
  },
  codexNoPluginHooks: {
    level: 'not',
    why: (translate) => translate('VS Code does not pass hooks of extensions on to Codex.'),
    remedy: byOwnHooks,
  },
  codexUntrusted: {
    level: 'not',
    why: (translate) => translate('Codex has no trust on record for our hooks, and then it leaves them out silently.'),
    remedy: (translate) => translate('Start codex, type /hooks and trust them; do so again after each change.'),
  },
  codexNeverStops: {
    level: 'partly',
    why: (translate) =>
      translate('Codex cannot be ended by a hook: the repeated call is blocked, but the agent may go on asking.'),
    remedy: (translate) => translate('End the agent yourself when it does not give up.'),
  },
  cloud: {
    level: 'not',
    why: (translate) => translate('These sessions run on another machine and read only hooks of the repository.'),
    remedy: byOwnHooks,
  },
  noGuardedModels: {
    level: 'not',
    why: (translate) => translate('No models are chosen: toolLoopGuard.guardedModels is empty.'),
    remedy: (translate) => translate('Name models in toolLoopGuard.guardedModels, if hooks are not there.'),
    remedyBy: setting('toolLoopGuard.guardedModels'),
  },
  noModelProviders: {
    level: 'not',
    why: (translate) => translate('This editor does not let extensions offer models: VS Code does from 1.104 on.'),
    remedy: (translate) => translate('Update VS Code.'),
  },
  noParticipants: {
    level: 'not',
    why: (translate) => translate('This editor has no chat participants: VS Code has them from 1.90 on.'),
    remedy: (translate) => translate('Update VS Code.'),
  },
  noHookInstalled: {
    level: 'not',
    why: (translate) => translate('Our hooks are not installed there.'),
    remedy: byOwnHooks,
  },
  callsUnseen: {
    level: 'not',
    why: (translate) =>
      translate('A session made calls and no hook asked about them. The plugin may be disabled for agents.'),
    remedy: (translate) =>
      translate(
        'Look for "tool-loop-guard" under Chat: Plugins, or run "Tool Loop Guard: Protect Copilot Sessions…", then start a new session.',
      ),
    remedyBy: PROTECT,
  },
} as const satisfies Readonly<Record<string, Reason>>;

export type ReasonId = keyof typeof REASONS;

/** A reason by its name. */
export function reasonOf(id: ReasonId): Reason {
  return REASONS[id];
}
