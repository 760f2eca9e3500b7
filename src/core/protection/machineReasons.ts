import type { HooksOff } from './facts';
import {
  byAdministrator,
  byOwnHooks,
  byRepositoryHooks,
  protect,
  PROTECT,
  PROTECT_AGENTS,
  type Reason,
} from './reason';

const UNKNOWN: HooksOff = { file: '', setting: '' };

/** What the files of the machine tell, or the kind of session itself, and is in the way. */
export const MACHINE_REASONS = {
  noProgram: {
    level: 'not',
    why: (translate) => translate('No program was found that can run the hook: neither Node nor VS Code itself.'),
    remedy: (translate) => translate('Install Node 20 or newer so that "node" is found, or open VS Code once.'),
  },
  copilotFileBroken: {
    level: 'not',
    why: (translate) => translate('The hook file for Copilot sessions exists, but the program it starts is missing.'),
    remedy: protect,
    remedyBy: PROTECT,
  },
  agentHooksOff: {
    level: 'not',
    why: (translate, _machine, { file, setting } = UNKNOWN) =>
      translate('Hooks are turned off in {file}: {setting}.', { file, setting }),
    remedy: (translate, { setting } = UNKNOWN) => translate('Remove {setting} from that file.', { setting }),
  },
  claudeManagedHooksOnly: {
    level: 'not',
    why: (translate) => translate('Your organization allows only its own hooks in Claude Code: allowManagedHooksOnly.'),
    remedy: byAdministrator,
  },
  folderVariables: {
    level: 'partly',
    why: (translate, { folderVariables: variables = '' }) =>
      translate('This folder sets variables that can keep hooks from running: {variables}.', { variables }),
    remedy: (translate) => translate('Remove them from that file, if you don’t know what they are for.'),
  },
  stateUnusable: {
    level: 'not',
    why: (translate, { stateFault: reason = '' }) =>
      translate('Hooks can’t store what they count, so they check nothing: {reason}', { reason }),
    remedy: (translate) =>
      translate('Give ~/.local/state/tool-loop-guard back to your user, or make room on the disk.'),
  },
  codexNoPluginHooks: {
    level: 'not',
    why: (translate) => translate('VS Code doesn’t pass hooks from extensions to Codex.'),
    remedy: byOwnHooks,
    remedyBy: PROTECT_AGENTS,
  },
  codexUntrusted: {
    level: 'not',
    why: (translate) => translate('Codex doesn’t trust the hooks yet, so it skips them silently.'),
    remedy: (translate) => translate('Start codex, type /hooks, and trust them. Do this again after each change.'),
  },
  codexNeverStops: {
    level: 'partly',
    why: (translate) =>
      translate('A hook can’t stop Codex. The repeated call is blocked, but the agent may keep trying.'),
    remedy: (translate) => translate('Stop the agent yourself if it doesn’t give up.'),
  },
  cloud: {
    level: 'not',
    why: (translate) => translate('These sessions run on another machine and read only the repository’s hooks.'),
    remedy: byRepositoryHooks,
  },
  noHookInstalled: {
    level: 'not',
    why: (translate) => translate('Tool Loop Guard isn’t installed there.'),
    remedy: byOwnHooks,
    remedyBy: PROTECT_AGENTS,
  },
  judgedByHookAlone: {
    level: 'partly',
    why: (translate) =>
      translate(
        'The hook decided alone because no window answered. It blocks calls, but this window doesn’t ' + 'show them.',
      ),
    remedy: (translate) => translate('Reload the window that has the session’s folder open.'),
  },
  callsUnseen: {
    level: 'not',
    why: (translate) => translate('In the latest session, tools ran without being checked.'),
    remedy: (translate) => translate('Start a new session. A running session keeps the hooks it started with.'),
  },
  pluginDisabled: {
    level: 'not',
    why: (translate) => translate('Calls in the latest session weren’t checked. The plugin is probably disabled.'),
    remedy: (translate) =>
      translate('Search the Extensions view for "@agentPlugins", enable "tool-loop-guard", and start a new session.'),
    remedyBy: { kind: 'plugins' },
  },
} as const satisfies Readonly<Record<string, Reason>>;
