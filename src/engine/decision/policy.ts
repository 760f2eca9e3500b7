import type { Moment } from '../facts/call';
import type { Finding } from '../rules/finding';
import type { Action, EngineSettings } from '../rules/settings';

interface PolicyContext {
  /** Certain detections of this agent since the last message, reset, or release. */
  readonly detections: number;
  readonly hadChance: boolean;
  readonly moment?: Moment | undefined;
  readonly canAsk?: boolean | undefined;
}

/**
 * Pure; never looks at arguments.
 * - A likely finding warns at most. The model also gets a nudge if the settings act on loops at all. If they only warn,
 *   nothing is said before the limit; if actions are set, only those of them.
 * - A certain finding takes the next of the set actions, and the last one from then on.
 * - Without actions, the mode decides; `chance_then_break` gives each call one second chance.
 * - If nobody can be asked, there is a second chance instead: a question would let the call run.
 * - For a moment, the user is warned or the run stops. Instead of a second chance, there is one warning, and the model
 *   gets a nudge only with a prompt.
 */
export function decide(finding: Finding, settings: EngineSettings, context: PolicyContext): Action {
  const { detections, moment, canAsk } = context;
  const decided = decideOnCall(finding, settings, context);
  const action = decided === 'ask' && canAsk === false ? 'chance' : decided;
  // Next to the prompt of a turn, the model can read a text.
  const isPossible = action === 'break' || action === 'continue' || (action === 'nudge' && moment === 'woken');
  if (moment === undefined || isPossible) {
    return action;
  }
  return action === 'chance' && detections > 0 ? 'break' : 'warn';
}

function decideOnCall(
  { certainty, isEarly }: Finding,
  { actions, mode }: EngineSettings,
  { detections, hadChance }: PolicyContext,
): Action {
  if (certainty === 'likely') {
    const milder = (['nudge', 'warn'] as const).find((action) => actions.includes(action)) ?? 'continue';
    const byMode = mode !== 'warn' ? 'nudge' : isEarly === true ? 'continue' : 'warn';
    return actions.length > 0 ? milder : byMode;
  }
  const byMode = mode !== 'chance_then_break' ? mode : hadChance ? 'break' : 'chance';
  return actions[Math.min(detections, actions.length - 1)] ?? byMode;
}

/** With actions, the next one decides about a call repeated after a second chance, even if no rule finds it. */
export function stopsAfterChance({ actions, mode }: EngineSettings): boolean {
  return actions.length > 0 || mode === 'chance_then_break';
}
