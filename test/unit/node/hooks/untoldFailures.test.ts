import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codex } from '../../../../src/node/agents/codex';
import { endOfCall, failuresBefore } from '../../../../src/node/transcripts/untoldFailures';

/** Lines of Codex CLI 0.169. */
const ENDS = [
  { type: 'CommandExecution', id: 'call_1', status: 'completed', aggregated_output: 'fine', exit_code: 0 },
  { type: 'CommandExecution', id: 'call_2', status: 'failed', aggregated_output: '1 failing\n', exit_code: 3 },
  { type: 'McpToolCall', id: 'call_3', status: 'failed', result: { content: [{ type: 'text', text: 'No.' }] } },
  { type: 'McpToolCall', id: 'call_4', status: 'failed', error: { message: 'gone' } },
].map((item) => ({ type: 'event_msg', payload: { type: 'item_completed', item } }));

const FAILURES = [
  ['call_4', { message: 'gone' }],
  ['call_3', { content: [{ type: 'text', text: 'No.' }] }],
  ['call_2', 'Exit code 3\n1 failing'],
];

/** The whole call of a hook takes about 100 ms. */
const MOST_MS = 20;

describe('failures that no hook tells, in the file of Codex', () => {
  const folder = mkdtempSync(join(tmpdir(), 'untold-'));
  const transcriptPath = join(folder, 'session.jsonl');
  const call = { sessionId: 's', agentId: undefined, transcriptPath };
  const noPause = (): Promise<void> => Promise.resolve();
  after(() => rmSync(folder, { recursive: true }));
  beforeEach(() => writeFileSync(transcriptPath, ENDS.map((line) => `${JSON.stringify(line)}\n`).join('')));

  it('are those of calls that are over', async () => {
    const ended = (callId: string) => endOfCall(codex.harness, { ...call, callId }, noPause);
    assert.deepEqual(await ended('call_1'), { callId: 'call_1' });
    assert.deepEqual(await ended('call_2'), { callId: 'call_2', failure: 'Exit code 3\n1 failing' });
    assert.equal(await ended('call_5'), undefined);
    assert.deepEqual([...(await failuresBefore(codex.harness, { ...call, callId: 'call_5' }))], FAILURES);
  });

  it('are none where there is no file, or no harness that writes them', async () => {
    const missing = { ...call, callId: 'call_2', transcriptPath: join(folder, 'none.jsonl') };
    assert.equal(await endOfCall(codex.harness, missing, noPause), undefined);
    assert.deepEqual([...(await failuresBefore(codex.harness, missing))], []);
  });

  it('are found at the end of a file of 500 MB as fast as in a small one', async () => {
    truncateSync(transcriptPath, 500_000_000);
    appendFileSync(transcriptPath, `\n${ENDS.map((line) => JSON.stringify(line)).join('\n')}\n`);
    const tookMs: number[] = [];
    for (let times = 0; times < 5; times++) {
      const startedMs = performance.now();
      assert.deepEqual([...(await failuresBefore(codex.harness, { ...call, callId: 'call_5' }))], FAILURES);
      tookMs.push(performance.now() - startedMs);
    }
    // A busy machine takes longer now and then.
    assert.ok(Math.min(...tookMs) < MOST_MS, `${tookMs.join(', ')} ms`);
  });
});
