import type { Detection } from '../../engine/decision/verdict';
import { callLabel, type CallLabeller } from './callLabel';
import { toolLabel } from './quoting';

/** May hold secrets: mask before it is shown. */
export interface RecalledCall {
  readonly tool: string;
  readonly arguments: unknown;
  readonly resultText: string | undefined;
}

export interface Recalled {
  /** By step of the finding, oldest first; undefined for forgotten calls. */
  readonly steps: readonly (readonly (RecalledCall | undefined)[])[];
  /** `subagent`: one that is stopped alone; `run`: one that is stopped together with its whole run. */
  readonly stopOf: 'mainAgent' | 'subagent' | 'run';
  /** VS Code itself refused the last call: nothing was blocked. */
  readonly isRefused: boolean;
}

interface ChatName {
  /** May hold secrets. */
  readonly name: string;
  /** A product's name; undefined for VS Code's own agent. */
  readonly agent: string | undefined;
}

export interface CallNames {
  readonly label: CallLabeller;
  /** Left out if nothing is remembered. Only for users: a model must not get instructions from results. */
  readonly recall?: (detection: Detection) => Recalled | undefined;
  readonly chat?: (conversationId: string) => ChatName | undefined;
}

/** Without settings, folders, and earlier calls. */
export const PLAIN_NAMES: CallNames = { label: callLabel };

/** For texts that a model may also read: nothing from arguments or results. */
export const TOOL_NAMES: CallNames = { label: (tool) => toolLabel(tool) };
