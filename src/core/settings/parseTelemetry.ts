import { TELEMETRY_DEFAULTS } from './defaults';
import { note, type Problems, type Raw } from './problems';
import { SECTION } from './section';
import { settingMeta } from './settingMeta';
import { telemetrySchema, type TelemetrySettings } from './telemetrySettings';

/** Notes values in the settings of a workspace, where they count for nothing. */
export function noteInWorkspace(values: Raw, { found, translate }: Problems): void {
  for (const key of Object.keys(telemetrySchema.shape).filter((name) => values[name] !== undefined)) {
    const setting = `${SECTION}.${key}`;
    found.push({
      setting,
      message: translate('{setting} applies only in your user settings. It is ignored in a workspace.', { setting }),
    });
  }
}

/** @param strongestFirst parsed values of the scopes in which they count; the environment is weaker than all of them */
export function telemetrySettings(
  strongestFirst: readonly Raw[],
  environment: Readonly<Record<string, string | undefined>>,
  problems: Problems,
): TelemetrySettings {
  const { environment: variable = '' } = settingMeta(telemetrySchema.shape.telemetry);
  const { telemetry: off } = TELEMETRY_DEFAULTS;
  const text = environment[variable]?.trim().toLowerCase();
  const fromEnvironment = telemetrySchema.shape.telemetry.safeParse(text === undefined || text === '' ? off : text);
  if (!fromEnvironment.success) {
    note(problems, variable, text, problems.translate('one of: {values}', { values: 'off, otlp' }));
  }
  const defaults: TelemetrySettings = { ...TELEMETRY_DEFAULTS, telemetry: fromEnvironment.data ?? off };
  return Object.assign(defaults, ...strongestFirst.toReversed()) as TelemetrySettings;
}
