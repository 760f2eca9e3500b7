import { isOlder } from './version';
import type { Translate } from '../words/language';
import { factsOf, type MachineFacts, type ProtectionFacts, type WindowFacts } from './facts';
import { type Candidates, holding } from './holding';
import type { ReasonId } from './reasons';
import type { SeenType } from './liveProbe';

/** By what calls of a session reach the guard, where nothing is in the way. */
export type Way = 'pluginHooks' | 'userHooks' | 'guardedModel' | 'participant';

/** A kind of session, and what can be in its way. */
export interface SessionType {
  readonly id: string;
  /** The agent outside VS Code whose hooks guard such a session, too. */
  readonly agent?: string;
  /** Names of products are the same in every language. */
  readonly name: (translate: Translate) => string;
  /** Whether only a window can tell; else the files of the machine do. */
  readonly needsWindow: (machine: MachineFacts) => boolean;
  readonly way: (machine: MachineFacts) => Way;
  /** Everything that is in the way, the most telling first. */
  readonly obstacles: (facts: ProtectionFacts) => readonly ReasonId[];
}

type WindowSessionId = 'local' | 'copilot' | 'claude' | 'codex' | 'cloud' | 'guardedModels' | 'participant';

/** From here on VS Code runs hooks that an extension brings in its own agent. */
const HOOKS_SINCE = '1.114';

/** The first version in which hooks of a plugin were seen to run in sessions of the Agent Host. */
const AGENT_HOST_HOOKS_SINCE = '1.139';

/** The first version whose Agent Host says where it listens. */
const AGENT_HOST_ADDRESS_SINCE = '1.133';

const hasCopilotFile = ({ copilotFile }: MachineFacts): boolean => copilotFile === 'ours';

const hasClaudeHook = (machine: MachineFacts): boolean => factsOf(machine, 'claude').hasHook;

/** Only the Agent Host of a desktop says where it listens. */
const endsCodexChats = ({ watchesCodexChats, isRemote, version }: WindowFacts): boolean =>
  watchesCodexChats && !isRemote && !isOlder(version, AGENT_HOST_ADDRESS_SINCE);

