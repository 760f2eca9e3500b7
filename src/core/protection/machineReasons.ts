import {
  byAdministrator,
  byOwnHooks,
  byRepositoryHooks,
  protect,
  PROTECT,
  PROTECT_AGENTS,
  type Reason,
} from './reason';

/** What the files of the machine tell, or the kind of session itself, and is in the way. */
export const MACHINE_REASONS = {
  noProgram: {
    level: 'not',
    why: (translate) => translate('No program was found that can run the hook: neither Node nor VS Code itself.'),
    remedy: (translate) => translate('Install Node 20 or newer so that "node" is found, or open VS Code once.'),
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
    remedyBy: PROTECT_AGENTS,
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
    remedy: byRepositoryHooks,
  },
  noHookInstalled: {
    level: 'not',
    why: (translate) => translate('Our hooks are not installed there.'),
    remedy: byOwnHooks,
    remedyBy: PROTECT_AGENTS,
  },
  judgedByHookAlone: {
    level: 'partly',
    why: (translate) =>
      translate('The hook decided alone: no window answered. It blocks calls, but nothing of it is shown here.'),
    remedy: (translate) => translate('Reload the window that has the folder of the session open.'),
  },
  callsUnseen: {
    level: 'not',
    why: (translate) => translate('The session that was seen last called tools, and no hook asked about them.'),
    remedy: (translate) => translate('Start a new session: one that runs keeps the hooks that it began with.'),
  },
  pluginDisabled: {
    level: 'not',
    why: (translate) =>
      translate(
        'The session that was seen last called tools, no hook asked about them, and nothing else is in the way: the ' +
          'plugin of this extension is probably disabled by hand, which VS Code tells no extension.',
      ),
    remedy: (translate) =>
      translate('Search the Extensions view for "@agentPlugins", enable "tool-loop-guard", and start a new session.'),
    remedyBy: { kind: 'plugins' },
  },
} as const satisfies Readonly<Record<string, Reason>>;
