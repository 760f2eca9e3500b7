import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { type BuildOptions, build } from 'esbuild';
import type { TelemetryModule } from '../../src/node/telemetry/target';
import { OtlpReceiver } from '../fakes/otlpReceiver';
import { ActivatedWindow } from '../fakes/activatedWindow';
import { buildDoor, type Ended, ended, runHook, writeProgram } from '../robustness/hookProcess';

const ROOT = resolve(__dirname, '../..');
const MARK = 'MARKED';

/** The mark is in every text that must not be sent. */
const call = (id: number, event = 'PreToolUse'): object => ({
  session_id: `${MARK}-session`,
  hook_event_name: event,
  cwd: `/home/${MARK}`,
  prompt: `Find ${MARK}.`,
  model: 'claude-some-4',
  tool_name: 'Grep',
  tool_input: { pattern: `${MARK}-pattern`, path: `/home/${MARK}/file.txt` },
  tool_use_id: `${MARK}-${id}`,
  ...(event === 'PostToolUse' ? { tool_response: { content: `${MARK}-result` } } : {}),
});

describe('telemetry of the programs that are shipped', () => {
  let folder: string;
  let receiver: OtlpReceiver;
  let endpoint: string;

  before(async () => {
    const { buildExtension, telemetryOptions } = createRequire(__filename)('../../esbuild.js') as {
      buildExtension: (changes: BuildOptions) => Promise<unknown>;
      telemetryOptions: (outdir: string) => BuildOptions;
    };
    await Promise.all([
      buildDoor('cli'),
      buildExtension({ sourcemap: false }),
      buildDoor('hook'),
      buildDoor('engineOfHook'),
      build({ ...telemetryOptions('dist'), absWorkingDir: ROOT }),
      build({ ...telemetryOptions('plugin'), absWorkingDir: ROOT }),
    ]);
  });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tool-loop-guard-test-'));
    receiver = new OtlpReceiver();
    endpoint = await receiver.open();
  });

  afterEach(async () => {
    await receiver.close();
    discard(folder);
  });

  const start = (environment: NodeJS.ProcessEnv, program = join(ROOT, 'dist/cli.js')): ChildProcess =>
    spawn(process.execPath, [program, 'hook', '--harness', 'claude', '--state', join(folder, 'state')], {
      stdio: 'pipe',
      env: { PATH: process.env['PATH'], HOME: folder, ...environment },
    });
  const cli = (input: object, environment: NodeJS.ProcessEnv): Promise<Ended> =>
    ended(start(environment), JSON.stringify(input));
  const on = (): NodeJS.ProcessEnv => ({ TOOL_LOOP_TELEMETRY: 'otlp', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });

  /** Makes four identical calls, the last of which is refused. */
  async function loop<Answer>(ask: (input: object) => Promise<Answer>): Promise<Answer[]> {
    const all: Answer[] = [];
    for (const id of [1, 2, 3, 4]) {
      all.push(await ask(call(id)));
      if (id < 4) {
        all.push(await ask(call(id, 'PostToolUse')));
      }
    }
    return all;
  }

  for (const [protocol, type] of [
    ['http/protobuf', 'application/x-protobuf'],
    ['http/json', 'application/json'],
  ] as const) {
    it(`a hook of the command line sends its counts as ${protocol}, and no text`, async () => {
      const environment = {
        ...on(),
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-team=blue',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
        OTEL_SERVICE_NAME: 'guards',
      };
      const all = await loop((input) => cli(input, environment));
      assert.deepEqual(new Set(all.map(({ code }) => code)), new Set([0]));
      assert.deepEqual(new Set(all.map(({ stderr }) => stderr)), new Set(['']));
      assert.match(all.at(-1)?.stdout ?? '', /deny/);
      assert.deepEqual(receiver.sums(), {
        'tool_loop_guard.calls': 4,
        'tool_loop_guard.detections': 2,
        'tool_loop_guard.refusals': 1,
        'tool_loop_guard.stops': 1,
      });
      const stop = receiver.received.find(({ name }) => name === 'tool_loop_guard.stops');
      assert.deepEqual(stop, {
        name: 'tool_loop_guard.stops',
        value: 1,
        temporality: 1,
        attributes: {
          'tool_loop_guard.harness': 'claude',
          'tool_loop_guard.detector': 'repeat',
          'tool_loop_guard.action': 'break',
          'gen_ai.tool.name': 'Grep',
          'gen_ai.request.model': 'claude-some-4',
          'gen_ai.provider.name': 'anthropic',
        },
      });
      for (const { path, headers } of receiver.requests) {
        assert.equal(path, '/v1/metrics');
        assert.equal(headers['content-type'], type);
        assert.equal(headers['x-team'], 'blue');
      }
      assert.deepEqual(
        { ...receiver.resource, 'telemetry.sdk.version': '' },
        {
          'service.name': 'guards',
          'deployment.environment': 'test',
          'telemetry.sdk.language': 'nodejs',
          'telemetry.sdk.name': 'opentelemetry',
          'telemetry.sdk.version': '',
        },
      );
      assert.equal(receiver.requests.length, 4, 'what counted nothing sends nothing');
      expectNoText();
    });
  }

  for (const protocol of ['http/protobuf', 'http/json']) {
    it(`each detection is also an event of its session if logs are turned on (${protocol})`, async () => {
      const environment = { ...on(), OTEL_LOGS_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: protocol };
      await loop((input) => cli(input, environment));
      assert.deepEqual(
        receiver.events.map(({ name, attributes }) => [
          name,
          attributes['tool_loop_guard.action'],
          attributes['gen_ai.conversation.id'],
          attributes['gen_ai.tool.name'],
        ]),
        [
          ['tool_loop_guard.detection', 'nudge', `${MARK}-session`, 'Grep'],
          ['tool_loop_guard.detection', 'break', `${MARK}-session`, 'Grep'],
        ],
      );
      assert.equal(receiver.sums()['tool_loop_guard.detections'], 2);
      assert.ok(receiver.received.every(({ attributes }) => !('gen_ai.conversation.id' in attributes)));
      for (const text of ['file.txt', 'pattern', 'result', folder]) {
        assert.ok(!receiver.raw.includes(text), text);
      }
    });
  }

  /** No arguments, results, prompts, IDs, or paths, in any text encoding. */
  function expectNoText(): void {
    assert.ok(receiver.raw.includes('Grep'));
    for (const text of [MARK, folder, 'file.txt', 'session', 'prompt', 'home']) {
      assert.ok(!receiver.raw.toLowerCase().includes(text.toLowerCase()), text);
      assert.ok(!receiver.raw.includes(Buffer.from(text, 'utf16le').toString('latin1')), text);
    }
  }

  it('the plugin’s hook sends its counts if no window answers', async () => {
    const home = join(folder, 'home-of-plugin');
    const state = join(home, '.local/state/tool-loop-guard');
    writeProgram(home);
    writeFileSync(join(state, 'settings.json'), JSON.stringify({ telemetry: endpoint }));
    for (const id of [1, 2]) {
      const { code, stdout, stderr } = await runHook('PreToolUse', call(id), { HOME: home });
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, stdout);
    }
    assert.deepEqual(receiver.sums(), { 'tool_loop_guard.calls': 2 });
    assert.equal(receiver.requests.length, 2);
  });

  it('a hook’s answer doesn’t wait for a server that hangs, and later hooks don’t contact it', async () => {
    receiver.manner = 'hang';
    let answeredBeforeEnd = false;
    const child = start({ ...on(), TOOL_LOOP_MAX_REPEATS: '2' });
    child.stdout?.on('data', () => (answeredBeforeEnd = child.exitCode === null && receiver.requests.length === 0));
    await cli(call(1), { TOOL_LOOP_MAX_REPEATS: '2' });
    const first = await ended(child, JSON.stringify(call(2)));
    assert.equal(first.code, 0);
    assert.match(first.stdout, /deny/);
    assert.ok(answeredBeforeEnd, 'answered before anything was sent');
    assert.match(first.stderr, /^tool-loop-guard: Telemetry could not be sent[^\n]*\n$/);
    assert.ok(!first.stderr.includes('127.0.0.1'));
    const asked = receiver.requests.length;
    assert.equal(asked, 1);
    const second = await cli(call(3), on());
    assert.deepEqual([second.code, second.stderr, receiver.requests.length], [0, '', asked]);
    receiver.manner = 'answer';
    const pause = join(folder, 'state/telemetry-paused');
    utimesSync(pause, new Date(0), new Date(0));
    await cli(call(4), on());
    assert.equal(receiver.requests.length, asked + 1);
    assert.equal(existsSync(pause), false);
  });

  it('a hook answers as usual if the sending bundle is missing', async () => {
    const lonely = join(folder, 'cli.js');
    await buildDoor('cli', lonely);
    const { code, stderr } = await ended(start(on(), lonely), JSON.stringify(call(1)));
    assert.equal(code, 0);
    assert.match(stderr, /Telemetry could not be sent \(\w+\)/);
  });

  describe('of a window', () => {
    let window: ActivatedWindow;
    const variables = ['OTEL_METRIC_EXPORT_INTERVAL', 'OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE'];

    beforeEach(() => {
      window = new ActivatedWindow();
      process.env['OTEL_METRIC_EXPORT_INTERVAL'] = '100';
    });

    afterEach(() => {
      window.deactivate();
      variables.forEach((name) => delete process.env[name]);
    });

    const settings = (telemetry: string): string => JSON.stringify({ 'toolLoopGuard.telemetry': telemetry });

    const loopInWindow = (): Promise<string[]> => loop((input) => window.ask(input));

    it('sends its counts and no text while telemetry is on, with code that is loaded only then', async () => {
      const sending = join(ROOT, 'dist/telemetry.js');
      const { cache } = createRequire(__filename);
      delete cache[sending];
      await window.activate(join(ROOT, 'dist/extension.js'));
      await loopInWindow();
      assert.deepEqual(receiver.requests, [], 'off by default');
      assert.equal(sending in cache, false);
      window.save(settings(endpoint));
      await window.ask({ ...call(0), hook_event_name: 'UserPromptSubmit', prompt: `Again ${MARK}.` });
      await loopInWindow();
      const counted = (): number => receiver.sums()['tool_loop_guard.stops'] ?? 0;
      while (counted() === 0) {
        await new Promise((done) => setTimeout(done, 20));
      }
      assert.deepEqual(receiver.sums(), {
        'tool_loop_guard.calls': 4,
        'tool_loop_guard.detections': 2,
        'tool_loop_guard.refusals': 1,
        'tool_loop_guard.stops': 1,
      });
      assert.deepEqual(
        new Set(receiver.received.map(({ attributes }) => attributes['tool_loop_guard.harness'])),
        // An input with a model, and no harness in the environment, is from Codex.
        new Set(['codex']),
      );
      assert.deepEqual(receiver.sums({ 'gen_ai.tool.name': 'Grep' }), receiver.sums());
      expectNoText();
      assert.equal(sending in cache, true);
      assert.equal(receiver.resource['service.name'], 'tool-loop-guard');
      assert.ok(window.logLines.some((line) => line.includes('OpenTelemetry')));
      window.save(settings('off'));
      const sent = receiver.requests.length;
      await loopInWindow();
      assert.equal(receiver.requests.length, sent);
    });

    it('sends the rest when it closes', async () => {
      process.env['OTEL_METRIC_EXPORT_INTERVAL'] = '600000';
      await window.activate();
      window.save(settings(endpoint));
      await loopInWindow();
      window.deactivate();
      while (receiver.requests.length === 0) {
        await new Promise((done) => setTimeout(done, 20));
      }
      assert.equal(receiver.sums()['tool_loop_guard.stops'], 1);
    });
  });

  it('the sending bundle can send totals, with a separate ID for each window', async () => {
    const { openMeter } = createRequire(__filename)(join(ROOT, 'dist/telemetry.js')) as TelemetryModule;
    const variable = 'OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE';
    process.env[variable] = 'cumulative';
    try {
      const target = {
        protocol: 'http/protobuf',
        endpoint,
        intervalMilliseconds: 600_000,
        sendsEvents: false,
      } as const;
      const meters = [1, 2].map(() => openMeter({ target, version: '1.2.3', onFault: assert.fail }));
      const ids: (string | undefined)[] = [];
      for (const meter of meters) {
        meter.add([{ counter: 'calls', attributes: { 'gen_ai.tool.name': 'read' } }]);
        await meter.close();
        ids.push(receiver.resource['service.instance.id']);
      }
      assert.equal(new Set(ids).size, 2);
      assert.deepEqual(
        receiver.received.map(({ temporality }) => temporality),
        [2, 2],
      );
      assert.equal(receiver.resource['service.version'], '1.2.3');
    } finally {
      delete process.env[variable];
    }
  });
});
