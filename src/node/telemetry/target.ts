import type { TelemetrySettings } from '../../core/settings/configuration';
import type { Measurement } from '../../core/telemetry/measurements';

/** How often a window sends, according to OpenTelemetry's specification. */
const DEFAULT_INTERVAL_MILLISECONDS = 60_000;
const SHORTEST_INTERVAL_MILLISECONDS = 100;

interface TelemetryTarget {
  readonly protocol: 'http/protobuf' | 'http/json';
  /** If undefined, OpenTelemetry's variables decide. */
  readonly endpoint: string | undefined;
  readonly intervalMilliseconds: number;
  readonly sendsEvents: boolean;
}

/** @returns undefined if telemetry is off; a text if it isn't possible, with the reason */
export function telemetryTarget(
  { telemetry, telemetryEndpoint, telemetryEvents }: TelemetrySettings,
  environment: NodeJS.ProcessEnv,
): TelemetryTarget | string | undefined {
  if (
    telemetry === 'off' ||
    environment['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true' ||
    !namesOtlp(environment['OTEL_METRICS_EXPORTER'] ?? '', true)
  ) {
    return undefined;
  }
  const protocol = ['OTEL_EXPORTER_OTLP_METRICS_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']
    .map((name) => environment[name]?.trim())
    .find((value) => value !== undefined && value !== '');
  if (protocol !== undefined && protocol !== 'http/protobuf' && protocol !== 'http/json') {
    return 'Telemetry is not sent: OTLP is spoken as http/protobuf or http/json only.';
  }
  const interval = Number(environment['OTEL_METRIC_EXPORT_INTERVAL'] ?? DEFAULT_INTERVAL_MILLISECONDS);
  return {
    protocol: protocol ?? 'http/protobuf',
    endpoint: telemetryEndpoint === '' ? undefined : telemetryEndpoint,
    intervalMilliseconds: interval >= SHORTEST_INTERVAL_MILLISECONDS ? interval : DEFAULT_INTERVAL_MILLISECONDS,
    // Agents don't pass OpenTelemetry's variables to their hooks, so there is also a setting.
    sendsEvents: telemetryEvents || namesOtlp(environment['OTEL_LOGS_EXPORTER'] ?? '', false),
  };
}

/** OpenTelemetry's variables decide the rest. @param limitMilliseconds of a process that lives for one hook */
export function exporterOptions(
  { endpoint }: TelemetryTarget,
  limitMilliseconds: number | undefined,
  signal: 'metrics' | 'logs',
): { readonly url?: string; readonly timeoutMillis?: number; readonly httpAgentOptions?: { keepAlive: false } } {
  return {
    ...(endpoint === undefined ? {} : { url: `${endpoint.replace(/\/$/, '')}/v1/${signal}` }),
    ...(limitMilliseconds === undefined
      ? {}
      : { timeoutMillis: limitMilliseconds, httpAgentOptions: { keepAlive: false } }),
  };
}

function namesOtlp(exporters: string, ifEmpty: boolean): boolean {
  return exporters.trim() === '' ? ifEmpty : exporters.split(',').some((name) => name.trim() === 'otlp');
}

export interface Meter {
  add(measurements: readonly Measurement[]): void;
  /** Sends the rest and ends. Never rejects. */
  close(): Promise<void>;
}

export interface MeterOptions {
  readonly target: TelemetryTarget;
  readonly version?: string | undefined;
  /** How long sending may take, in a process that lives for one hook. */
  readonly limitMilliseconds?: number | undefined;
  /** Called with one line, without an address, when sending begins to fail. */
  readonly onFault: (text: string) => void;
}

/** From dist/telemetry.js, which contains OpenTelemetry's packages and is loaded only if needed. */
export interface TelemetryModule {
  readonly openMeter: (options: MeterOptions) => Meter;
}
