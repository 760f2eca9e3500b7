import type { ModelName } from './call';
import type { Finding } from './finding';
import type { Action, EngineSettings } from './settings';

/** Everything the surfaces, the words and the log need to know of one detection. */
export interface Detection {
  readonly conversationId: string;
  readonly callId: string;
  /** With its operation, if the tool has one: `plan:create`. */
  readonly tool: string;
  /** The arguments as the surface gave them. May hold secrets: mask before it leaves the process. */
  readonly arguments: unknown;
  readonly finding: Finding;
  readonly settings: EngineSettings;
  readonly action: Action;
  /** Undefined when no surface told which model it is. */
  readonly model: ModelName | undefined;
  /** The model had been given a chance for this call before. */
  readonly afterChance: boolean;
}

/** A verdict that follows from a detection. The verdict on a call with a nudge is `warn`: it runs like any other. */
export type VerdictAction = Exclude<Action, 'continue' | 'nudge'>;

/**
 * The guard's answer to a call.
 * - `allow`: run it, say nothing.
 * - `warn`: run it, tell the person. Its detection tells whether the model is to read a nudge beside the result.
 * - `ask`: let the person decide, with the reason before them.
 * - `chance`: do not run it, tell the model how to get out.
 * - `break`: do not run it, end the agent's run, tell the person.
 * - `stopped`: the run was ended by an earlier call; do not run this one either.
 */
export type Verdict =
  | { readonly action: 'allow' }
  | { readonly action: VerdictAction; readonly detection: Detection }
  | { readonly action: 'stopped'; readonly detection: Detection };

export const ALLOW: Verdict = { action: 'allow' };

/** The answer to a call in which something was found. */
export function verdictOf(detection: Detection): Verdict {
  switch (detection.action) {
    case 'continue':
      return ALLOW;
    case 'nudge':
      return { action: 'warn', detection };
    default:
      return { action: detection.action, detection };
  }
}
