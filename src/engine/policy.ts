import type { Finding } from './finding';
import type { Rung } from '../core/settings/mode';
import type { EngineSettings } from '../core/settings/schema';

/** What came before the finding, as far as it bears on what to do now. */
export interface Standing {
  /** Certain detections in this conversation since it was last cleared. */
  readonly detections: number;
  /** The model was told before to reconsider this very call. */
  readonly hadChance: boolean;
}

/**
 * Decides what a finding leads to. Pure; never looks at arguments.
 * - A likely finding warns at most.
 * - A certain one takes the next rung of the ladder, the last one for good (seed 002, `get_action`).
 * - Without a ladder the mode decides; `chance_then_break` gives each call one chance (seed 000, "Resolution modes").
 */
export function decide(finding: Finding, settings: EngineSettings, standing: Standing): Rung {
  if (finding.certainty === 'likely') {
    return 'warn';
  }
  const rung = settings.actions[Math.min(standing.detections, settings.actions.length - 1)];
  if (rung !== undefined) {
    return rung;
  }
  if (settings.mode === 'chance_then_break') {
    return standing.hadChance ? 'break' : 'chance';
  }
  return settings.mode;
}

/** Rungs from mild to strict. */
const STRICTNESS: readonly Rung[] = ['continue', 'warn', 'ask', 'chance', 'break'];

/**
 * What an embedder's callback makes of a decision: it may soften or harden it, but at the ceiling only harden.
 */
export function adjusted(decided: Rung, wanted: Rung | undefined, atCeiling: boolean): Rung {
  if (wanted === undefined) {
    return decided;
  }
  const softer = STRICTNESS.indexOf(wanted) < STRICTNESS.indexOf(decided);
  return atCeiling && softer ? decided : wanted;
}
