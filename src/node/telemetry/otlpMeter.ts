import { randomUUID } from 'node:crypto';
import {
  AggregationTemporalityPreference,
  OTLPMetricExporter as JsonExporter,
} from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { type CounterName, COUNTERS, type Measurement } from '../../core/telemetry/measurements';
import type { Meter, MeterOptions } from './meter';
import { openEvents, reportFailures } from './otlpEvents';
import { exporterOptions } from './target';

const SERVICE_NAME = 'tool-loop-guard';
const TEMPORALITY_VARIABLE = 'OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE';
const EXPORT_TIMEOUT_MILLISECONDS = 10_000;

/**
 * Sends counts by OTLP, with the official packages. Addresses, headers, certificates, compression and resource come
 * from the variables of OpenTelemetry in the environment of this process.
 *
 * Counts are sent as differences unless a window is told otherwise: the processes of hooks know no totals.
 */
export function openMeter({ target, version, limitMilliseconds, onFault }: MeterOptions): Meter {
  const isShortLived = limitMilliseconds !== undefined;
  const isDelta = isShortLived || process.env[TEMPORALITY_VARIABLE] === undefined;
  const Exporter = target.protocol === 'http/json' ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({
    ...exporterOptions(target, limitMilliseconds, 'metrics'),
    ...(isDelta ? { temporalityPreference: AggregationTemporalityPreference.DELTA } : {}),
  });
  reportFailures(exporter, onFault);
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': SERVICE_NAME,
        ...(version === undefined ? {} : { 'service.version': version }),
        // Totals of several windows must not be taken for those of one.
        ...(isShortLived ? {} : { 'service.instance.id': randomUUID() }),
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));
  const exportTimeoutMillis = limitMilliseconds ?? Math.min(EXPORT_TIMEOUT_MILLISECONDS, target.intervalMilliseconds);
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: Math.max(target.intervalMilliseconds, exportTimeoutMillis),
    exportTimeoutMillis,
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  const meter = provider.getMeter(SERVICE_NAME, version);
  const counters = Object.fromEntries(
    Object.entries(COUNTERS).map(([key, { name, unit, description }]) => [
      key,
      meter.createCounter(name, { unit, description }),
    ]),
  ) as Record<CounterName, ReturnType<typeof meter.createCounter>>;
  const events = target.sendsEvents
    ? openEvents({ target, version, limitMilliseconds, onFault }, resource, exportTimeoutMillis)
    : undefined;
  return {
    add: (measurements: readonly Measurement[]) => {
      measurements.forEach(({ counter, attributes }) => counters[counter].add(1, attributes));
      events?.add(measurements);
    },
    close: async () => {
      const metrics = provider.shutdown({ timeoutMillis: exportTimeoutMillis }).catch(() => undefined);
      await Promise.all([metrics, events?.close()]);
    },
  };
}
