import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import protobuf from 'protobufjs';

/** OTLP messages for counters, from the published definitions. Unknown fields are reported. */
const PROTO = `
syntax = "proto3";
message ExportMetricsServiceRequest { repeated ResourceMetrics resource_metrics = 1; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; string schema_url = 3; }
message Resource { repeated KeyValue attributes = 1; uint32 dropped_attributes_count = 2; }
message ScopeMetrics { InstrumentationScope scope = 1; repeated Metric metrics = 2; string schema_url = 3; }
message InstrumentationScope { string name = 1; string version = 2; repeated KeyValue attributes = 3; }
message Metric { string name = 1; string description = 2; string unit = 3; Sum sum = 7; }
message Sum { repeated NumberDataPoint data_points = 1; int32 aggregation_temporality = 2; bool is_monotonic = 3; }
message NumberDataPoint {
  fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3; double as_double = 4; sfixed64 as_int = 6;
  repeated KeyValue attributes = 7; uint32 flags = 8;
}
message ExportLogsServiceRequest { repeated ResourceLogs resource_logs = 1; }
message ResourceLogs { Resource resource = 1; repeated ScopeLogs scope_logs = 2; string schema_url = 3; }
message ScopeLogs { InstrumentationScope scope = 1; repeated LogRecord log_records = 2; string schema_url = 3; }
message LogRecord {
  fixed64 time_unix_nano = 1; repeated KeyValue attributes = 6; fixed64 observed_time_unix_nano = 11;
  string event_name = 12;
}
message KeyValue { string key = 1; AnyValue value = 2; }
message AnyValue { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; }
`;

interface Named {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}

interface Message {
  readonly resourceMetrics: readonly {
    readonly resource: { readonly attributes: readonly Named[] };
    readonly scopeMetrics: readonly {
      readonly metrics: readonly {
        readonly name: string;
        readonly sum: {
          readonly aggregationTemporality: number;
          readonly dataPoints: readonly {
            readonly attributes: readonly Named[];
            readonly asInt?: number | string;
            readonly asDouble?: number;
          }[];
        };
      }[];
    }[];
  }[];
}

interface LogsMessage {
  readonly resourceLogs: readonly {
    readonly scopeLogs: readonly {
      readonly logRecords: readonly { readonly eventName?: string; readonly attributes: readonly Named[] }[];
    }[];
  }[];
}

export interface ReceivedEvent {
  readonly name: string | undefined;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Received {
  readonly name: string;
  readonly value: number;
  readonly attributes: Readonly<Record<string, string>>;
  /** 1: the growth since the last time, 2: the total. */
  readonly temporality: number;
}

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server for OTLP over HTTP, as protobuf or JSON, that keeps all bytes it receives. */
export class OtlpReceiver {
  readonly requests: ReceivedRequest[] = [];
  manner: 'answer' | 'hang' | 'refuse' = 'answer';
  readonly #server: Server;
  readonly #waiting = new Set<ServerResponse>();
  readonly #types = protobuf.parse(PROTO).root;

  constructor() {
    this.#server = createServer((request, response) => {
      void buffer(request).then((body) => {
        this.requests.push({ path: request.url ?? '', headers: request.headers, body });
        if (this.manner === 'hang') {
          this.#waiting.add(response);
        } else {
          response.writeHead(this.manner === 'refuse' ? 403 : 200).end();
        }
      });
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#waiting.forEach((response) => response.destroy());
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  get raw(): string {
    return this.requests
      .map(({ path, headers, body }) => `${path}\n${JSON.stringify(headers)}\n${body.toString('latin1')}`)
      .join('\n');
  }

  get resource(): Readonly<Record<string, string>> {
    return valuesOf(this.#messages.at(-1)?.resourceMetrics[0]?.resource.attributes ?? []);
  }

  get received(): readonly Received[] {
    return this.#messages.flatMap(({ resourceMetrics }) =>
      resourceMetrics.flatMap(({ scopeMetrics }) =>
        scopeMetrics.flatMap(({ metrics }) =>
          metrics.flatMap(({ name, sum }) =>
            sum.dataPoints.map(({ attributes, asInt, asDouble }) => ({
              name,
              value: Number(asInt ?? asDouble),
              attributes: valuesOf(attributes),
              temporality: sum.aggregationTemporality,
            })),
          ),
        ),
      ),
    );
  }

  /** Sums of the counters with these attributes, by name. */
  sums(attributes: Readonly<Record<string, string>> = {}): Readonly<Record<string, number>> {
    const sums: Record<string, number> = {};
    for (const { name, value, attributes: own } of this.received) {
      if (Object.entries(attributes).every(([key, wanted]) => own[key] === wanted)) {
        sums[name] = (sums[name] ?? 0) + value;
      }
    }
    return sums;
  }

  get events(): readonly ReceivedEvent[] {
    return this.#read<LogsMessage>('/v1/logs', 'ExportLogsServiceRequest').flatMap(({ resourceLogs }) =>
      resourceLogs.flatMap(({ scopeLogs }) =>
        scopeLogs.flatMap(({ logRecords }) =>
          logRecords.map(({ eventName, attributes }) => ({ name: eventName, attributes: valuesOf(attributes) })),
        ),
      ),
    );
  }

  get #messages(): readonly Message[] {
    return this.#read('/v1/metrics', 'ExportMetricsServiceRequest');
  }

  #read<T>(path: string, name: string): readonly T[] {
    const type = this.#types.lookupType(name);
    return this.requests
      .filter((request) => request.path === path)
      .map(({ headers, body }) =>
        headers['content-type'] === 'application/json'
          ? (JSON.parse(body.toString('utf8')) as T)
          : (type.toObject(type.decode(body), { longs: Number, defaults: false }) as T),
      );
  }
}

function valuesOf(attributes: readonly Named[]): Record<string, string> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? String(value.intValue ?? JSON.stringify(value))]),
  );
}
