import assert from 'node:assert/strict';
import { createReadStream, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { NOTE, NOTE_ENDS } from '../../../../src/core/words/modelTexts';
import type { BrokenLine, RecordedSession } from '../../../../src/node/logs/recordedSession';
import { readSessions } from '../../../../scripts/readSessions';
import { jsonLines } from '../../../fakes/jsonLines';

const RECORDED = resolve(__dirname, '../../../fixtures/recorded');

async function sessionIn(input: Readable, name: string, isIdeal = false): Promise<RecordedSession> {
  const sessions: (RecordedSession | BrokenLine)[] = [];
  for await (const session of readSessions(input, name, isIdeal)) {
    sessions.push(session);
  }
  assert.equal(sessions.length, 1);
  const [session] = sessions;
  assert.ok(session !== undefined && 'calls' in session);
  return session;
}

const sessionOf = (lines: readonly object[], name: string, isIdeal = false): Promise<RecordedSession> =>
  sessionIn(Readable.from([jsonLines(lines)]), name, isIdeal);

const recorded = (name: string): Promise<RecordedSession> => sessionIn(createReadStream(join(RECORDED, name)), name);

/** Per call: tool, arguments, round, whether a message came before it, kind of its result, whether it took time. */
const told = ({ calls }: RecordedSession): unknown[] =>
  calls.map(({ tool, arguments: given, round, afterUserMessage, outcome, atMs, doneMs }) => [
    tool,
    typeof given === 'string' ? (JSON.parse(given) as unknown) : given,
    round,
    afterUserMessage,
    outcome?.kind,
    doneMs !== undefined && doneMs >= atMs && atMs > 0,
  ]);

describe('session logs of agents', () => {
  it('of Codex: a tool of an MCP server is named as in hooks', async () => {
    const lines = [
      { type: 'session_meta', payload: { id: 's' } },
      {
        type: 'response_item',
        payload: { type: 'function_call', call_id: 'a', namespace: 'mcp__db__', name: 'query', arguments: '{}' },
      },
      {
        type: 'response_item',
        payload: { type: 'function_call', call_id: 'b', namespace: 'agents_v1', name: 'spawn_agent', arguments: '{}' },
      },
    ];
    const { calls } = await sessionOf(lines, 'rollout.jsonl');
    assert.deepEqual(
      calls.map(({ tool }) => tool),
      ['mcp__db__query', 'spawn_agent'],
    );
  });

  it('of Codex: an answer with two calls is one round', async () => {
    const session = await recorded('codexSession.jsonl');
    assert.equal(session.source, 'codex');
    assert.equal(session.id, '01a2078d-fb3a-7632-a997-58546d5bf486');
    assert.deepEqual(session.model, { vendor: 'openai', family: 'mock', id: 'mock' });
    assert.deepEqual(told(session), [
      ['exec_command', { cmd: 'echo one >> ran.log; cat notes.txt' }, 'answer 1', true, 'plain', true],
      ['exec_command', { cmd: 'ls nope' }, 'answer 2', false, 'failed', true],
      ['exec_command', { cmd: 'cat notes.txt' }, 'answer 2', false, 'plain', true],
      ['exec_command', { cmd: 'cat notes.txt' }, 'answer 3', false, 'plain', true],
    ]);
    assert.equal(session.calls[2]?.outcome?.digest, session.calls[3]?.outcome?.digest, 'the ID of a chunk is no news');
  });

  it('of Codex: a failed call to an MCP server is a failure even if its result doesn’t say so', async () => {
    const item = {
      type: 'McpToolCall',
      id: 'a',
      status: 'failed',
      result: { content: [{ type: 'text', text: 'No.' }] },
    };
    const lines = [
      { type: 'session_meta', payload: { id: 's' } },
      { type: 'response_item', payload: { type: 'function_call', call_id: 'a', name: 'lookup', arguments: '{}' } },
      { type: 'event_msg', payload: { type: 'item_completed', item } },
      { type: 'response_item', payload: { type: 'function_call_output', call_id: 'a', output: 'Output: No.' } },
    ];
    const { calls } = await sessionOf(lines, 'rollout.jsonl');
    assert.deepEqual(
      calls.map(({ outcome }) => outcome?.isError),
      [true],
    );
  });

  it('of Copilot CLI: a command fails based on its exit code, and its shell’s number isn’t news', async () => {
    const lines = [
      { type: 'session.start', data: { sessionId: 's' } },
      ...[0, 1, 2].flatMap((id) => {
        const said = `1 of 3\n<shellId: ${id} completed with exit code ${id >> 1}>`;
        // The guard's note comes after the command's output.
        const [toolCallId, content] = [`call-${id}`, id === 2 ? `${said}\n\n${NOTE} x.\n${NOTE_ENDS.nudge}` : said];
        return [
          { type: 'assistant.message', id: `m${id}`, data: { toolRequests: [{ toolCallId, name: 'bash' }] } },
          { type: 'tool.execution_complete', data: { toolCallId, success: true, result: { content } } },
        ];
      }),
    ];
    const { calls } = await sessionOf(lines, 'events.jsonl');
    const [first, second, third] = calls.map(({ outcome }) => outcome);
    assert.deepEqual([first?.isError, second?.isError, third?.isError], [false, false, true]);
    assert.equal(first?.digest, second?.digest);
  });

  it('of Gemini CLI: its own messages to the model aren’t user messages', async () => {
    const said = (id: string, text: string): object => ({ id, type: 'user', content: [{ text }] });
    const lines = [
      { sessionId: 's', projectHash: 'h' },
      said('u0', 'Do it.'),
      said('u1', 'System: Please continue.'),
      { id: 'g1', type: 'gemini', toolCalls: [{ id: 'a', name: 'read_file', args: {} }] },
    ];
    const { calls } = await sessionOf(lines, 'session.jsonl');
    assert.deepEqual(
      calls.map(({ moment, afterUserMessage }) => [moment, afterUserMessage]),
      [
        ['continued', true],
        [undefined, false],
      ],
    );
  });

  it('of Gemini CLI: an answer that is written twice is one round, and results aren’t messages', async () => {
    const session = await recorded('geminiSession.jsonl');
    assert.equal(session.source, 'gemini');
    assert.equal(session.id, 'df4c4c62-73df-41b3-b575-4458a7dd7281');
    assert.deepEqual(session.model, { vendor: 'google', family: 'gemini-2.5-flash', id: 'gemini-2.5-flash' });
    const [first, second, third] = new Set(session.calls.map(({ round }) => round));
    assert.deepEqual(told(session), [
      ['run_shell_command', { command: 'echo one >> ran.log; cat notes.txt' }, first, true, 'plain', true],
      ['run_shell_command', { command: 'ls nope' }, second, false, 'failed', true],
      ['run_shell_command', { command: 'cat notes.txt' }, second, false, 'plain', true],
      ['run_shell_command', { command: 'cat notes.txt' }, third, false, 'plain', true],
    ]);
    assert.equal(session.calls[2]?.outcome?.digest, session.calls[3]?.outcome?.digest, 'nor is a process group');
  });

  it('of Gemini CLI: a document of a whole chat is read like its lines', async () => {
    const lines = readFileSync(join(RECORDED, 'geminiSession.jsonl'), 'utf8').trim().split('\n');
    const [head, ...messages] = lines.map((line) => JSON.parse(line) as object);
    const document = await sessionOf([{ ...head, messages }], 'session.json');
    assert.deepEqual(told(document), told(await recorded('geminiSession.jsonl')));
  });

  it('of Codex: calls without hooks are left out, except for an ideal guard', async () => {
    const item = (payload: object): object => ({ type: 'response_item', payload });
    const called = (id: string, name: string, output: string): object[] => [
      item({ type: 'function_call', call_id: id, name, arguments: '{}' }),
      item({ type: 'function_call_output', call_id: id, output }),
    ];
    const lines = [
      { type: 'event_msg', payload: { type: 'user_message', message: 'Go on' } },
      ...called('a', 'update_plan', 'unsupported call: update_plan'),
      ...called('b', 'write_stdin', 'Output:'),
      ...called('c', 'exec_command', 'failed to parse function arguments: missing field `cmd`'),
      item({ type: 'web_search_call', status: 'completed', action: { type: 'search' } }),
      ...called('d', 'exec_command', 'apply_patch verification failed: Failed to find expected lines in a.txt:'),
    ];
    assert.deepEqual(told(await sessionOf(lines, 'rollout.jsonl')), [
      ['exec_command', {}, 'answer 5', true, 'failed', false],
    ]);
    assert.equal((await sessionOf(lines, 'rollout.jsonl', true)).calls.length, 5);
  });

  it('of Claude Code: a result is what hooks get, or for an ideal guard what the model read', async () => {
    const lines = [
      { type: 'assistant', message: { content: [{ type: 'tool_use', id: 'a', name: 'Read', input: {} }] } },
      {
        type: 'user',
        message: { content: [{ type: 'tool_result', tool_use_id: 'a', content: '1\ta note' }] },
        toolUseResult: { type: 'text', file: { content: 'a note' } },
      },
    ];
    for (const [isIdeal, result] of [
      [false, 'a note'],
      [true, '1\ta note'],
    ] as const) {
      assert.equal((await sessionOf(lines, 'log.jsonl', isIdeal)).calls[0]?.result, result);
    }
  });

  it('of Codex: a call of the model’s service is a call in a separate answer', async () => {
    const search = (query: string): object => ({
      type: 'response_item',
      payload: { type: 'web_search_call', status: 'completed', action: { type: 'search', query } },
    });
    const lines = [
      search('one'),
      search('two'),
      { type: 'response_item', payload: { type: 'web_search_call', status: 'completed' } },
      { type: 'response_item', payload: { type: 'local_shell_call', call_id: 'a', action: { command: ['ls'] } } },
      { type: 'response_item', payload: { type: 'function_call_output', call_id: 'a', output: 'a.txt' } },
    ];
    assert.deepEqual(told(await sessionOf(lines, 'rollout.jsonl', true)), [
      ['web_search', { type: 'search', query: 'one' }, 'answer 1', false, undefined, false],
      ['web_search', { type: 'search', query: 'two' }, 'answer 2', false, undefined, false],
      ['local_shell', { command: ['ls'] }, 'answer 3', false, 'plain', false],
    ]);
  });

  it('of Qwen Code: an answer with two calls is one round, and only user input is a message', async () => {
    const line = (type: string, more: object, provenance: string = type): object => ({
      ...{ uuid: `${type} ${at}`, sessionId: 'q1', timestamp: new Date(1_700_000_000_000 + 1000 * at++).toISOString() },
      ...{ type, provenance, cwd: '/w', ...more },
    });
    const asked = (id: string, name: string, args: object): object => ({ functionCall: { id, name, args } });
    const answered = (id: string, response: object): object =>
      line('tool_result', { message: { role: 'user', parts: [{ functionResponse: { id, name: 'x', response } }] } });
    let at = 0;
    const lines = [
      line('user', { message: { role: 'user', parts: [{ text: 'Look at it' }] } }, 'real_user'),
      line('assistant', {
        model: 'mock',
        usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10 },
        message: {
          role: 'model',
          parts: [asked('1', 'read_file', { path: 'a' }), asked('2', 'run_shell_command', { command: 'ls nope' })],
        },
      }),
      answered('1', { output: 'A note' }),
      answered('2', { error: 'ls: cannot access' }),
      line('user', { message: { role: 'user', parts: [{ text: 'More' }] } }, 'goal_runtime'),
      line('assistant', { model: 'mock', message: { parts: [asked('3', 'read_file', { path: 'a' })] } }),
      answered('3', { output: 'A note' }),
    ];
    const session = await sessionOf(lines, 'q1.jsonl');
    assert.deepEqual([session.source, session.id, session.model?.id], ['qwen', 'q1', 'mock']);
    const [first, , third] = session.calls.map(({ round }) => round);
    assert.notEqual(first, third);
    assert.deepEqual(told(session), [
      ['read_file', { path: 'a' }, first, true, 'plain', true],
      ['run_shell_command', { command: 'ls nope' }, first, false, 'failed', true],
      ['read_file', { path: 'a' }, third, false, 'plain', true],
    ]);
  });

  it('of a subagent of Claude Code are a separate conversation', async () => {
    const line = (id: string): object => ({
      type: 'assistant',
      isSidechain: true,
      agentId: 'a1',
      sessionId: 'parent',
      message: { id: `msg_${id}`, content: [{ type: 'tool_use', id, name: 'Read', input: { file_path: 'a' } }] },
    });
    const lines = [
      { type: 'user', isSidechain: true, agentId: 'a1', sessionId: 'parent', message: { content: 'Look at a' } },
      line('1'),
      line('2'),
    ];
    const session = await sessionOf(lines, 'agent-a1.jsonl');
    assert.equal(session.id, 'a1');
    assert.deepEqual(
      session.calls.map(({ round, afterUserMessage }) => [round, afterUserMessage]),
      [
        ['msg_1', true],
        ['msg_2', false],
      ],
    );
  });
});
