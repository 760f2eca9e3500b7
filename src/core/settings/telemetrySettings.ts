import * as z from 'zod/mini';
import { TELEMETRY_DEFAULTS } from './defaults';

/** Whether counts are sent, and where to. Never from a workspace: a repository must not have them sent anywhere. */
export const telemetrySchema = z.object({
  telemetry: z.enum(['off', 'otlp']).register(z.globalRegistry, {
    description:
      'Send counts of calls and detections as OpenTelemetry metrics to a server of your own. Sends names of tools ' +
      'and models, and never any text. Nothing is sent to the makers of this extension.',
    environment: 'TOOL_LOOP_TELEMETRY',
    default: TELEMETRY_DEFAULTS.telemetry,
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
      default: TELEMETRY_DEFAULTS.telemetryEndpoint,
      scope: 'machine',
    }),
});

export type TelemetrySettings = z.output<typeof telemetrySchema>;
