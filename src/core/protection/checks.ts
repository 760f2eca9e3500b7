import type { Translate } from '../words/language';
import {
  type AgentFacts,
  factsOf,
  type MachineFacts,
  type ProtectionFacts,
  type WindowFacts,
  isOlder,
  type SessionType,
} from './facts';
import { type SeenSession, sessionName } from './sessionProbe';
import type { RemedyCommand } from './remedyCommand';
import type { Weaknesses } from './weaknesses';

interface Subject {
  readonly type: SessionType;
  readonly machine: MachineFacts;
  /** Undefined on the command line, and for an agent outside VS Code. */
  readonly window: WindowFacts | undefined;
  /** The agent whose hooks guard it. */
  readonly agent: AgentFacts | undefined;
  readonly settings: Weaknesses;
  readonly latest: SeenSession | undefined;
  /** Whether calls reach the guard through our plugin's hooks in VS Code. */
  readonly isByPlugin: boolean;
}

type Details = Readonly<Record<string, string>>;

interface Check {
  /** `unknown`: nobody can know whether it is guarded; `partly`: calls are checked, but something is missing. */
  readonly level: 'not' | 'unknown' | 'partly' | 'note';
  /** @param others whether something else was found before */
  readonly finds: (subject: Subject, others: boolean) => Details | boolean | undefined;
  readonly why: (translate: Translate, details: Details, subject: Subject) => string;
  readonly remedy?: (translate: Translate, subject: Subject, others: boolean) => string;
  readonly remedyBy?: (translate: Translate, subject: Subject, details: Details) => RemedyCommand | undefined;
}

/** The first version whose own agent runs hooks of extensions. */
const HOOKS_SINCE = '1.114';

/** The first version in which a plugin's hooks were seen to run in Agent Host sessions. */
const AGENT_HOST_HOOKS_SINCE = '1.139';

/** The first version whose Agent Host publishes its address for the protocol that we speak. */
const AGENT_HOST_ADDRESS_SINCE = '1.136';

function link(title: string, command: RemedyCommand['command'], ...given: readonly unknown[]): RemedyCommand {
  return { title, command, given };
}

function setting(translate: Translate, name: string): RemedyCommand {
  return link(translate('Open setting {setting}', { setting: name }), 'workbench.action.openSettings', `@id:${name}`);
}

/** Without an agent, the user chooses. */
function addHooks(translate: Translate, { type: { outside, agent } }: Subject): RemedyCommand {
  const given = outside === undefined && agent !== undefined ? [agent] : [];
  return link(translate('Add hooks'), 'toolLoopGuard.protectAgents', ...given);
}

const BY_OWN_HOOKS: Pick<Check, 'remedy' | 'remedyBy'> = {
  remedy: (translate) =>
    translate('Run "Tool Loop Guard: Guard Other Agents…" in VS Code, or tool-loop-guard install in a terminal.'),
  remedyBy: addHooks,
};

