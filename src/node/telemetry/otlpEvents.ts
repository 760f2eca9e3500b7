import { ExportResultCode } from '@opentelemetry/core';
import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import { JsonLogsSerializer, LogsExporterMetricsHelper, ProtobufLogsSerializer } from '@opentelemetry/otlp-transformer';
import type { Resource } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordExporter } from '@opentelemetry/sdk-logs';
import { DETECTION_EVENT } from '../../core/telemetry/counters';
import type { Meter, MeterOptions } from './meter';
import { exporterOptions } from './target';

/**
 * Sends each detection as an event, which is a log record with a name: OpenTelemetry deprecates events of spans, and
 * the spans are the agent's. Their `gen_ai.conversation.id` joins both.
 */
export function openEvents(
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
  const provider = new LoggerProvider({
    resource,
    processors: [
      new BatchLogRecordProcessor({
        exporter: watched(exporter, onFault),
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
            attributes: { ...attributes, ...(conversation === undefined ? {} : { [CONVERSATION_ID]: conversation }) },
          });
        }
      }
    },
    close: () => provider.shutdown().catch(() => undefined),
  };
}

/** Of the GenAI conventions. */
const CONVERSATION_ID = 'gen_ai.conversation.id';

/** Tells of the first failure only; the messages of errors may hold an address and are not told. */
function watched(exporter: LogRecordExporter, onFault: (text: string) => void): LogRecordExporter {
  let hasFailed = false;
  return {
    export: (records, done) =>
      exporter.export(records, (result) => {
        if (result.code !== ExportResultCode.SUCCESS && !hasFailed) {
          onFault('Telemetry could not be sent (events).');
        }
        hasFailed = result.code !== ExportResultCode.SUCCESS;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
