import * as z from 'zod/mini';
import { note, type Problems, type Raw } from './problems';
import { SECTION } from './section';
import { settingMeta } from './settingMeta';

/** Whether counts are sent, and where to. Never from a workspace: a repository must not have them sent anywhere. */
export const telemetrySchema = z.object({
  telemetry: z.enum(['off', 'otlp']).register(z.globalRegistry, {
    description:
      'Send counts of calls and detections as OpenTelemetry metrics to a server of your own. Sends names of tools ' +
      'and models, and never any text. Nothing is sent to the makers of this extension.',
    environment: 'TOOL_LOOP_TELEMETRY',
    default: 'off',
    scope: 'machine',
    enumDescriptions: ['Send nothing.', 'Send metrics by OTLP over HTTP. The usual `OTEL_…` variables are honored.'],
  }),
  telemetryEndpoint: z
    .string()
    .check(z.maxLength(1000), z.regex(/^(?:https?:\/\/[^\s/]\S*)?$/))
    .register(z.globalRegistry, {
      description:
        'The server that receives metrics, such as `http://localhost:4318`. Leave empty to use ' +
        '`OTEL_EXPORTER_OTLP_ENDPOINT`.',
      default: '',
      scope: 'machine',
    }),
});

export type TelemetrySettings = z.output<typeof telemetrySchema>;
type TelemetryKey = keyof TelemetrySettings;

const KEYS = Object.keys(telemetrySchema.shape) as TelemetryKey[];

/** Notes values in the settings of a workspace, where they count for nothing. */
export function noteInWorkspace(values: Raw, { found, translate }: Problems): void {
  for (const key of KEYS.filter((name) => values[name] !== undefined)) {
    const setting = `${SECTION}.${key}`;
    found.push({
      setting,
      message: translate('{setting} counts in your user settings only. It is ignored in a workspace.', { setting }),
    });
  }
}

/** @param strongestFirst parsed values of the scopes in which they count; the environment is weaker than all of them */
export function telemetrySettings(
  strongestFirst: readonly Raw[],
  environment: Readonly<Record<string, string | undefined>>,
  problems: Problems,
): TelemetrySettings {
  const { environment: variable = '', default: off } = settingMeta(telemetrySchema.shape.telemetry);
  const text = environment[variable]?.trim().toLowerCase();
  const fromEnvironment = telemetrySchema.shape.telemetry.safeParse(text === undefined || text === '' ? off : text);
  if (!fromEnvironment.success) {
    note(problems, variable, text, problems.translate('one of: {values}', { values: 'off, otlp' }));
  }
  const defaults: TelemetrySettings = { telemetry: fromEnvironment.data ?? 'off', telemetryEndpoint: '' };
  return Object.assign(defaults, ...strongestFirst.toReversed()) as TelemetrySettings;
}
