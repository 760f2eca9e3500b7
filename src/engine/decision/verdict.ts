import type { ModelName } from '../facts/call';
import type { Finding } from '../rules/finding';
import type { Action, EngineSettings } from '../rules/settings';

export interface Detection {
  readonly conversationId: string;
  readonly callId: string;
  /** With its operation, if the tool has one: `plan:create`. */
  readonly tool: string;
  /** As the surface passed them. They may contain secrets: mask them before they leave the process. */
  readonly arguments: unknown;
  readonly finding: Finding;
  readonly settings: EngineSettings;
  readonly action: Action;
  readonly model: ModelName | undefined;
  readonly afterChance: boolean;
}

/**
 * - `allow`: run it and show nothing. With a `hint`, only the model learns something.
 * - `warn`: run it and warn the user. Its detection says whether the model gets a nudge next to the result.
 * - `ask`: let the user decide, and show the reason.
 * - `chance`: don't run it, and tell the model to change course.
 * - `break`: don't run it, stop the agent's run, and tell the user.
 * - `stopped`: an earlier call stopped the run; don't run this one either.
 */
export type Verdict =
  | { readonly action: 'allow'; readonly hint?: Detection }
  | { readonly action: Exclude<Action, 'continue' | 'nudge'> | 'stopped'; readonly detection: Detection };

export const ALLOW = { action: 'allow' } as const satisfies Verdict;

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

/** Time does not end such a stop: what wakes an agent for nothing comes again after hours. */
export function lastsUntilMessage({ finding }: Detection): boolean {
  return finding.rule === 'wakeup';
}

export interface Stop {
  readonly detection: Detection;
  readonly atMs: number;
  /** When a call was last refused, from which on time ends the stop; left out where none was. */
  readonly refusedAtMs?: number;
  /** The calls of its loop, by signature digest. */
  readonly signatures: readonly string[];
}

/** What later texts need of a detection: no text of its arguments, and only one of the settings. */
function storedDetection({ callId, tool, finding, settings, action, model, afterChance }: Detection) {
  const { ttlSeconds } = settings;
  return { callId, tool, finding, settings: { ttlSeconds }, action, model, afterChance };
}

export type Stored<Holder> = Omit<Holder, 'detection'> & { readonly detection: ReturnType<typeof storedDetection> };

export function stored<Holder extends { readonly detection: Detection }>(holder: Holder): Stored<Holder> {
  return { ...holder, detection: storedDetection(holder.detection) };
}

/** What a state doesn't contain, because it is known where the state is read. */
export interface StateContext {
  readonly conversationId: string;
  /** The current settings stand in for earlier ones, except for the values in the state. */
  readonly settings: EngineSettings;
}

/** The arguments are gone. */
export function restored<Holder extends { readonly detection: Detection }>(
  { detection, ...holder }: Stored<Holder>,
  { conversationId, settings }: StateContext,
): Holder {
  const { ttlSeconds } = detection.settings;
  const whole = { ...detection, conversationId, arguments: undefined, settings: { ...settings, ttlSeconds } };
  return { ...holder, detection: whole } as unknown as Holder;
}
