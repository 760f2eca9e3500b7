import { FeatureOnDemand, type Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import type { registerFeedbackCommands } from './feedbackCommands';
import type { RuleMemory } from './ruleMemory';

/** What is loaded when a person says something, or asks what became of it. */
interface OnDemand {
  readonly registerFeedbackCommands: typeof registerFeedbackCommands;
  readonly RuleMemory: typeof RuleMemory;
}

/** Registers what a person says of a detection, what becomes of it, and the way back. */
export function registerFeedback(window: GuardWindow, load: () => OnDemand): Registered<'feedback'> {
  window.statusLines.push(() => {
    const { RuleMemory: Rules } = load();
    return [new Rules(window.memory).text];
  });
  return new FeatureOnDemand('feedback', window, () => load().registerFeedbackCommands(window));
}
