import type * as z from 'zod/mini';
import { describeSchema } from './engineText';
import { note, type Problems, type Raw } from './problems';
import { parseFields } from './fields';
import { TELEMETRY_DEFAULTS } from '../defaults';
import { SECTION } from '../section';
import { settingMeta } from '../settingMeta';
import { telemetrySchema, type TelemetrySettings } from '../telemetrySettings';

/** An address as a person may write it. */
const SAMPLE_ADDRESS = 'http://localhost:4318';

/** An address stands for the kind of telemetry that is sent to it. */
export function parseTelemetry(values: Raw, problems: Problems): Partial<TelemetrySettings> {
  const allowed = (key: string, field: z.ZodMiniType): string =>
    key === 'telemetry'
      ? problems.translate('off, otlp, or an address such as {address}', { address: SAMPLE_ADDRESS })
      : describeSchema(field, problems.translate);
  return telemetryOf(parseFields(telemetrySchema, values, SECTION, problems, allowed));
}

function telemetryOf({ telemetry, telemetryEvents }: Raw): Partial<TelemetrySettings> {
  const endpoint = telemetry === 'off' || telemetry === 'otlp' ? '' : String(telemetry);
  return {
    ...(telemetry === undefined
      ? {}
      : { telemetry: telemetry === 'off' ? 'off' : 'otlp', telemetryEndpoint: endpoint }),
    ...(telemetryEvents === undefined ? {} : { telemetryEvents: telemetryEvents === true }),
  };
}

/**
 * Whether counts are sent, and where to.
 * @param strongestFirst parsed values of the scopes in which they count; the environment is weaker than all of them
 */
export function telemetrySettings(
  strongestFirst: readonly Raw[],
  environment: Readonly<Record<string, string | undefined>>,
  problems: Problems,
): TelemetrySettings {
  const { environment: variable = '' } = settingMeta(telemetrySchema.shape.telemetry);
  const { telemetry: off } = TELEMETRY_DEFAULTS;
  const text = environment[variable]?.trim();
  const written = text === undefined || text === '' ? off : /^https?:/i.test(text) ? text : text.toLowerCase();
  const fromEnvironment = telemetrySchema.shape.telemetry.safeParse(written);
  if (!fromEnvironment.success) {
    const allowed = problems.translate('off, otlp, or an address such as {address}', { address: SAMPLE_ADDRESS });
    note(problems, variable, text, allowed);
  }
  const defaults = { ...TELEMETRY_DEFAULTS, ...telemetryOf({ telemetry: fromEnvironment.data ?? off }) };
  return Object.assign(defaults, ...strongestFirst.toReversed()) as TelemetrySettings;
}
