import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AskedCall, Harness } from '../../../../src/node/wire/harness';
import { AGENTS } from '../../../../src/node/agents/registry';
import type { AgentId } from '../../../../src/node/agents/sessions';
import { translateInput } from '../../../../src/node/wire/input';
import { viewSession } from '../../../../src/node/logs/sessionView';
import { newFolderForEach } from '../../../fakes/newFolder';

/** Lines of Claude Code 2.1.330: two answers with two calls each. */
const CLAUDE = [
  ...['toolu_1_0', 'toolu_1_1'].map((id) => claudeLine('msg_1', { type: 'tool_use', id, name: 'Bash', input: {} })),
  { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1_0' }] } },
  ...['toolu_2_0', 'toolu_2_1'].map((id) => claudeLine('msg_2', { type: 'tool_use', id, name: 'Bash', input: {} })),
  { type: 'last-prompt', lastPrompt: 'toolu_2_1' },
];

/** Lines of Codex CLI 0.169: two answers with two calls each. */
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

const { claude, codex, copilot, gemini, opencode } = Object.fromEntries(
  Object.entries(AGENTS).map(([id, { harness }]) => [id, harness]),
) as Record<AgentId, Harness>;

const roundOfCall = async (...asked: Parameters<typeof viewSession>): Promise<string | undefined> =>
  (await viewSession(...asked)).round;

describe('the answer that a call is part of', () => {
  let folder: string;
  newFolderForEach((made) => (folder = made));

  const written = (lines: readonly object[], more = ''): string => {
    const path = join(folder, 'session.jsonl');
    writeFileSync(path, `{"cut":\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n${more}`);
    return path;
  };

  it('is read from Claude Code’s file', async () => {
    const transcriptPath = written(CLAUDE, '{"half');
    const rounds = ['toolu_1_0', 'toolu_1_1', 'toolu_2_0', 'toolu_2_1', 'toolu_3'].map((callId) =>
      roundOfCall(claude, asked({ callId, transcriptPath }), noPause),
    );
    assert.deepEqual(await Promise.all(rounds), ['msg_1', 'msg_1', 'msg_2', 'msg_2', undefined]);
  });

  it('is read from Codex’s file', async () => {
    const transcriptPath = written(CODEX);
    const rounds = ['call_1_0', 'call_1_1', 'call_2_0', 'call_2_1', 'call_3'].map((callId) =>
      roundOfCall(codex, asked({ callId, transcriptPath }), noPause),
    );
    assert.deepEqual(await Promise.all(rounds), ['call_1_0', 'call_1_0', 'call_2_0', 'call_2_0', undefined]);
  });

  it('is unknown without a readable file, an ID, or a harness that writes files', async () => {
    const transcriptPath = written(CLAUDE);
    const calls: [Harness, Partial<AskedCall>][] = [
      [claude, { callId: 'toolu_1_0', transcriptPath: `${transcriptPath}.no` }],
      [claude, { callId: 'toolu_1_0', transcriptPath: folder }],
      [claude, { callId: undefined, transcriptPath }],
      [claude, { callId: 'toolu_1_0' }],
      [copilot, { callId: 'toolu_1_0', transcriptPath }],
      [claude, { callId: 'toolu_1_0', transcriptPath, agentId: 'a1' }],
      [claude, { callId: 'toolu_1_0', transcriptPath, agentId: '../session' }],
    ];
    const rounds = calls.map(([harness, call]) => roundOfCall(harness, asked(call), noPause));
    assert.deepEqual(await Promise.all(rounds), [...Array<undefined>(6), 'msg_1']);
  });

  it('is Claude Code’s request while it streams, and later each of its parts', async () => {
    const request = { type: 'api-request', id: 'request-1' };
    const part = { ...claudeLine('msg_1', { type: 'tool_use', id: 'toolu_1_0' }), requestRef: 'request-1' };
    const result = { type: 'user', message: { role: 'user', content: [{ type: 'tool_result' }] } };
    const ask = (lines: readonly object[], callId: string): Promise<string | undefined> =>
      roundOfCall(claude, asked({ callId, transcriptPath: written(lines) }), noPause);
    assert.equal(await ask([request, { type: 'last-prompt' }], 'toolu_1_0'), 'request-1');
    assert.equal(await ask([request, part, result], 'toolu_1_0'), 'request-1');
    // Parts are written when the answer is over, so any other call belongs to the next answer.
    assert.equal(await ask([request, part], 'toolu_1_1'), undefined);
    // The answer is over, and nothing is known of the next one yet.
    assert.equal(await ask([request, part, result], 'toolu_2_0'), undefined);
    assert.equal(await ask([request, part, result, { ...request, id: 'request-2' }], 'toolu_2_0'), 'request-2');
  });

  it('is searched for again if it isn’t written yet', async () => {
    const transcriptPath = written([]);
    const late = async (): Promise<void> => {
      appendFileSync(transcriptPath, `${JSON.stringify(CLAUDE[0])}\n`);
      await noPause();
    };
    assert.equal(await roundOfCall(claude, asked({ callId: 'toolu_1_0', transcriptPath }), late), 'msg_1');
  });

  it('is read from the file of a Claude Code subagent', async () => {
    const transcriptPath = written([{ type: 'api-request', id: 'request-of-the-main-agent' }]);
    const own = join(folder, 'session', 'subagents');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'agent-a2.jsonl'), '{"type":"api-request","id":"request-of-a2"}\n');
    const call = asked({ callId: 'toolu_1_0', transcriptPath, agentId: 'a2' });
    assert.equal(await roundOfCall(claude, call, noPause), 'request-of-a2');
  });

  it('is the newest one in Gemini CLI’s files, which are separate for subagents', async () => {
    const answer = (id: string, more: object = {}): object => ({ id, type: 'gemini', content: '', ...more });
    const transcriptPath = written([{ id: 'u', type: 'user' }, answer('a'), { $set: { lastUpdated: 'now' } }]);
    const ask = (): Promise<string | undefined> =>
      roundOfCall(gemini, asked({ sessionId: 'chat', transcriptPath }), noPause);
    assert.equal(await ask(), 'a');
    mkdirSync(join(folder, 'chat'));
    const ofSubAgent = join(folder, 'chat', 'part.jsonl');
    writeFileSync(ofSubAgent, `${JSON.stringify(answer('b'))}\n`);
    utimesSync(transcriptPath, 1, 1);
    assert.equal(await ask(), 'b');
    utimesSync(ofSubAgent, 0, 0);
    assert.equal(await ask(), 'a');
    appendFileSync(transcriptPath, `${JSON.stringify(answer('a', { toolCalls: [] }))}\n`);
    assert.equal(await ask(), undefined, 'its calls are over');
  });

  it('is known from the hooks of Copilot, which have one time per answer, and of opencode', async () => {
    const ofCopilot = translateInput({ sessionId: 's', timestamp: 1_795_421_734_217, toolName: 'bash' }, copilot);
    assert.ok(ofCopilot?.event === 'preToolUse');
    assert.equal(await roundOfCall(copilot, ofCopilot, noPause), '1795421734217');
    const raw = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'bash', message_id: 'msg_1' };
    const ofOpencode = translateInput(raw, opencode);
    assert.ok(ofOpencode?.event === 'preToolUse');
    assert.equal(await roundOfCall(opencode, ofOpencode, noPause), 'msg_1');
  });
});

const noPause = (): Promise<void> => Promise.resolve();

const asked = (call: Partial<AskedCall>): AskedCall => ({
  sessionId: 's',
  agentId: undefined,
  callId: undefined,
  transcriptPath: undefined,
  ...call,
});
