import type { ModelName } from './call';
import { withoutComments } from './comments';
import type { RegisteredDetector } from './detectors/registry';
import type { EngineSettings } from './settings';

/** The call about which settings are asked. */
export interface SettingsQuestion {
  readonly conversationId: string;
  readonly tool: string;
  /** The arguments, parsed. */
  readonly parsed: unknown;
  /** Undefined when the surface does not know the model. */
  readonly model: ModelName | undefined;
}

/** The settings one call is judged by. Whoever answers may give the same object for many calls. */
export interface CallSettings {
  readonly values: EngineSettings;
  /** The tool is never judged. */
  readonly exempt: boolean;
  /** How many calls, and for how many seconds, the conversation keeps: enough for every tool. */
  readonly keep: { readonly calls: number; readonly ttlSeconds: number };
  /** The detectors that look at the call. */
  readonly detectors: readonly RegisteredDetector[];
  /** What the call does with its tool, for a tool that names its operation in an argument. */
  readonly operation: string | undefined;
  /**
   * Names of arguments that make no difference between two calls of the tool. Undefined: nobody says anything of the
   * tool, so what looks like a comment for the person makes none.
   */
  readonly ignored: readonly string[] | undefined;
  /** The tool ends the agent's work or asks the person: it runs even after a stop. */
  readonly isWayOut: boolean;
}

/** The arguments that count when calls are compared. */
export function withoutIgnored(parsed: unknown, ignored: CallSettings['ignored']): unknown {
  if (ignored === undefined) {
    return withoutComments(parsed);
  }
  if (ignored.length === 0 || typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return parsed;
  }
  return Object.fromEntries(Object.entries(parsed).filter(([name]) => !ignored.includes(name)));
}
