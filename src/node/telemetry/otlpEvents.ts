import type { ExportResult } from '@opentelemetry/core';
import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import { JsonLogsSerializer, LogsExporterMetricsHelper, ProtobufLogsSerializer } from '@opentelemetry/otlp-transformer';
import type { Resource } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { DETECTION_EVENT } from '../../core/telemetry/measurements';
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

/** Tells of the first failure after a success; the messages of errors may hold an address and are not told. */
export function reportFailures<Items>(
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
