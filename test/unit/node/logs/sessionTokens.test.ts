import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokensOfSession } from '../../../../src/node/logs/sessionModel';

const codexLine = (id: string, input: number): string =>
  `${JSON.stringify({
    type: 'token_usage_record',
    payload: { response_id: id, usage: { input_tokens: input, cached_input_tokens: input, output_tokens: 10 } },
  })}\n`;

describe('the tokens of a session', () => {
  let folder: string;
  const home = process.env['COPILOT_HOME'];

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tokens-'))));
  afterEach(() => {
    if (home === undefined) {
      delete process.env['COPILOT_HOME'];
    } else {
      process.env['COPILOT_HOME'] = home;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('of Codex are added up, and only new lines are read', () => {
    const transcriptPath = join(folder, 'rollout.jsonl');
    const session = { sessionId: 's', transcriptPath };
    writeFileSync(transcriptPath, codexLine('1', 100) + codexLine('2', 200).slice(0, 30));
    const first = tokensOfSession({ name: 'codex' }, session, undefined);
    assert.equal(first?.tokens, 110);
    appendFileSync(transcriptPath, codexLine('2', 200).slice(30));
    assert.equal(tokensOfSession({ name: 'codex' }, session, first)?.tokens, 320);
    assert.deepEqual(tokensOfSession({ name: 'codex' }, session, first)?.request, '2');
  });

  it('of Copilot are in the file of the session', () => {
    process.env['COPILOT_HOME'] = folder;
    mkdirSync(join(folder, 'session-state', 's'), { recursive: true });
    const line = { type: 'session.usage_record', data: { usage: { inputTokens: 70, outputTokens: 5, cost: 0 } } };
    writeFileSync(join(folder, 'session-state', 's', 'events.jsonl'), `${JSON.stringify(line)}\n`.repeat(2));
    const asked = { sessionId: 's', transcriptPath: undefined };
    assert.equal(tokensOfSession({ name: 'copilot' }, asked, undefined)?.tokens, 150);
  });

  it('are unknown if nothing reports them', () => {
    const before = { tokens: 7, readTo: 3 };
    const session = { sessionId: '../s', transcriptPath: join(folder, 'none.jsonl') };
    for (const name of ['claude', 'codex', 'copilot', 'gemini'] as const) {
      assert.equal(tokensOfSession({ name }, session, undefined), undefined);
      assert.equal(tokensOfSession({ name }, session, before), before);
    }
  });
});
