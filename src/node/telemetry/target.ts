import type { TelemetrySettings } from '../../core/settings/telemetrySettings';

/** How often a window sends, as the specification of OpenTelemetry has it. */
const DEFAULT_INTERVAL_MILLISECONDS = 60_000;
const SHORTEST_INTERVAL_MILLISECONDS = 100;

/** Where and how counts are sent. */
export interface TelemetryTarget {
  readonly protocol: 'http/protobuf' | 'http/json';
  /** Undefined: where the variables of OpenTelemetry say. */
  readonly endpoint: string | undefined;
  readonly intervalMilliseconds: number;
}

/**
 * What the settings and the variables of OpenTelemetry say.
 * @returns undefined when nothing is to be sent; a text when nothing can be, and why
 */
export function telemetryTarget(
  { telemetry, telemetryEndpoint }: TelemetrySettings,
  environment: NodeJS.ProcessEnv,
): TelemetryTarget | string | undefined {
  const exporters = environment['OTEL_METRICS_EXPORTER'];
  if (
    telemetry === 'off' ||
    environment['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true' ||
    (exporters !== undefined && exporters.trim() !== '' && !exporters.split(',').some((name) => name.trim() === 'otlp'))
  ) {
    return undefined;
  }
  const protocol = firstOf(environment, ['OTEL_EXPORTER_OTLP_METRICS_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']);
  if (protocol !== undefined && protocol !== 'http/protobuf' && protocol !== 'http/json') {
    return 'Telemetry is not sent: OTLP is spoken as http/protobuf or http/json only.';
  }
  const interval = Number(environment['OTEL_METRIC_EXPORT_INTERVAL'] ?? DEFAULT_INTERVAL_MILLISECONDS);
  return {
    protocol: protocol ?? 'http/protobuf',
    endpoint: telemetryEndpoint === '' ? undefined : telemetryEndpoint,
    intervalMilliseconds: interval >= SHORTEST_INTERVAL_MILLISECONDS ? interval : DEFAULT_INTERVAL_MILLISECONDS,
  };
}

function firstOf(environment: NodeJS.ProcessEnv, names: readonly string[]): string | undefined {
  return names.map((name) => environment[name]?.trim()).find((value) => value !== undefined && value !== '');
}
