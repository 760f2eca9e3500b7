import type { ModelName } from '../facts/call';
import type { Finding } from '../rules/registry';
import type { Action, EngineSettings } from '../rules/settings';

/** Everything that surfaces, words, and the log need to know about one detection. */
export interface Detection {
  readonly conversationId: string;
  readonly callId: string;
  /** With its operation, if the tool has one: `plan:create`. */
  readonly tool: string;
  /** The arguments as the surface passed them. They may contain secrets: mask them before they leave the process. */
  readonly arguments: unknown;
  readonly finding: Finding;
  readonly settings: EngineSettings;
  readonly action: Action;
  readonly model: ModelName | undefined;
  /** The model already had a second chance for this call. */
  readonly afterChance: boolean;
}

/**
 * The guard's answer to a call.
 * - `allow`: run it and show nothing. With a `hint`, only the model is told.
 * - `warn`: run it and warn the user. Its detection says whether the model gets a nudge next to the result.
 * - `ask`: let the user decide, and show the reason.
 * - `chance`: don't run it, and tell the model to change course.
 * - `break`: don't run it, stop the agent's run, and tell the user.
 * - `stopped`: an earlier call stopped the run; don't run this one either.
 */
export type Verdict =
  | { readonly action: 'allow'; readonly hint?: Detection }
  | { readonly action: Exclude<Action, 'continue' | 'nudge'>; readonly detection: Detection }
  | { readonly action: 'stopped'; readonly detection: Detection };

export const ALLOW = { action: 'allow' } as const satisfies Verdict;

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

/** Whether time does not end a stop: what wakes an agent for nothing comes again after hours. */
export function lastsUntilMessage({ finding }: Detection): boolean {
  return finding.rule === 'wakeup';
}

export interface Stop {
  readonly detection: Detection;
  readonly atMs: number;
  /** The calls of its loop, by signature digest. */
  readonly signatures: readonly string[];
}

/** What later texts need of a detection: no text of its arguments, and of the settings one that is named again. */
function storedDetection({ callId, tool, finding, settings, action, model, afterChance }: Detection) {
  const { ttlSeconds } = settings;
  return { callId, tool, finding, settings: { ttlSeconds }, action, model, afterChance };
}

/** What holds a detection, with what is stored of that. */
export type Stored<Holder> = Omit<Holder, 'detection'> & { readonly detection: ReturnType<typeof storedDetection> };

export function stored<Holder extends { readonly detection: Detection }>(holder: Holder): Stored<Holder> {
  return { ...holder, detection: storedDetection(holder.detection) };
}

/** What a state doesn't contain, because it is known where the state is read. */
export interface StateContext {
  readonly conversationId: string;
  /** The current settings; they describe earlier detections, except for the values in the state. */
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
