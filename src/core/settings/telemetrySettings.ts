import * as z from 'zod/mini';
import { TELEMETRY_DEFAULTS } from './defaults';

/** Whether counts are sent, and where to. Never from a workspace: a repository must not have them sent anywhere. */
export const telemetrySchema = z.object({
  telemetry: z
    .string()
    .check(z.maxLength(1000), z.regex(/^(?:off|otlp|https?:\/\/[^\s/]\S*)$/))
    .register(z.globalRegistry, {
      description:
        'Send counts of calls and loops as OpenTelemetry metrics to a server of your own: its address, such as ' +
        '`http://localhost:4318`, or `otlp` for that of `OTEL_EXPORTER_OTLP_ENDPOINT`. Sends names of tools and ' +
        'models, and never any text. Nothing is sent to the makers of this extension.',
      environment: 'TOOL_LOOP_TELEMETRY',
      default: TELEMETRY_DEFAULTS.telemetry,
      scope: 'machine',
    }),
  telemetryEvents: z.boolean().register(z.globalRegistry, {
    description:
      'With `#toolLoopGuard.telemetry#` on, also send an event for each detection, with the id of its session, by ' +
      'which a collector joins it with the agent’s own traces.',
    default: TELEMETRY_DEFAULTS.telemetryEvents,
    scope: 'machine',
  }),
});

/** Whether counts are sent, and where to; an empty address is that of the usual variables. */
export interface TelemetrySettings {
  readonly telemetry: 'off' | 'otlp';
  readonly telemetryEndpoint: string;
  /** Whether each detection is sent, too. It names the session, so the person asks for it on its own. */
  readonly telemetryEvents: boolean;
}
