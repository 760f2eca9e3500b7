import type { Translate } from '../words/language';
import { factsOf, type MachineFacts } from './facts';

/** By what calls of a session reach the guard, where nothing is in the way. */
export type Way = 'pluginHooks' | 'userHooks' | 'guardedModel' | 'participant';

/** A kind of session. What can be in its way is in `checks.ts`. */
export interface SessionType {
  readonly id: string;
  /** The agent outside VS Code whose hooks guard such a session, too. */
  readonly agent?: string;
  /** Names of products are the same in every language. */
  readonly name: (translate: Translate) => string;
  /** Whether only a window can tell; else the files of the machine do. */
  readonly needsWindow: (machine: MachineFacts) => boolean;
  readonly way: (machine: MachineFacts) => Way;
  /** Whether its agent gives variables that files of a folder set to its hooks. */
  readonly takesFolderVariables?: boolean;
  /** Left out for sessions in VS Code. */
  readonly outside?: {
    /** Whether its hooks are started with a program, such as Node. */
    readonly runsProgram: boolean;
    /** Whether a hook ends its run. */
    readonly ends: boolean;
  };
}

type WindowSessionId = 'local' | 'copilot' | 'claude' | 'codex' | 'cloud' | 'guardedModels' | 'participant';

const hasCopilotFile = ({ copilotFile }: MachineFacts): boolean => copilotFile === 'ours';

const hasClaudeHook = (machine: MachineFacts): boolean => factsOf(machine, 'claude').hook === 'ours';

/** All kinds of sessions in VS Code, in the order of the table. */
export const SESSION_TYPES: readonly (SessionType & { readonly id: WindowSessionId })[] = [
  {
    id: 'local',
    name: (translate) => translate('Local sessions'),
    needsWindow: () => true,
    way: () => 'pluginHooks',
  },
  {
    id: 'copilot',
    agent: 'copilot',
    name: (translate) => translate('Copilot sessions'),
    needsWindow: (machine) => !hasCopilotFile(machine),
    way: (machine) => (hasCopilotFile(machine) ? 'userHooks' : 'pluginHooks'),
  },
  {
    id: 'claude',
    agent: 'claude',
    name: (translate) => translate('Claude sessions'),
    needsWindow: (machine) => !hasClaudeHook(machine),
    way: (machine) => (hasClaudeHook(machine) ? 'userHooks' : 'pluginHooks'),
    takesFolderVariables: true,
  },
  {
    id: 'codex',
    name: (translate) => translate('Codex sessions'),
    needsWindow: () => true,
    way: ({ codexHook }) => (codexHook === 'trusted' ? 'userHooks' : 'pluginHooks'),
  },
  {
    id: 'cloud',
    name: (translate) => translate('Cloud sessions'),
    needsWindow: () => false,
    way: () => 'userHooks',
  },
  {
    id: 'guardedModels',
    name: (translate) => translate('Guarded models'),
    needsWindow: () => true,
    way: () => 'guardedModel',
  },
  { id: 'participant', name: () => '@loopguard', needsWindow: () => true, way: () => 'participant' },
];