/** In the order shown. */
export const CHECKS = {
  off: {
    level: 'not',
    finds: ({ settings: { off, excludesAll } }) => named({ by: off ?? excludesAll }),
    why: (translate, { by = '' }) => translate('Loop detection is off, or all tools are excluded: {by}.', { by }),
    remedy: (translate) => translate('Turn it on there.'),
    remedyBy: (translate, { window, settings }) =>
      window === undefined || settings.off === undefined ? undefined : setting(translate, 'toolLoopGuard.enabled'),
  },
  hooksOff: {
    level: 'not',
    finds: (subject) => named({ by: organizationSwitch(subject) ?? personSwitch(subject) }),
    why: (translate, { by = '' }) => translate('Hooks are turned off: {by}.', { by }),
    remedy: (translate, subject) =>
      organizationSwitch(subject) === undefined
        ? translate('Turn them on there.')
        : translate('Only your organization can change this: ask your administrator.'),
    remedyBy: (translate, subject, { by = '' }) =>
      organizationSwitch(subject) === undefined && by.startsWith('chat.') ? setting(translate, by) : undefined,
  },
  noHook: {
    level: 'not',
    finds: ({ type, window, machine, agent, latest, isByPlugin }) => {
      if (window === undefined) {
        return type.outside !== undefined && agent?.hook === 'absent';
      }
      if (type.id === 'codex') {
        return machine.codexHook === 'absent' && !endsCodexChats(window);
      }
      const isOutOfReach =
        window.isRemote ||
        (type.id === 'copilot' && window.isAgentsWindow) ||
        isOlder(window.version, AGENT_HOST_HOOKS_SINCE);
      // What was seen outweighs what is known of a version or a kind of window.
      const isSeen = latest?.judge !== undefined;
      return type.agent !== undefined && isByPlugin && isOutOfReach && !isSeen && { isRemote: String(window.isRemote) };
    },
    why: (translate, { isRemote }) =>
      isRemote === 'true'
        ? translate('This is a remote window, so add hooks once, then start a new session.')
        : translate('These sessions need hooks of their own, and have none.'),
    ...BY_OWN_HOOKS,
  },
  cloud: {
    level: 'unknown',
    finds: ({ type }) => type.id === 'cloud',
    why: (translate, _, { machine }) =>
      machine.hasRepositoryHooks
        ? translate('This repository has hooks for them, which guard them once they are committed and pushed.')
        : translate('Guarded only with hooks in their repository.'),
    remedy: (translate, { machine }) =>
      machine.hasRepositoryHooks
        ? ''
        : translate('Run tool-loop-guard install --repository in a terminal, and commit what it writes.'),
  },
  filesMissing: {
    level: 'not',
    finds: ({ type, agent }) => (type.outside !== undefined || type.id === 'copilot') && agent?.hook === 'broken',
    why: (translate) => translate('The files that these hooks run are missing or damaged.'),
    ...BY_OWN_HOOKS,
  },
  tooOld: {
    level: 'not',
    finds: ({ type: { id }, window }) =>
      id === 'local' && window !== undefined && isOlder(window.version, HOOKS_SINCE) && { since: HOOKS_SINCE },
    why: (translate, { since = '' }) => translate('This requires VS Code {since} or later.', { since }),
    remedy: (translate) => translate('Update VS Code.'),
  },
  untrustedFolder: {
    level: 'not',
    finds: ({ window, isByPlugin }) => isByPlugin && window?.isFolderTrusted === false,
    why: (translate) => translate('Hooks don’t run in Restricted Mode.'),
    remedy: (translate) => translate('Trust the folder if you know its source.'),
    remedyBy: (translate) => link(translate('Manage workspace trust'), 'workbench.trust.manage'),
  },
  notListening: {
    level: 'not',
    finds: ({ window, isByPlugin }) => isByPlugin && window?.isListening === false,
    why: (translate) => translate('Hooks can’t reach this window.'),
    remedy: (translate) => translate('See the log of Tool Loop Guard, then reload the window.'),
    remedyBy: (translate) => link(translate('Show log'), 'toolLoopGuard.showLog'),
  },
  noProgram: {
    level: 'not',
    finds: ({ type, machine, agent }) =>
      !machine.hasProgram &&
      (type.outside === undefined
        ? ['local', 'copilot', 'claude'].includes(type.id)
        : type.outside.runsProgram && agent?.hook !== 'absent'),
    why: (translate) => translate('No program was found that can run the hook: neither Node nor VS Code itself.'),
    remedy: (translate) => translate('Install Node 20 or newer so that "node" is found, or open VS Code once.'),
  },
  stateUnusable: {
    level: 'not',
    finds: ({ type, machine }) => type.outside !== undefined && named({ reason: machine.stateFault }),
    why: (translate, { reason = '' }) =>
      translate('Hooks can’t store their counts, so they check nothing: {reason}.', { reason }),
    remedy: (translate) =>
      translate('Make your user the owner of ~/.local/state/tool-loop-guard, or free up disk space.'),
  },
  untrustedHooks: {
    level: 'not',
    finds: ({ type, machine, window }) =>
      (type.agent === 'codex' || (window !== undefined && type.id === 'codex' && !endsCodexChats(window))) &&
      machine.codexHook === 'untrusted',
    why: (translate) => translate('Codex doesn’t trust the hooks yet, so it skips them silently.'),
    remedy: (translate) => translate('Start codex, type /hooks, and trust them. Do this again after each change.'),
  },
  callsUnseen: {
    level: 'not',
    finds: ({ latest }) => latest !== undefined && latest.judge === undefined,
    why: (translate, _, { latest }) =>
      translate('In {session}, tools ran without being checked.', {
        session: latest === undefined ? '' : sessionName(latest, translate),
      }),
    // No extension can read whether the user has disabled a plugin, so that is what remains.
    remedy: (translate, { isByPlugin }, others) =>
      isByPlugin && !others
        ? translate('Enable "tool-loop-guard" among the agent plugins, and start a new session.')
        : translate('Start a new session. A running session keeps the hooks it started with.'),
    remedyBy: (translate, { isByPlugin }) =>
      isByPlugin
        ? link(translate('Search for agent plugins'), 'workbench.extensions.search', '@agentPlugins')
        : undefined,
  },
  unreadable: {
    level: 'unknown',
    finds: ({ agent }) => named({ file: agent?.unreadable }),
    why: (translate, { file = '' }) =>
      translate('The agent or Tool Loop Guard can’t read this file, so whether hooks run is unknown: {file}.', {
        file,
      }),
    remedy: (translate) =>
      translate('Fix the file: use plain JSON without comments, and give each setting a value of the right type.'),
  },
  hooksChanged: {
    level: 'unknown',
    finds: ({ type, agent }) => (type.outside !== undefined || type.id === 'copilot') && agent?.hook === 'changed',
    why: (translate) =>
      translate('It’s unknown what these hooks check: they can’t be read, or aren’t as Tool Loop Guard writes them.'),
    remedy: (translate) =>
      translate('To renew them, run: tool-loop-guard install. To try them, run: tool-loop-guard doctor --prove'),
    remedyBy: addHooks,
  },
  stopsLate: {
    level: 'partly',
    finds: ({ settings: { stopsLate } }) => named({ by: stopsLate }),
    why: (translate, { by = '' }) =>
      translate('Identical calls aren’t stopped, or are stopped very late: {by}.', { by }),
  },
  variables: {
    level: 'partly',
    finds: ({ type, machine }) => type.takesFolderVariables === true && named({ variables: machine.folderVariables }),
    why: (translate, { variables = '' }) =>
      translate('These variables can weaken the guard or keep hooks from running: {variables}.', { variables }),
    remedy: (translate) => translate('Remove them from that file, if you don’t know what they are for.'),
  },
  neverStops: {
    level: 'partly',
    finds: ({ type, machine, window }) =>
      type.id === 'codex' && window !== undefined && !endsCodexChats(window) && machine.codexHook === 'trusted',
    why: (translate) =>
      translate('A hook can’t stop this agent. The repeated call is blocked, but the agent may keep trying.'),
    remedy: (translate) => translate('Stop the agent yourself if it doesn’t give up.'),
  },
  otherToolsGoOn: {
    level: 'partly',
    finds: ({ type, agent }, others) =>
      !others && type.outside !== undefined && agent?.hook === 'ours' && agent.endsOnlyShell === true,
    why: (translate) =>
      translate('At most a loop of shell commands stops the run. In a loop of other tools, further calls are blocked.'),
    remedy: (translate) =>
      translate(
        'To stop those too, run: tool-loop-guard install --agent copilot --extension, then: copilot --experimental',
      ),
  },
  excluded: {
    level: 'note',
    finds: ({ settings: { excluded } }) => named({ tools: excluded }),
    why: (translate, { tools = '' }) => translate('Excluded from loop detection: {tools}.', { tools }),
  },
  unusableSettings: {
    level: 'note',
    finds: ({ settings: { unusable } }) => named({ problems: unusable }),
    why: (translate, { problems = '' }) => translate('Some settings can’t be used: {problems}', { problems }),
  },
  trustOnRecord: {
    level: 'note',
    finds: ({ type, machine }) =>
      type.outside !== undefined && type.agent === 'codex' && machine.codexHook === 'trusted',
    why: (translate) => translate('Only Codex can tell whether your trust in these hooks is still valid.'),
  },
  olderCopy: {
    level: 'note',
    finds: ({ type, machine, agent }) =>
      type.outside !== undefined && agent?.hook === 'ours' && named({ version: machine.olderCopy }),
    why: (translate, { version = '' }) => translate('These hooks run version {version}.', { version }),
    remedy: (translate) => translate('To update them, run: tool-loop-guard install'),
  },
} as const satisfies Readonly<Record<string, Check>>;

