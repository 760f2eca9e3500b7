import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HARNESSES } from '../../../../src/node/agents/harnesses';
import { SessionModels } from '../../../../src/node/logs/sessionModel';

const line = (model: string, isSidechain = false): string => {
  const message = { role: 'assistant', model, content: [] };
  return `${JSON.stringify({ type: 'assistant', sessionId: 's', isSidechain, message })}\n`;
};

describe('the model of a session', () => {
  let folder: string;
  let path: string;
  let models: SessionModels;
  const call = {
    event: 'preToolUse',
    sessionId: 's',
    modelId: undefined,
    agentId: undefined,
    callId: '1',
    tool: 'x',
    arguments: {},
    folder: undefined,
  } as const;
  const model = (): string | undefined => models.of(HARNESSES.claude, { ...call, transcriptPath: path })?.id;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'session-model-'));
    path = join(folder, 'log.jsonl');
    models = new SessionModels();
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is known as soon as the harness has written it', () => {
    assert.equal(model(), undefined);
    writeFileSync(path, '{"type":"user"}\n');
    assert.equal(model(), undefined);
    appendFileSync(path, line('first'));
    assert.equal(model(), 'first');
  });

  it('stays known if much is written after it, and follows a change', () => {
    writeFileSync(path, line('first'));
    assert.equal(model(), 'first');
    appendFileSync(path, `${'x'.repeat(300_000)}\n`);
    assert.equal(model(), 'first');
    appendFileSync(path, line('second'));
    assert.equal(model(), 'second');
  });

  it('is that of its own last answer by a model', () => {
    writeFileSync(path, line('own') + line('small', true) + line('<synthetic>'));
    assert.equal(model(), 'own');
  });

  it('is read from a line that was incomplete before', () => {
    const whole = line('late');
    writeFileSync(path, whole.slice(0, 40));
    assert.equal(model(), undefined);
    appendFileSync(path, whole.slice(40));
    assert.equal(model(), 'late');
  });

  it('of Copilot CLI is the one in its latest event, in its session folder', () => {
    const begins = (name: string): string =>
      `${JSON.stringify({ type: 'tool.execution_start', data: { toolCallId: '1', toolName: 'view', model: name } })}\n`;
    mkdirSync(join(folder, 'session-state', 's'), { recursive: true });
    const events = join(folder, 'session-state', 's', 'events.jsonl');
    writeFileSync(events, `${begins('another')}${begins('gpt-5-mini')}{"type":"tool.exec`);
    const before = process.env['COPILOT_HOME'];
    process.env['COPILOT_HOME'] = folder;
    try {
      const model = models.of(HARNESSES.copilot, { ...call, transcriptPath: undefined });
      assert.equal(model?.id, 'gpt-5-mini');
    } finally {
      delete process.env['COPILOT_HOME'];
      Object.assign(process.env, before === undefined ? {} : { COPILOT_HOME: before });
    }
  });

  it('is read again from a file that was shortened', () => {
    writeFileSync(path, line('first') + line('first'));
    assert.equal(model(), 'first');
    truncateSync(path);
    appendFileSync(path, line('other'));
    assert.equal(model(), 'other');
  });
});
