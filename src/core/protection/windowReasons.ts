import { byAdministrator, byOwnHooks, protect, PROTECT, type Reason, setting } from './reason';

/** What a window tells of itself and is in the way. */
export const WINDOW_REASONS = {
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
} as const satisfies Readonly<Record<string, Reason>>;
