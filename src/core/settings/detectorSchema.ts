import * as z from 'zod/mini';
import {
  DETECTOR_IDS,
  DETECTOR_KEYS,
  DETECTOR_SETTINGS,
  type DetectorKey,
  detectorOf,
  type DetectorValues,
} from '../../engine/rules/registry';
import type { Setting } from '../../engine/rules/setting';

type Rows = { readonly [Key in DetectorKey]: z.ZodMiniType<DetectorValues[Key]> };

/** The settings of detectors that stand among the first ones. */
export const mainRows = rowsOf((setting) => setting.isMain === true);

/** All other settings of detectors. */
export const detectorRows = rowsOf((setting) => setting.isMain !== true);

/** Which detectors are on. */
export const detectorsSchema = z
  .array(
    z
      .enum(DETECTOR_IDS)
      .register(z.globalRegistry, { enumDescriptions: DETECTOR_IDS.map((id) => detectorOf(id).documentation.option) }),
  )
  .register(z.globalRegistry, {
    description: 'Kinds of loops to detect. Remove a kind to turn it off.',
    default: DETECTOR_IDS,
  });

/** The rows are made from the registry, so what their types are is known from its type alone. */
function rowsOf(isWanted: (setting: Setting) => boolean): Rows {
  const wanted = DETECTOR_KEYS.filter((key) => isWanted(DETECTOR_SETTINGS[key]));
  return Object.fromEntries(wanted.map((key) => [key, row(DETECTOR_SETTINGS[key])])) as unknown as Rows;
}

function row(setting: Setting): z.ZodMiniType {
  const { description, default: value, environment } = setting;
  const meta = { description, ...(environment === undefined ? {} : { environment }), default: value };
  switch (setting.kind) {
    case 'count':
      if (setting.orNever === true) {
        return z
          .int()
          .check(
            z.minimum(0),
            z.maximum(setting.most),
            z.refine((seconds) => seconds === 0 || seconds >= setting.least, {
              error: `must be 0 or at least ${setting.least}`,
            }),
          )
          .register(z.globalRegistry, meta);
      }
      return z.int().check(z.minimum(setting.least), z.maximum(setting.most)).register(z.globalRegistry, meta);
    case 'number':
      return z.number().check(z.minimum(setting.least), z.maximum(setting.most)).register(z.globalRegistry, meta);
    case 'switch':
      return z.boolean().register(z.globalRegistry, meta);
    case 'choice':
      return z
        .enum(Object.keys(setting.words))
        .register(z.globalRegistry, { ...meta, enumDescriptions: Object.values(setting.words) });
  }
}
