import assert from 'node:assert/strict';
import { telemetryTarget } from '../../../../src/node/telemetry/target';

const ON = { telemetry: 'otlp', telemetryEndpoint: '', telemetryEvents: false } as const;

describe('the target of telemetry', () => {
  it('is undefined if telemetry or OpenTelemetry is off', () => {
    assert.equal(telemetryTarget({ ...ON, telemetry: 'off' }, { OTEL_METRICS_EXPORTER: 'otlp' }), undefined);
    assert.equal(telemetryTarget(ON, { OTEL_SDK_DISABLED: 'True' }), undefined);
    assert.equal(telemetryTarget(ON, { OTEL_METRICS_EXPORTER: 'none' }), undefined);
    assert.equal(telemetryTarget(ON, { OTEL_METRICS_EXPORTER: 'console,prometheus' }), undefined);
    assert.ok(typeof telemetryTarget(ON, { OTEL_METRICS_EXPORTER: 'console, otlp' }) === 'object');
  });

  it('follows the usual variables', () => {
    assert.deepEqual(telemetryTarget(ON, {}), {
      protocol: 'http/protobuf',
      endpoint: undefined,
      intervalMilliseconds: 60_000,
      sendsEvents: false,
    });
    const environment = {
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/json',
      OTEL_METRIC_EXPORT_INTERVAL: '5000',
    };
    assert.deepEqual(telemetryTarget({ ...ON, telemetryEndpoint: 'http://a' }, environment), {
      protocol: 'http/json',
      endpoint: 'http://a',
      intervalMilliseconds: 5000,
      sendsEvents: false,
    });
    const withLogs = telemetryTarget(ON, { OTEL_LOGS_EXPORTER: 'console, otlp' });
    assert.equal(typeof withLogs === 'object' && withLogs.sendsEvents, true);
    const withEvents = telemetryTarget({ ...ON, telemetryEvents: true }, {});
    assert.equal(typeof withEvents === 'object' && withEvents.sendsEvents, true);
    const unusable = telemetryTarget(ON, { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
    assert.match(typeof unusable === 'string' ? unusable : '', /not sent/);
    for (const nonsense of ['soon', '-1', '0', '']) {
      const target = telemetryTarget(ON, { OTEL_METRIC_EXPORT_INTERVAL: nonsense });
      assert.equal(typeof target === 'object' && target.intervalMilliseconds, 60_000);
    }
  });
});
