import assert from 'node:assert/strict';
import { parseConfiguration } from '../../../../src/core/settings/parse/parse';
import { telemetryTarget } from '../../../../src/node/telemetry/target';

const ON = { telemetry: 'otlp', telemetryEndpoint: '', telemetryEvents: false } as const;

describe('the settings of telemetry', () => {
  it('are off by default, and switched on by the user, the machine or a variable', () => {
    assert.equal(parseConfiguration({}).telemetry.telemetry, 'off');
    assert.equal(parseConfiguration({ user: { telemetry: 'otlp' } }).telemetry.telemetry, 'otlp');
    assert.equal(parseConfiguration({ environment: { TOOL_LOOP_TELEMETRY: 'OTLP' } }).telemetry.telemetry, 'otlp');
    assert.equal(parseConfiguration({ environment: { OTEL_METRICS_EXPORTER: 'otlp' } }).telemetry.telemetry, 'off');
    const machine = { file: '/etc/x', values: { telemetry: 'https://collector.example' } };
    const sent = { telemetry: 'otlp', telemetryEndpoint: 'https://collector.example', telemetryEvents: false };
    assert.deepEqual(parseConfiguration({ machine, user: { telemetry: 'http://elsewhere' } }).telemetry, sent);
    const environment = { TOOL_LOOP_TELEMETRY: 'https://collector.example' };
    assert.deepEqual(parseConfiguration({ environment }).telemetry, sent);
    assert.deepEqual(parseConfiguration({ environment, user: { telemetry: 'otlp' } }).telemetry, ON);
    assert.equal(
      parseConfiguration({ user: { telemetry: 'off' }, environment: { TOOL_LOOP_TELEMETRY: 'otlp' } }).telemetry
        .telemetry,
      'off',
    );
  });

  it('are never those of a workspace, which is told of', () => {
    const values = { telemetry: 'http://evil.example', telemetryEvents: true };
    for (const raw of [{ workspace: values }, { workspaceFolder: values }]) {
      const { telemetry, problems } = parseConfiguration(raw);
      assert.deepEqual(telemetry, { telemetry: 'off', telemetryEndpoint: '', telemetryEvents: false });
      assert.deepEqual(
        problems.map(({ setting }) => setting),
        ['toolLoopGuard.telemetry', 'toolLoopGuard.telemetryEvents'],
      );
      const on = parseConfiguration({ ...raw, user: { telemetry: 'otlp' } });
      assert.equal(on.telemetry.telemetryEndpoint, '');
    }
  });

  it('are reported when they cannot be used, and are off then', () => {
    const { telemetry, problems } = parseConfiguration({
      user: { telemetry: 'file:///etc/passwd', telemetryEvents: 'yes' },
      environment: { TOOL_LOOP_TELEMETRY: 'yes' },
    });
    assert.deepEqual(telemetry, { telemetry: 'off', telemetryEndpoint: '', telemetryEvents: false });
    assert.equal(problems.length, 3);
    assert.ok(problems.some(({ message }) => message.includes('telemetryEvents') && message.includes('true or false')));
  });
});

describe('where telemetry is sent', () => {
  it('is nowhere when it is off, or when OpenTelemetry is switched off', () => {
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
