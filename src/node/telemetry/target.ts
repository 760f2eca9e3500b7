import type { TelemetrySettings } from '../../core/settings/configuration';
import type { Measurement } from '../../core/telemetry/measurements';

/** How often a window sends, as the specification of OpenTelemetry has it. */
const DEFAULT_INTERVAL_MILLISECONDS = 60_000;
const SHORTEST_INTERVAL_MILLISECONDS = 100;

interface TelemetryTarget {
  readonly protocol: 'http/protobuf' | 'http/json';
  /** Undefined: where the variables of OpenTelemetry say. */
  readonly endpoint: string | undefined;
  readonly intervalMilliseconds: number;
  readonly sendsEvents: boolean;
}

/**
 * What the settings and the variables of OpenTelemetry say.
 * @returns undefined when nothing is to be sent; a text when nothing can be, and why
 */
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
    // Agents keep the variables of OpenTelemetry from their hooks, so that the setting says it, too.
    sendsEvents: telemetryEvents || namesOtlp(environment['OTEL_LOGS_EXPORTER'] ?? '', false),
  };
}

/**
 * What the exporter of a signal is told; what it is not, the variables of OpenTelemetry say.
 * @param limitMilliseconds of a process that lives for one hook
 */
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
  /** Sends what has not been sent and ends. Never rejects. */
  close(): Promise<void>;
}

export interface MeterOptions {
  readonly target: TelemetryTarget;
  readonly version?: string | undefined;
  /** Set for a process that lives for one hook: how long sending may take. */
  readonly limitMilliseconds?: number | undefined;
  /** Told in one line, without any address, when sending begins to fail. */
  readonly onFault: (text: string) => void;
}

/** What dist/telemetry.js gives, which holds the packages of OpenTelemetry and is loaded only where it is needed. */
export interface TelemetryModule {
  readonly openMeter: (options: MeterOptions) => Meter;
}
