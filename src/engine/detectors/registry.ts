import type { DetectorId, Finding } from '../finding';
import { cycle, type CycleSettings } from './cycle';
import type { Detector } from './detector';
import type { Evidence } from './evidence';
import { repeat, type RepeatSettings } from './repeat';
import { similar, type SimilarSettings } from './similar';
import { stall, type StallSettings } from './stall';

/** The settings of every detector, by its id. */
export interface DetectorSettings {
  readonly repeat: RepeatSettings;
  readonly cycle: CycleSettings;
  readonly similar: SimilarSettings;
  readonly stall: StallSettings;
}

/** Cheapest and most specific first: the first of equally certain findings is the one that is told. */
export const detectors: { readonly [Id in DetectorId]: Detector<DetectorSettings[Id]> } = {
  repeat,
  cycle,
  similar,
  stall,
};

/** The strongest finding on a call: a certain one before a likely one, else in the order of the registry. */
export function strongestFinding(evidence: Evidence, settings: Partial<DetectorSettings>): Finding | undefined {
  let likely: Finding | undefined;
  for (const id of Object.keys(detectors) as DetectorId[]) {
    const found = detectWith(id, evidence, settings);
    if (found?.certainty === 'certain') {
      return found;
    }
    likely ??= found;
  }
  return likely;
}

/** A detector without settings is off. */
function detectWith<Id extends DetectorId>(
  id: Id,
  evidence: Evidence,
  settings: Partial<DetectorSettings>,
): Finding | undefined {
  const own = settings[id];
  return own === undefined ? undefined : detectors[id].detect(evidence, own);
}
