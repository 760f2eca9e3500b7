import assert from 'node:assert/strict';
import { Emitter } from '../../../src/core/events/emitter';
import { Metrics } from '../../../src/core/metrics/metrics';
import type { Detection } from '../../../src/engine/decision/verdict';
import type * as metricsModule from '../../../src/vscode/metrics/metrics';
import type { GuardWindow, RequestSize } from '../../../src/vscode/window/guardWindow';
import { GuardHarness, SEED_000 } from '../../fakes/guardHarness';
import { withVscode } from '../../fakes/vscodeModule';
import { VscodeWindow } from '../../fakes/vscodeWindow';

const { registerMetrics } = withVscode(new VscodeWindow().module)<typeof metricsModule>('vscode/metrics/metrics');

/** The tokens that a stop saved, after this host and this log were asked for the size of its last request. */
async function savedWith(host: RequestSize | undefined, log: number | undefined): Promise<number | undefined> {
  const [metrics, detections] = [new Metrics(), new Emitter<Detection>()];
  const requestSizes: RequestSize[] = host === undefined ? [] : [host];
  registerMetrics(
    {
      metrics,
      requestSizes,
      sessions: { typeOf: () => 'agentHostCopilot' },
      onDetection: detections.event,
    } as unknown as GuardWindow,
    () => ({
      registerMetricsCommands: () => ({ commands: {} as never, parts: [] }),
      tokensOfLastRequest: () => Promise.resolve(log),
    }),
  );
  const harness = new GuardHarness(SEED_000);
  harness.actions('aaaa');
  harness.events.forEach((event) => {
    metrics.note(event);
    if (event.kind === 'detection') {
      detections.fire(event.detection);
    }
  });
  await new Promise(setImmediate);
  const [{ tally } = { tally: undefined }] = metrics.conversations;
  return tally?.savedTokensMeasured;
}

describe('the tokens that a stop saved', () => {
  it('are counted by the size of the last request that the Agent Host told of', async () => {
    assert.equal(await savedWith(() => Promise.resolve(5_000), 100), 10_000);
  });

  it('are counted by the agent’s own log where no host knows the session', async () => {
    assert.equal(await savedWith(() => Promise.resolve(undefined), 100), 200);
    assert.equal(await savedWith(undefined, 100), 200);
  });

  it('are not counted where nobody knows it', async () => {
    assert.equal(await savedWith(() => Promise.resolve(undefined), undefined), 0);
  });
});
