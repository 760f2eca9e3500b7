import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { BrokenLine, RecordedSession } from '../../../../src/node/logs/recordedSession';
import { readSessionFile } from '../../../../src/node/logs/sessionFile';
import { readSessions } from '../../../../scripts/readSessions';

async function read(
  lines: readonly (object | string)[],
  file = 'folder/name.jsonl',
): Promise<(RecordedSession | BrokenLine)[]> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return collect(Readable.from([text]), file);
}

async function one(lines: readonly (object | string)[]): Promise<RecordedSession> {
  const sessions = await read(lines);
  assert.equal(sessions.length, 1);
  const [session] = sessions;
  assert.ok(session !== undefined && 'calls' in session);
  return session;
}

/** A line of VS Code and Copilot CLI, at a time after midnight. */
const event = (type: string, id: string, seconds: number, data: object): object => ({
  ...{ type, data, id, timestamp: new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString() },
});

/** From VS Code 1.139, shortened. */
const VSCODE = [
  event('session.start', 'e0', 0, { sessionId: 'chat-1', version: 1, producer: 'copilot-agent' }),
  event('user.message', 'e1', 1, { content: 'Mend it', attachments: [] }),
  event('assistant.turn_start', 'e2', 2, { turnId: '0' }),
  event('assistant.message', 'e3', 3, {
    toolRequests: [
      { toolCallId: 'call_1', name: 'read_file', arguments: '{"path":"a"}', type: 'function' },
      { toolCallId: 'call_2', name: 'read_file', arguments: '{"path":"b"}' },
    ],
  }),
  event('tool.execution_start', 'e4', 3.1, { toolCallId: 'call_1', toolName: 'read_file', arguments: { path: 'a' } }),
  event('tool.execution_complete', 'e5', 3.2, { toolCallId: 'call_1', success: true }),
  event('tool.execution_complete', 'e6', 3.3, { toolCallId: 'call_2', success: false }),
];

/** Lines of Claude Code, at a time after midnight. */
const inClaude = (type: string, seconds: number, message: object): object => ({
  ...{ type, uuid: `u${seconds}`, sessionId: 'session-1', isSidechain: false },
  ...{ timestamp: new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString(), message: { role: type, ...message } },
});
const answer = (seconds: number, id: string, ...content: object[]): object =>
  inClaude('assistant', seconds, { id, content });
const toolUse = (id: string, name: string, input: object): object => ({ type: 'tool_use', id, name, input });
const toolResult = (seconds: number, id: string, content: unknown, more: object = {}): object =>
  inClaude('user', seconds, { content: [{ type: 'tool_result', tool_use_id: id, content, ...more }] });

const CLAUDE = [
  { type: 'summary', summary: 'Mending', leafUuid: 'x' },
  inClaude('user', 0, { content: 'Mend it' }),
  answer(1, 'msg_1', { type: 'thinking', thinking: '…' }, { type: 'text', text: 'I read it.' }),
  answer(2, 'msg_1', toolUse('toolu_1', 'Read', { file_path: 'a' })),
  answer(2, 'msg_1', toolUse('toolu_2', 'Bash', { command: 'ls' })),
  toolResult(3, 'toolu_1', [{ type: 'text', text: 'text of a' }]),
  toolResult(4, 'toolu_2', 'ls: not found', { is_error: true }),
  { ...answer(5, 'msg_2', toolUse('toolu_3', 'Read', {})), isSidechain: true },
  { type: 'user', uuid: 'u8', isMeta: true, message: { role: 'user', content: 'Caveat' } },
  answer(6, 'msg_3', toolUse('toolu_4', 'Read', { file_path: 'a' })),
];

