// Our events and the telemetry of the agents themselves, in one collector.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { OtlpReceiver } from '../fakes/otlpReceiver';
import { DETECTION_EVENT } from '../../src/core/telemetry/measurements';
import { runAgent } from './agentRun';
import { AGENTS, type AgentName } from './agents';
import { RunsInTurn } from './inTurn';
import { packedStage, stageOf, test } from './packed';
import { SCRIPTS } from './scripts';

const ROOT = resolve(__dirname, '../..');

/** How an agent is told to send its telemetry, and what names the session in it. */
const OWN_TELEMETRY: Partial<Record<AgentName, { readonly on: Record<string, string>; readonly names: string }>> = {
  claude: { on: { CLAUDE_CODE_ENABLE_TELEMETRY: '1' }, names: 'session.id' },
  copilot: { on: { COPILOT_OTEL_ENABLED: 'true' }, names: 'gen_ai.conversation.id' },
};

describe('telemetry of real agents', function () {
  this.timeout(300_000);
  let receiver: OtlpReceiver;
  const stage = stageOf(new RunsInTurn(), async (packages) => {
    const packed = await packedStage(packages);
    const { telemetryOptions } = createRequire(__filename)('../../esbuild.js') as {
      telemetryOptions: (outdir: string) => BuildOptions;
    };
    await build({ ...telemetryOptions('dist'), absWorkingDir: ROOT, outdir: dirname(packed.cli) });
    return packed;
  });

  beforeEach(() => (receiver = new OtlpReceiver()));
  afterEach(() => receiver.close());

  for (const [name, { on, names }] of Object.entries(OWN_TELEMETRY)) {
    test(`of ${name} names a session as our event of a loop in it does`, async () => {
      const endpoint = await receiver.open();
      await runAgent(stage(), {
        agent: AGENTS[name as AgentName],
        scripts: [SCRIPTS.loop],
        environment: {
          ...on,
          OTEL_LOGS_EXPORTER: 'otlp',
          OTEL_METRICS_EXPORTER: 'otlp',
          OTEL_TRACES_EXPORTER: 'otlp',
          OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
          OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        },
        settings: { 'toolLoopGuard.telemetry': { endpoint, events: true } },
      });
      const ours = receiver.events.filter(({ name: event }) => event === DETECTION_EVENT);
      const ids = new Set(ours.map(({ attributes }) => attributes['gen_ai.conversation.id']));
      assert.equal(ids.size, 1, 'an event came, of one session');
      const [id = ''] = ids;
      const theirs = receiver.requests
        .map(({ body }) => body.toString('utf8').replace(/\s/g, ''))
        .filter((text) => text.includes(`{"key":"${names}","value":{"stringValue":"${id}"}`));
      assert.ok(theirs.length > 0, `the agent’s own telemetry names ${names} ${id}`);
    });
  }
});
