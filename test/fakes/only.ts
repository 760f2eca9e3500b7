import { DETECTOR_IDS } from '../../src/engine/rules/registry';

/** The setting `detectors` with only these kinds, and these limits. */
export function only(
  kinds: readonly string[],
  limits: Readonly<Record<string, object | boolean>> = {},
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...new Set([...DETECTOR_IDS, ...Object.keys(limits)])].map((id) => [
      id,
      limits[id] ?? (kinds.includes(id) || !(DETECTOR_IDS as readonly string[]).includes(id)),
    ]),
  );
}