describe('session files', () => {
  it('are read in the format of VS Code: rounds, failures, and no results', async () => {
    const { id, source, calls } = await one(VSCODE);
    assert.deepEqual([id, source], ['chat-1', 'copilot']);
    assert.deepEqual(
      calls.map(({ tool, arguments: callArguments, round, afterUserMessage }) => [
        tool,
        callArguments,
        round,
        afterUserMessage,
      ]),
      [
        ['read_file', '{"path":"a"}', 'e3', true],
        ['read_file', '{"path":"b"}', 'e3', false],
      ],
    );
    assert.equal(calls[0]?.outcome, undefined);
    assert.equal(calls[1]?.outcome?.isError, true);
    assert.equal(calls[0]?.atMs, Date.parse('2026-01-01T00:00:03.000Z'));
    assert.equal(calls[1]?.doneMs, Date.parse('2026-01-01T00:00:03.300Z'));
  });

  it('are read in the format of Copilot CLI, with results and errors but without subagents', async () => {
    const ofSubagent = [{ toolCallId: 'call_9', name: 'view', arguments: {} }];
    const done = { toolCallId: 'call_1', success: true, result: { content: 'text of a' } };
    const failed = { toolCallId: 'call_2', success: false, error: { message: 'no such file' } };
    const { calls } = await one([
      ...VSCODE.slice(0, 4),
      event('assistant.message', 'e7', 4, { parentToolCallId: 'call_1', toolRequests: ofSubagent }),
      event('tool.execution_complete', 'e8', 13, done),
      { ...event('tool.execution_complete', 'e9', 14, failed), timestamp: '' },
    ]);
    assert.deepEqual(
      calls.map(({ result, outcome, doneMs }) => [result, outcome?.isError, doneMs]),
      [
        ['text of a', false, Date.parse('2026-01-01T00:00:13.000Z')],
        ['no such file', true, undefined],
      ],
    );
  });

  it('are read in the format of Claude Code: one round per message, without its own remarks', async () => {
    const { id, source, calls } = await one(CLAUDE);
    assert.deepEqual([id, source], ['session-1', 'claude']);
    assert.deepEqual(
      calls.map(({ tool, round, afterUserMessage }) => [tool, round, afterUserMessage]),
      [
        ['Read', 'msg_1', true],
        ['Bash', 'msg_1', false],
        ['Read', 'msg_3', false],
      ],
    );
    assert.deepEqual(
      calls.map(({ outcome }) => outcome?.isError),
      [false, true, undefined],
    );
    assert.equal(calls[0]?.doneMs, Date.parse('2026-01-01T00:00:03.000Z'));
    assert.equal(calls[0]?.outcome?.length, 'text of a'.length);
  });

  it('contain compactions, whose summaries aren’t user messages', async () => {
    const text = (uuid: string, content: string, more: object = {}) => ({
      type: 'user',
      uuid,
      timestamp: '2026-01-01T00:00:09.000Z',
      message: { role: 'user', content },
      ...more,
    });
    const boundary = (trigger: string) => ({
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      timestamp: '2026-01-01T00:00:08.000Z',
      compactMetadata: { trigger, preTokens: 160_000 },
    });
    const again = (id: string) => answer(9, id, toolUse(id, 'Read', {}));
    const summary = text('s', 'This session is being continued.', { isCompactSummary: true });
    const { calls } = await one([...CLAUDE, boundary('auto'), summary, again('x'), boundary('manual'), again('y')]);
    assert.deepEqual(
      calls.slice(3).map(({ tool, moment, afterUserMessage }) => [tool, moment, afterUserMessage]),
      [
        ['context_compacted', 'compacted', false],
        ['Read', undefined, false],
        ['Read', undefined, false],
      ],
    );
    assert.equal(calls[3]?.atMs, Date.parse('2026-01-01T00:00:08.000Z'));
    const copilot = (success: boolean) => ({
      type: 'session.compaction_complete',
      data: { success, preCompactionTokens: 100_000 },
      timestamp: '2026-01-01T00:00:14.000Z',
    });
    const moments = (await one([...VSCODE, copilot(false), copilot(true)])).calls.filter(({ moment }) => moment);
    assert.deepEqual(
      moments.map(({ moment, atMs }) => [moment, atMs]),
      [['compacted', Date.parse('2026-01-01T00:00:14.000Z')]],
    );
  });

  it('are otherwise our traces, one session per line', async () => {
    const sessions = await read([
      { id: 'one', calls: [{ name: 'read', arguments: {}, result: 'x' }] },
      { id: 'two', calls: [] },
    ]);
    assert.deepEqual(
      sessions.map((session) => 'calls' in session && [session.id, session.calls.length, session.calls[0]?.result]),
      [
        ['one', 1, 'x'],
        ['two', 0, undefined],
      ],
    );
  });

  it('provide the name for a session without one', async () => {
    assert.equal((await one(VSCODE.slice(1))).id, 'name');
  });

  it('may have broken or unknown lines', async () => {
    const sessions = await read([
      '{"type":',
      ...VSCODE,
      'null',
      '[]',
      { type: 'assistant.message', data: { toolRequests: 'x' } },
      { type: 'tool.execution_complete', data: {} },
    ]);
    assert.deepEqual(sessions[0], { file: 'folder/name.jsonl', line: 1, reason: 'is not valid JSON' });
    assert.ok(sessions[1] !== undefined && 'calls' in sessions[1] && sessions[1].calls.length === 2);
  });

  it('are reported if they are something else', async () => {
    assert.deepEqual(await read([{ type: 'something' }]), [
      { file: 'folder/name.jsonl', line: 1, reason: 'not a recorded session of a known agent', about: 'empty' },
    ]);
    assert.deepEqual(await read([]), []);
  });

  it('are read the same in any chunks, and with Windows line endings', async () => {
    const text = CLAUDE.map((line) => `${JSON.stringify(line)}\r\n`)
      .join('')
      .replace('I read it.', 'Ich lese sie: ä€😀');
    const whole = await collect(Readable.from([text]));
    const bytes = Buffer.from(text);
    for (const size of [1, 7, 1000]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      assert.deepEqual(await collect(Readable.from(chunks)), whole);
    }
  });

  it('need memory for only a few hundred unanswered calls, and all are reported', async () => {
    const call = (id: string) => answer(0, id, toolUse(id, 'Read', { id }));
    const told: (number | undefined)[] = [];
    let answered = 0;
    const lines = (function* () {
      yield `${JSON.stringify(call('never'))}\n`;
      for (; answered < 1000; answered++) {
        const id = `call ${answered}`;
        yield `${JSON.stringify(call(id))}\n${JSON.stringify(toolResult(0, id, id))}\n`;
      }
    })();
    const reading = readSessionFile(Readable.from(lines, { objectMode: true }), 'file', {
      call: ({ outcome }) => told.push(outcome?.length),
      end: () => undefined,
      broken: ({ reason }) => assert.fail(reason),
    });
    let most = 0;
    while ((await reading.next()).done !== true) {
      most = Math.max(most, answered - told.length);
    }
    assert.equal(told.length, 1001);
    assert.deepEqual([told[0], told[1], told[1000]], [undefined, 6, 8]);
    assert.ok(most < 250, `${most} calls were held`);
  });

  it('are read in full if a call’s line has a field of another format', async () => {
    const own = ',"toolUseResult":';
    const { calls } = await one([
      CLAUDE[3] as object,
      { ...CLAUDE[5], toolUseResult: { stdout: 'text of a' } },
      answer(7, 'msg_4', toolUse('x', 'Write', { path: 'a', toolUseResult: own })),
    ]);
    assert.deepEqual(
      calls.map(({ arguments: given, result }) => [given, result !== undefined]),
      [
        [{ file_path: 'a' }, true],
        [{ path: 'a', toolUseResult: own }, false],
      ],
    );
  });
});

async function collect(input: Readable, file = 'folder/name.jsonl'): Promise<(RecordedSession | BrokenLine)[]> {
  const sessions: (RecordedSession | BrokenLine)[] = [];
  for await (const session of readSessions(input, file)) {
    sessions.push(session);
  }
  return sessions;
}