export type CheckId = keyof typeof CHECKS;

export interface Obstacle {
  readonly id: CheckId;
  readonly level: Check['level'];
  readonly why: string;
  readonly remedy: string;
  readonly remedyBy: RemedyCommand | undefined;
}

/** The most important first. */
export function obstaclesOf(type: SessionType, facts: ProtectionFacts, translate: Translate): readonly Obstacle[] {
  const window = type.outside === undefined ? facts.window : undefined;
  const agent = type.agent === undefined ? undefined : factsOf(facts.machine, type.agent);
  const subject: Subject = {
    type,
    machine: facts.machine,
    window,
    agent,
    settings:
      type.outside !== undefined
        ? (agent?.settings ?? facts.machine.settings)
        : type.id === 'cloud'
          ? {}
          : (window?.settings ?? {}),
    latest: type.outside === undefined ? facts.sessions.find((session) => session.type === type.id) : undefined,
    isByPlugin: ['local', 'copilot', 'claude'].includes(type.id) && type.needsWindow(facts.machine),
  };
  const obstacles: Obstacle[] = [];
  for (const [id, check] of Object.entries(CHECKS) as [CheckId, Check][]) {
    const others = obstacles.length > 0;
    const found = check.finds(subject, others);
    if (found !== undefined && found !== false) {
      const details = found === true ? {} : found;
      obstacles.push({
        id,
        level: check.level,
        why: check.why(translate, details, subject),
        remedy: check.remedy?.(translate, subject, others) ?? '',
        remedyBy: check.remedyBy?.(translate, subject, details),
      });
    }
  }
  return obstacles;
}

