import type { Detection } from '../../engine/decision/verdict';
import { callLabel, type CallLabeller } from './callLabel';
import { toolLabel } from './quoting';

/** A call that a finding names, if it is remembered. May hold secrets: mask before it is shown. */
export interface RecalledCall {
  readonly tool: string;
  readonly arguments: unknown;
  readonly resultText: string | undefined;
}

export interface Recalled {
  /** The calls of each step of the finding, oldest first; undefined in place of those that are forgotten. */
  readonly steps: readonly (readonly (RecalledCall | undefined)[])[];
  /** Whose call was stopped: the main agent's, or a subagent's that is stopped alone or together with its whole run. */
  readonly stopOf: 'mainAgent' | 'subagent' | 'run';
  /** VS Code refused the last call by itself: nothing was blocked. */
  readonly isRefused: boolean;
}

interface ChatName {
  /** May hold secrets. */
  readonly name: string;
  /** Whose session it is, a product's name; undefined for VS Code's own agent. */
  readonly agent: string | undefined;
}

export interface CallNames {
  readonly label: CallLabeller;
  /** Left out where nothing is remembered. What it tells is for persons only: results speak to no model. */
  readonly recall?: (detection: Detection) => Recalled | undefined;
  readonly chat?: (conversationId: string) => ChatName | undefined;
}

/** Without settings, folders, and earlier calls. */
export const PLAIN_NAMES: CallNames = { label: callLabel };

/** For texts that a model may also read: nothing from arguments or results. */
export const TOOL_NAMES: CallNames = { label: (tool) => toolLabel(tool) };