/** All kinds of sessions in VS Code, in the order of the table. */
export const SESSION_TYPES: readonly (SessionType & { readonly id: WindowSessionId })[] = [
  {
    id: 'local',
    name: (translate) => translate('Local sessions'),
    needsWindow: () => true,
    way: () => 'pluginHooks',
    obstacles: ({ window, machine }) =>
      holding({
        guardOff: window?.isEnabled === false,
        hooksTooOld: window !== undefined && isOlder(window.version, HOOKS_SINCE),
        hooksOff: window?.hooks === 'off',
        hooksOffByPolicy: window?.hooks === 'managed',
        ...pluginObstacles(window),
        notListening: window?.isListening === false,
        noProgram: !machine.hasProgram,
      }),
  },
  {
    id: 'copilot',
    agent: 'copilot',
    name: (translate) => translate('Copilot sessions'),
    needsWindow: (machine) => !hasCopilotFile(machine),
    way: (machine) => (hasCopilotFile(machine) ? 'userHooks' : 'pluginHooks'),
    obstacles: ({ window, machine, sessions }) =>
      withSeen(
        'copilot',
        { sessions },
        !hasCopilotFile(machine),
        holding({
          guardOff: window?.isEnabled === false,
          ...(hasCopilotFile(machine)
            ? { agentHooksOff: factsOf(machine, 'copilot').hooksOff !== undefined }
            : {
                copilotFileBroken: machine.copilotFile === 'broken',
                agentsWindow: window?.isAgentsWindow,
                remoteWindow: window?.isRemote,
                pluginHooksTooOld: window !== undefined && isOlder(window.version, AGENT_HOST_HOOKS_SINCE),
                ...pluginObstacles(window),
                notListening: window?.isListening === false,
              }),
          noProgram: !machine.hasProgram,
        } as Candidates),
      ),
  },
  {
    id: 'claude',
    agent: 'claude',
    name: (translate) => translate('Claude sessions'),
    needsWindow: (machine) => !hasClaudeHook(machine),
    way: (machine) => (hasClaudeHook(machine) ? 'userHooks' : 'pluginHooks'),
    obstacles: ({ window, machine, sessions }) =>
      withSeen(
        'claude',
        { sessions },
        !hasClaudeHook(machine),
        holding({
          guardOff: window?.isEnabled === false,
          agentHooksOff: factsOf(machine, 'claude').hooksOff !== undefined,
          folderVariables: machine.folderVariables !== undefined,
          claudeManagedHooksOnly: machine.claudeManagedHooksOnly,
          ...(hasClaudeHook(machine)
            ? {}
            : {
                claudeRemoteWindow: window?.isRemote,
                claudePluginTooOld: window !== undefined && isOlder(window.version, AGENT_HOST_HOOKS_SINCE),
                ...pluginObstacles(window),
                notListening: window?.isListening === false,
              }),
          noProgram: !machine.hasProgram,
        } as Candidates),
      ),
  },
  {
    id: 'codex',
    name: (translate) => translate('Codex sessions'),
    needsWindow: () => true,
    way: ({ codexHook }) => (codexHook === 'trusted' ? 'userHooks' : 'pluginHooks'),
    obstacles: ({ window, machine: { codexHook } }) =>
      window === undefined
        ? []
        : holding({
            guardOff: !window.isEnabled,
            ...(endsCodexChats(window)
              ? {}
              : {
                  codexNoPluginHooks: codexHook === 'absent',
                  codexUntrusted: codexHook === 'untrusted',
                  codexNeverStops: codexHook === 'trusted',
                }),
          }),
  },
  {
    id: 'cloud',
    name: (translate) => translate('Cloud sessions'),
    needsWindow: () => false,
    way: () => 'userHooks',
    obstacles: () => ['cloud'],
  },
  {
    id: 'guardedModels',
    name: (translate) => translate('Guarded models'),
    needsWindow: () => true,
    way: () => 'guardedModel',
    obstacles: ({ window }) =>
      holding({
        guardOff: window?.isEnabled === false,
        noModelProviders: window?.hasModelProviders === false,
        noGuardedModels: window?.guardsModels === false,
      }),
  },
  {
    id: 'participant',
    name: () => '@loopguard',
    needsWindow: () => true,
    way: () => 'participant',
    obstacles: ({ window }) =>
      holding({ guardOff: window?.isEnabled === false, noParticipants: window?.hasParticipants === false }),
  },
];

/** What stands between the hooks of our plugin and any session of the window. */
function pluginObstacles(window: WindowFacts | undefined): Candidates {
  return window === undefined
    ? {}
    : {
        pluginsOff: window.plugins === 'off',
        pluginsOffByPolicy: window.plugins === 'managed',
        onlyManagedHooks: window.onlyManagedHooks,
        untrustedFolder: !window.isFolderTrusted,
      };
}

/**
 * What the session that was seen last tells of new ones. Whether a person has disabled a plugin is kept where no
 * extension can read it, so it is what remains where nothing else keeps the plugin's hooks away.
 * @param isByPlugin whether the plugin's hooks are the way to such sessions
 * @param known what is in the way by other signs
 */
function withSeen(
  type: SeenType,
  { sessions }: Pick<ProtectionFacts, 'sessions'>,
  isByPlugin: boolean,
  known: readonly ReasonId[],
): readonly ReasonId[] {
  const latest = sessions.find((session) => session.type === type);
  if (latest?.judge === 'hookAlone') {
    return [...known, 'judgedByHookAlone'];
  }
  const isUnseen = latest !== undefined && latest.judge === undefined;
  const isDisabled = isUnseen && isByPlugin && known.length === 0;
  return isUnseen ? [...known, isDisabled ? 'pluginDisabled' : 'callsUnseen'] : known;
}
