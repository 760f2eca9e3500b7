import type { Finding } from './finding';
import type { Action, EngineSettings } from './settings';

/** What happened in the conversation before the finding, as far as the decision depends on it. */
interface PolicyContext {
  /** Certain detections in this conversation since it was last cleared. */
  readonly detections: number;
  /** The model was told before to reconsider this very call. */
  readonly hadChance: boolean;
  /** It is about what is no call and cannot be refused or answered. */
  readonly isMoment?: boolean;
}

/**
 * Decides what a finding leads to. Pure; never looks at arguments.
 * - A likely finding warns at most; the model is nudged too where the guard is to act on loops at all.
 * - A certain one takes the next action of the ladder, and the last one from then on.
 * - Without a ladder the mode decides; `chance_then_break` gives each call one chance.
 * - Of a moment the person is told, or the run ends; in place of a chance there is a warning first.
 */
export function decide(finding: Finding, settings: EngineSettings, context: PolicyContext): Action {
  const action = decideOnCall(finding, settings, context);
  if (context.isMoment !== true || action === 'break' || action === 'continue') {
    return action;
  }
  return action === 'chance' && context.detections > 0 ? 'break' : 'warn';
}

function decideOnCall(finding: Finding, settings: EngineSettings, context: PolicyContext): Action {
  if (finding.certainty === 'likely') {
    return nudges(settings) ? 'nudge' : 'warn';
  }
  const action = settings.actions[Math.min(context.detections, settings.actions.length - 1)];
  if (action !== undefined) {
    return action;
  }
  if (settings.mode === 'chance_then_break') {
    return context.hadChance ? 'break' : 'chance';
  }
  return settings.mode;
}

/**
 * Whether the model is told of a loop that is only likely. Not where the person wants nothing but warnings, and on a
 * ladder only where the ladder has that action.
 */
function nudges({ actions, mode }: EngineSettings): boolean {
  return actions.length > 0 ? actions.includes('nudge') : mode !== 'warn';
}

/** From mild to strict. */
const STRICTNESS: readonly Action[] = ['continue', 'warn', 'nudge', 'ask', 'chance', 'break'];

/**
 * Applies an embedder's callback to a decision: it may soften or harden it, but at the ceiling only harden it.
 */
export function adjusted(decided: Action, wanted: Action | undefined, atCeiling: boolean): Action {
  if (wanted === undefined) {
    return decided;
  }
  const softer = STRICTNESS.indexOf(wanted) < STRICTNESS.indexOf(decided);
  return atCeiling && softer ? decided : wanted;
}

/** Whether a call runs. */
export function runs(action: Action | 'allow'): boolean {
  return action !== 'chance' && action !== 'break';
}

/** With a ladder its next action decides what a call repeated after a chance leads to; it may be no finding at all. */
export function stopsAfterChance({ actions, mode }: EngineSettings): boolean {
  return actions.length > 0 || mode === 'chance_then_break';
}
