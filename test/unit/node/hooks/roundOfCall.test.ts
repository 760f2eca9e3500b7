import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claude } from '../../../../src/node/hooks/harnesses/claude';
import { codex } from '../../../../src/node/hooks/harnesses/codex';
import { copilot } from '../../../../src/node/hooks/harnesses/copilot';
import { roundOfCall } from '../../../../src/node/hooks/roundOfCall';

/** Lines of Claude Code 2.1.330, of two answers with two calls each. */
const CLAUDE = [
  ...['toolu_1_0', 'toolu_1_1'].map((id) => claudeLine('msg_1', { type: 'tool_use', id, name: 'Bash', input: {} })),
  { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1_0' }] } },
  ...['toolu_2_0', 'toolu_2_1'].map((id) => claudeLine('msg_2', { type: 'tool_use', id, name: 'Bash', input: {} })),
  { type: 'last-prompt', lastPrompt: 'toolu_2_1' },
];

/** Lines of Codex CLI 0.169, of two answers with two calls each. */
const CODEX = [
  { type: 'event_msg', payload: { type: 'item_completed', item: { id: 'call_1_0' } } },
  codexLine('function_call', 'call_1_0'),
  codexLine('function_call', 'call_1_1'),
  { type: 'token_usage_record', payload: { turn_id: 'turn' } },
  codexLine('function_call_output', 'call_1_1'),
  codexLine('function_call_output', 'call_1_0'),
  codexLine('function_call', 'call_2_0'),
  codexLine('custom_tool_call', 'call_2_1'),
  { type: 'token_usage_record', payload: { turn_id: 'turn' } },
];

function claudeLine(id: string, ...content: object[]): object {
  return { type: 'assistant', message: { id, role: 'assistant', content }, isSidechain: false };
}

function codexLine(type: string, callId: string): object {
  return { type: 'response_item', payload: { type, call_id: callId } };
}

describe('the answer that a call is part of', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'round-'))));
  after(() => rmSync(folder, { recursive: true }));

  const written = (lines: readonly object[], more = ''): string => {
    const path = join(folder, 'session.jsonl');
    writeFileSync(path, `{"cut":\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n${more}`);
    return path;
  };

  it('is told by the file of Claude Code', async () => {
    const transcriptPath = written(CLAUDE, '{"half');
    const rounds = ['toolu_1_0', 'toolu_1_1', 'toolu_2_0', 'toolu_2_1', 'toolu_3'].map((callId) =>
      roundOfCall(claude, { callId, transcriptPath }),
    );
    assert.deepEqual(await Promise.all(rounds), ['msg_1', 'msg_1', 'msg_2', 'msg_2', undefined]);
  });

  it('is told by the file of Codex', async () => {
    const transcriptPath = written(CODEX);
    const rounds = ['call_1_0', 'call_1_1', 'call_2_0', 'call_2_1', 'call_3'].map((callId) =>
      roundOfCall(codex, { callId, transcriptPath }),
    );
    assert.deepEqual(await Promise.all(rounds), ['call_1_0', 'call_1_0', 'call_2_0', 'call_2_0', undefined]);
  });

  it('is not told where there is no file, none that can be read, no id, or no harness that writes one', async () => {
    const transcriptPath = written(CLAUDE);
    assert.equal(await roundOfCall(claude, { callId: 'toolu_1_0', transcriptPath: `${transcriptPath}.no` }), undefined);
    assert.equal(await roundOfCall(claude, { callId: 'toolu_1_0', transcriptPath: folder }), undefined);
    assert.equal(await roundOfCall(claude, { callId: undefined, transcriptPath }), undefined);
    assert.equal(await roundOfCall(claude, { callId: 'toolu_1_0', transcriptPath: undefined }), undefined);
    assert.equal(await roundOfCall(copilot, { callId: 'toolu_1_0', transcriptPath }), undefined);
  });
});
