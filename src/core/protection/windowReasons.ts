import { byAdministrator, byOwnHooks, protect, PROTECT, PROTECT_AGENTS, type Reason, setting } from './reason';

/** What a window tells of itself and is in the way. */
export const WINDOW_REASONS = {
  guardOff: {
    level: 'not',
    why: (translate) => translate('Loop detection is off: toolLoopGuard.enabled.'),
    remedy: (translate) => translate('Turn on toolLoopGuard.enabled.'),
    remedyBy: setting('toolLoopGuard.enabled'),
  },
  hooksTooOld: {
    level: 'not',
    why: (translate) => translate('Hooks from extensions require VS Code 1.114 or later.'),
    remedy: (translate) => translate('Update VS Code, or choose a guarded model (toolLoopGuard.guardedModels).'),
    remedyBy: setting('toolLoopGuard.guardedModels'),
  },
  pluginHooksTooOld: {
    level: 'not',
    why: (translate) => translate('Hooks from extensions require VS Code 1.139 or later in these sessions.'),
    remedy: protect,
    remedyBy: PROTECT,
  },
  claudePluginTooOld: {
    level: 'not',
    why: (translate) => translate('Hooks from extensions require VS Code 1.139 or later in these sessions.'),
    remedy: byOwnHooks,
    remedyBy: PROTECT_AGENTS,
  },
  hooksOff: {
    level: 'not',
    why: (translate) => translate('Hooks are turned off.'),
    remedy: (translate) => translate('Turn on chat.useHooks.'),
    remedyBy: setting('chat.useHooks'),
  },
  hooksOffByPolicy: {
    level: 'not',
    why: (translate) => translate('Your organization has turned off hooks: chat.useHooks.'),
    remedy: byAdministrator,
  },
  pluginsOff: {
    level: 'not',
    why: (translate) => translate('Agent plugins are off: chat.plugins.enabled.'),
    remedy: (translate) => translate('Turn on chat.plugins.enabled.'),
    remedyBy: setting('chat.plugins.enabled'),
  },
  pluginsOffByPolicy: {
    level: 'not',
    why: (translate) => translate('Your organization has turned off agent plugins: chat.plugins.enabled.'),
    remedy: byAdministrator,
  },
  onlyManagedHooks: {
    level: 'not',
    why: (translate) => translate('Your organization allows only its own hooks (policy ChatAllowManagedHooksOnly).'),
    remedy: byAdministrator,
  },
  untrustedFolder: {
    level: 'not',
    why: (translate) => translate('Hooks don’t run in Restricted Mode.'),
    remedy: (translate) => translate('Trust the folder if you know its source.'),
    remedyBy: { kind: 'trust' },
  },
  remoteWindow: {
    level: 'not',
    why: (translate) => translate('In remote windows, these sessions need their own hooks.'),
    remedy: protect,
    remedyBy: PROTECT,
  },
  claudeRemoteWindow: {
    level: 'not',
    why: (translate) => translate('In remote windows, these sessions need their own hooks.'),
    remedy: byOwnHooks,
    remedyBy: PROTECT_AGENTS,
  },
  agentsWindow: {
    level: 'not',
    why: (translate) => translate('The Agents window runs this extension only if it is configured to.'),
    remedy: protect,
    remedyBy: PROTECT,
  },
  notListening: {
    level: 'not',
    why: (translate) => translate('Hooks can’t reach this window.'),
    remedy: (translate) => translate('See the log of Tool Loop Guard, then reload the window.'),
    remedyBy: { kind: 'log' },
  },
  noGuardedModels: {
    level: 'not',
    why: (translate) => translate('No models are chosen.'),
    remedy: (translate) => translate('To guard agents without hooks, add models to toolLoopGuard.guardedModels.'),
    remedyBy: setting('toolLoopGuard.guardedModels'),
  },
  noModelProviders: {
    level: 'not',
    why: (translate) => translate('This editor doesn’t let extensions provide models. VS Code 1.104 and later do.'),
    remedy: (translate) => translate('Update VS Code.'),
  },
  noParticipants: {
    level: 'not',
    why: (translate) => translate('This editor has no chat participants. VS Code 1.90 and later have them.'),
    remedy: (translate) => translate('Update VS Code.'),
  },
} as const satisfies Readonly<Record<string, Reason>>;
