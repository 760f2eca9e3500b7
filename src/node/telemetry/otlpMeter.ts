import { randomUUID } from 'node:crypto';
import {
  AggregationTemporalityPreference,
  OTLPMetricExporter as JsonExporter,
} from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { type CounterName, COUNTERS, DETECTION_EVENT, type Measurement } from '../../core/telemetry/measurements';
import { exporterOptions, type Meter, type MeterOptions } from './target';
import type { ExportResult } from '@opentelemetry/core';
import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import { JsonLogsSerializer, LogsExporterMetricsHelper, ProtobufLogsSerializer } from '@opentelemetry/otlp-transformer';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';

const SERVICE_NAME = 'tool-loop-guard';
const TEMPORALITY_VARIABLE = 'OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE';
const EXPORT_TIMEOUT_MILLISECONDS = 10_000;

/**
 * Sends counts by OTLP, with the official packages. Addresses, headers, certificates, compression, and the resource
 * come from this process's OpenTelemetry variables. Counts are sent as differences, unless a window's variables say
 * otherwise: hook processes know no totals.
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
        // Totals of several windows must not look like those of one.
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

/**
 * An event is a log record with a name: OpenTelemetry deprecates events of spans, and the spans belong to the agent.
 * Their `gen_ai.conversation.id` joins both.
 */
function openEvents(
  { target, version, limitMilliseconds, onFault }: MeterOptions,
  resource: Resource,
  exportTimeoutMillis: number,
): Meter {
  const isJson = target.protocol === 'http/json';
  const exporter = new OTLPExporterBase(
    createOtlpHttpExportDelegate(
      convertLegacyHttpOptions(exporterOptions(target, limitMilliseconds, 'logs'), 'LOGS', 'v1/logs', {
        'Content-Type': isJson ? 'application/json' : 'application/x-protobuf',
      }),
      isJson ? JsonLogsSerializer : ProtobufLogsSerializer,
      'otlp_http_log_exporter',
      LogsExporterMetricsHelper,
      undefined,
    ),
  );
  reportFailures(exporter, onFault);
  const provider = new LoggerProvider({
    resource,
    processors: [
      new BatchLogRecordProcessor({
        exporter,
        scheduledDelayMillis: target.intervalMilliseconds,
        exportTimeoutMillis,
      }),
    ],
  });
  const logger = provider.getLogger('tool-loop-guard', version);
  return {
    add: (measurements) => {
      for (const { counter, attributes, conversation } of measurements) {
        if (counter === 'detections') {
          logger.emit({
            eventName: DETECTION_EVENT,
            attributes: {
              ...attributes,
              ...(conversation === undefined ? {} : { 'gen_ai.conversation.id': conversation }),
            },
          });
        }
      }
    },
    close: () => provider.shutdown().catch(() => undefined),
  };
}

/** Reports the first failure after a success, without the error's message, which may contain an address. */
function reportFailures<Items>(
  exporter: { export: (items: Items, done: (result: ExportResult) => void) => void },
  onFault: (text: string) => void,
): void {
  const send = exporter.export.bind(exporter);
  let hasFailed = false;
  exporter.export = (items, done) =>
    send(items, (result) => {
      const { error } = result;
      if (error !== undefined && !hasFailed) {
        const { code, name } = error as NodeJS.ErrnoException;
        onFault(`Telemetry could not be sent (${code ?? name}).`);
      }
      hasFailed = error !== undefined;
      done(result);
    });
}
