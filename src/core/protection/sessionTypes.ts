import type { Translate } from '../words/language';
import { factsOf, type MachineFacts } from './facts';

/** A kind of session. What can be in its way is in `checks.ts`. */
export interface SessionType {
  readonly id: string;
  /** The agent outside VS Code whose hooks guard such a session, too. */
  readonly agent?: string;
  /** Names of products are the same in every language. */
  readonly name: (translate: Translate) => string;
  /** Whether only a window can tell; else the files of the machine do. */
  readonly needsWindow: (machine: MachineFacts) => boolean;
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

type WindowSessionId = 'local' | 'copilot' | 'claude' | 'codex' | 'cloud';

/** All kinds of sessions in VS Code, in the order of the table. */
export const SESSION_TYPES: readonly (SessionType & { readonly id: WindowSessionId })[] = [
  { id: 'local', name: (translate) => translate('Local sessions'), needsWindow: () => true },
  {
    id: 'copilot',
    agent: 'copilot',
    name: (translate) => translate('Copilot sessions'),
    needsWindow: ({ copilotFile }) => copilotFile !== 'ours',
  },
  {
    id: 'claude',
    agent: 'claude',
    name: (translate) => translate('Claude sessions'),
    needsWindow: (machine) => factsOf(machine, 'claude').hook !== 'ours',
    takesFolderVariables: true,
  },
  { id: 'codex', name: (translate) => translate('Codex sessions'), needsWindow: () => true },
  { id: 'cloud', name: (translate) => translate('Cloud sessions'), needsWindow: () => false },
];
