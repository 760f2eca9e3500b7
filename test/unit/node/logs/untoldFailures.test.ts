import assert from 'node:assert/strict';
import fs, { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codex } from '../../../../src/node/agents/codex';
import type { AskedCall } from '../../../../src/node/wire/harness';
import { endOfCall, viewSession } from '../../../../src/node/logs/sessionView';
import { jsonLines } from '../../../fakes/jsonLines';

/** Lines of Codex CLI 0.169. */
const ENDS = [
  { type: 'CommandExecution', id: 'call_1', status: 'completed', aggregated_output: 'fine', exit_code: 0 },
  { type: 'CommandExecution', id: 'call_2', status: 'failed', aggregated_output: '1 failing\n', exit_code: 3 },
  { type: 'McpToolCall', id: 'call_3', status: 'failed', result: { content: [{ type: 'text', text: 'No.' }] } },
  { type: 'McpToolCall', id: 'call_4', status: 'failed', error: { message: 'gone' } },
].map((item): object => ({ type: 'event_msg', payload: { type: 'item_completed', item } }));
const OUTPUTS = [
  { type: 'function_call_output', call_id: 'call_2', output: 'Process exited with code 3' },
  { type: 'function_call_output', call_id: 'call_5', output: 'apply_patch verification failed' },
  { type: 'function_call_output', call_id: 'call_6', output: 'Success.' },
].map((payload): object => ({ type: 'response_item', payload }));

const LINES = [...ENDS, ...OUTPUTS];

const TOLD = [
  { callId: 'call_6', result: 'Success.' },
  { callId: 'call_5', failure: 'apply_patch verification failed' },
  { callId: 'call_2', failure: 'Exit code 3\n1 failing' },
  { callId: 'call_4', failure: { message: 'gone' } },
  { callId: 'call_3', failure: { content: [{ type: 'text', text: 'No.' }] } },
];

const MOST_BYTES = 2 * 1024 * 1024;
const MOST_PARSED = 1_000;

/** Whatever the file's size, only its end is read, and only some lines are parsed. */
async function assertBounded(work: () => Promise<void>): Promise<void> {
  const { parse } = JSON;
  const { readSync } = fs;
  let parsed = 0;
  let bytes = 0;
  JSON.parse = (text, reviver) => {
    parsed++;
    return parse(text, reviver) as unknown;
  };
  fs.readSync = ((...given: Parameters<typeof readSync>) => {
    const length = readSync(...given);
    bytes += length;
    return length;
  }) as typeof readSync;
  try {
    await work();
  } finally {
    JSON.parse = parse;
    fs.readSync = readSync;
  }
  assert.ok(bytes > 0 && bytes <= MOST_BYTES && parsed <= MOST_PARSED, `${bytes} bytes, ${parsed} lines`);
}

describe('ends of calls that no hook reports, in Codex’s file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'untold-'));
  const transcriptPath = join(folder, 'session.jsonl');
  const call = { sessionId: 's', agentId: undefined, transcriptPath };
  const noPause = (): Promise<void> => Promise.resolve();
  const ends = async (asked: AskedCall): Promise<unknown> => [
    ...(await viewSession(codex.harness, asked, noPause)).ends().values(),
  ];
  after(() => rmSync(folder, { recursive: true }));
  beforeEach(() => writeFileSync(transcriptPath, jsonLines(LINES)));

  it('are those of finished calls', async () => {
    const ended = (callId: string) => endOfCall(codex.harness, { ...call, callId }, noPause);
    assert.deepEqual(await ended('call_1'), { callId: 'call_1' });
    assert.deepEqual(await ended('call_2'), { callId: 'call_2', failure: 'Exit code 3\n1 failing' });
    assert.equal(await ended('call_6'), undefined, 'the line does not say whether it failed');
    assert.deepEqual(await ends({ ...call, callId: 'call_7' }), TOLD);
  });

  it('are unknown without a file, or a harness that writes them', async () => {
    const missing = { ...call, callId: 'call_2', transcriptPath: join(folder, 'none.jsonl') };
    assert.equal(await endOfCall(codex.harness, missing, noPause), undefined);
    assert.deepEqual(await ends(missing), []);
  });

  it('are found at the end of a file of 500 MB, with little else read', async () => {
    truncateSync(transcriptPath, 500_000_000);
    appendFileSync(transcriptPath, `\n${jsonLines(LINES)}`);
    await assertBounded(async () => assert.deepEqual(await ends({ ...call, callId: 'call_7' }), TOLD));
  });

  for (const [title, line] of [
    ['are empty', '\n'],
    ['are cut', '{"\n'],
    ['say nothing', '{}\n'],
  ] as const) {
    it(`aren’t searched for in endless lines that ${title}`, async () => {
      writeFileSync(transcriptPath, line.repeat(512 * 1024));
      await assertBounded(async () => assert.deepEqual(await ends({ ...call, callId: 'call_6' }), []));
    });
  }
});