function named(details: Readonly<Record<string, string | undefined>>): Details | undefined {
  return Object.values(details).includes(undefined) ? undefined : (details as Details);
}

/** Only the Agent Host of a desktop says where it listens. */
function endsCodexChats({ watchesCodexChats, isRemote, version }: WindowFacts): boolean {
  return watchesCodexChats && !isRemote && !isOlder(version, AGENT_HOST_ADDRESS_SINCE);
}

function organizationSwitch({ type, window, machine, isByPlugin }: Subject): string | undefined {
  if (type.id === 'local' && window?.hooks === 'managed') {
    return 'chat.useHooks';
  }
  if (isByPlugin && window?.plugins === 'managed') {
    return 'chat.plugins.enabled';
  }
  if (isByPlugin && window?.onlyManagedHooks === true) {
    return 'ChatAllowManagedHooksOnly';
  }
  return type.agent === 'claude' && machine.claudeManagedHooksOnly ? 'allowManagedHooksOnly' : undefined;
}

/** Set by the user or a folder. */
function personSwitch({ type, window, agent, isByPlugin }: Subject): string | undefined {
  if (type.id === 'local' && window?.hooks === 'off') {
    return 'chat.useHooks';
  }
  if (isByPlugin && window?.plugins === 'off') {
    return 'chat.plugins.enabled';
  }
  const { setting, file } = agent?.hooksOff ?? {};
  return file === undefined ? setting : `${setting} (${file})`;
}
