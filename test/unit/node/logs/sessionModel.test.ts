import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HARNESSES } from '../../../../src/node/agents/harnesses';
import { latestFailure, SessionModels, tokensOfSession } from '../../../../src/node/logs/sessionModel';
import { jsonLines } from '../../../fakes/jsonLines';
import { newFolderForEach } from '../../../fakes/newFolder';

const line = (model: string, isSidechain = false): string =>
  jsonLines([{ type: 'assistant', sessionId: 's', isSidechain, message: { role: 'assistant', model, content: [] } }]);

/** Sessions of Copilot are in the folder that this variable names. */
function restoreCopilotHome(): void {
  const home = process.env['COPILOT_HOME'];
  afterEach(() => {
    delete process.env['COPILOT_HOME'];
    Object.assign(process.env, home === undefined ? {} : { COPILOT_HOME: home });
  });
}

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

  newFolderForEach((made) => {
    folder = made;
    path = join(folder, 'log.jsonl');
    models = new SessionModels();
  });

  restoreCopilotHome();

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
      jsonLines([{ type: 'tool.execution_start', data: { toolCallId: '1', toolName: 'view', model: name } }]);
    mkdirSync(join(folder, 'session-state', 's'), { recursive: true });
    const events = join(folder, 'session-state', 's', 'events.jsonl');
    writeFileSync(events, `${begins('another')}${begins('gpt-5-mini')}{"type":"tool.exec`);
    process.env['COPILOT_HOME'] = folder;
    assert.equal(models.of(HARNESSES.copilot, { ...call, transcriptPath: undefined })?.id, 'gpt-5-mini');
  });

  it('is read again from a file that was shortened', () => {
    writeFileSync(path, line('first') + line('first'));
    assert.equal(model(), 'first');
    truncateSync(path);
    appendFileSync(path, line('other'));
    assert.equal(model(), 'other');
  });
});

describe('the tokens of a session', () => {
  let folder: string;
  newFolderForEach((made) => (folder = made));
  restoreCopilotHome();

  const codexLine = (id: string, input: number): string => {
    const usage = { input_tokens: input, cached_input_tokens: input, output_tokens: 10 };
    return jsonLines([{ type: 'token_usage_record', payload: { response_id: id, usage } }]);
  };

  it('of Codex are added up, and only new lines are read', () => {
    const transcriptPath = join(folder, 'rollout.jsonl');
    const session = { sessionId: 's', transcriptPath };
    writeFileSync(transcriptPath, codexLine('1', 100) + codexLine('2', 200).slice(0, 30));
    const first = tokensOfSession({ name: 'codex' }, session, undefined);
    assert.equal(first?.tokens, 110);
    appendFileSync(transcriptPath, codexLine('2', 200).slice(30));
    const { tokens, request } = tokensOfSession({ name: 'codex' }, session, first) ?? assert.fail();
    assert.deepEqual([tokens, request], [320, '2']);
  });

  it('of Copilot are in the file of the session', () => {
    process.env['COPILOT_HOME'] = folder;
    mkdirSync(join(folder, 'session-state', 's'), { recursive: true });
    const line = { type: 'session.usage_record', data: { usage: { inputTokens: 70, outputTokens: 5, cost: 0 } } };
    writeFileSync(join(folder, 'session-state', 's', 'events.jsonl'), jsonLines([line, line]));
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

const answered = (id: string, command: string, content: string, isError: boolean): string => {
  const message = { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] };
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, is_error: isError, content }] };
  return jsonLines([
    { type: 'assistant', sessionId: 's', message },
    { type: 'user', sessionId: 's', message: result },
  ]);
};

describe('the latest failure of a session', () => {
  let transcriptPath: string;
  newFolderForEach((folder) => (transcriptPath = join(folder, 'session.jsonl')));

  it('is the result of the last failed call, whatever succeeded after it', () => {
    const calls = [
      answered('1', 'make', 'Exit code 2\nfirst', true),
      answered('2', 'make', 'Exit code 2\nsecond', true),
      answered('3', 'ls', 'a.ts', false),
    ];
    writeFileSync(transcriptPath, calls.join(''));
    assert.equal(latestFailure({ name: 'claude' }, { sessionId: 's', transcriptPath }), 'Exit code 2\nsecond');
  });

  it('is unknown if no call failed, or nothing can be read', () => {
    const session = { sessionId: 's', transcriptPath };
    assert.equal(latestFailure({ name: 'claude' }, session), undefined);
    writeFileSync(transcriptPath, `{"cut":\n${answered('1', 'ls', 'a.ts', false)}`);
    assert.equal(latestFailure({ name: 'claude' }, session), undefined);
    assert.equal(latestFailure({ name: 'other' }, session), undefined);
  });
});
