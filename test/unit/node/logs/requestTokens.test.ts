import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { tokensOfLastRequest } from '../../../../src/node/logs/sessionTokens';

/** As the programs wrote them, but for paths and ids. */
const RECORDED = resolve(__dirname, '../../../fixtures/recorded');
const SESSION = 'session-1';

describe('the size of the last request of a session', () => {
  let home: string;
  let copilotFile: string;
  let claudeFile: string;
  const before = ['COPILOT_HOME', 'CLAUDE_CONFIG_DIR'].map((name) => [name, process.env[name]] as const);

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'request-tokens-'));
    process.env['COPILOT_HOME'] = join(home, 'copilot');
    process.env['CLAUDE_CONFIG_DIR'] = join(home, 'claude');
    const state = join(home, 'copilot', 'session-state', SESSION);
    const project = join(home, 'claude', 'projects', '-project');
    [state, project, join(home, 'claude', 'projects', '-another')].forEach((folder) =>
      mkdirSync(folder, { recursive: true }),
    );
    copilotFile = join(state, 'events.jsonl');
    claudeFile = join(project, `${SESSION}.jsonl`);
  });
  afterEach(() => {
    // The environment itself stays: another object in its place would not be that of the process.
    for (const [name, value] of before) {
      if (value === undefined) {
        delete process.env[name];
      } else {
        process.env[name] = value;
      }
    }
    rmSync(home, { recursive: true, force: true });
  });

  it('is read from what Copilot wrote', async () => {
    copyFileSync(join(RECORDED, 'copilotUsage.jsonl'), copilotFile);
    assert.equal(await tokensOfLastRequest('copilot', SESSION), 100);
  });

  it('is read from what Claude Code wrote, what came from the cache included', async () => {
    copyFileSync(join(RECORDED, 'claudeUsage.jsonl'), claudeFile);
    assert.equal(await tokensOfLastRequest('claude', SESSION), 100);
    const usage = { input_tokens: 5, cache_creation_input_tokens: 20, cache_read_input_tokens: 3000, output_tokens: 9 };
    writeFileSync(claudeFile, `${JSON.stringify({ type: 'assistant', message: { usage } })}\n{"type":"assis`);
    assert.equal(await tokensOfLastRequest('claude', SESSION), 3025);
  });

  it('is not known of other sessions, of files that are none, and of ids that lead elsewhere', async () => {
    assert.equal(await tokensOfLastRequest('copilot', SESSION), undefined);
    assert.equal(await tokensOfLastRequest('claude', 'session-2'), undefined);
    copyFileSync(join(RECORDED, 'copilotUsage.jsonl'), copilotFile);
    assert.equal(await tokensOfLastRequest('vscode', SESSION), undefined);
    assert.equal(await tokensOfLastRequest('copilot', `../session-state/${SESSION}`), undefined);
    for (const usage of [{}, { inputTokens: -1 }, { inputTokens: '5' }, { inputTokens: 1.5 }, { inputTokens: 0 }]) {
      writeFileSync(copilotFile, `${JSON.stringify({ type: 'session.usage_record', data: { usage } })}\n`);
      assert.equal(await tokensOfLastRequest('copilot', SESSION), undefined, JSON.stringify(usage));
    }
  });
});
