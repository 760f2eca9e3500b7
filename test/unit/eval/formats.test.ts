import assert from 'node:assert/strict';
import { FORMATS } from '../../../scripts/eval/benchmark/formats';
import type { RecordedCall } from '../../../scripts/eval/benchmark/recordedCall';

/** Invented recordings in each format: two calls in one answer of the model, the second of which fails. */
const EXPECTED = [
  { name: 'read', arguments: { path: 'a' }, result: 'text of a', failed: false, spoke: true, turn: 0 },
  { name: 'read', arguments: { path: 'b' }, result: 'Error: no b', failed: true, spoke: false, turn: 0 },
];

const TIME = '2026-01-01T00:00:00.000Z';

const lines = (...items: readonly object[]): string => items.map((item) => JSON.stringify(item)).join('\n');

const document = (value: object): string => JSON.stringify(value, undefined, 2);

const PATHS = ['a', 'b'];

const claude = (type: string, content: unknown, timestamp = TIME, id = 'one') => ({
  type,
  timestamp,
  message: { id, content },
});

const codex = (payload: object) => ({ type: 'response_item', timestamp: TIME, payload });
const codexCall = (id: string, name: string, input: object) =>
  codex({ type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) });
const codexAnswer = (id: string, output: unknown) => codex({ type: 'function_call_output', call_id: id, output });

const copilot = (type: string, data: object) => ({ type, timestamp: TIME, data });

const compact = (path: string, result: object) => ({
  v: 1,
  type: 'assistant',
  ts: TIME,
  id: 'one',
  content: [
    { type: 'text', text: 'I read.' },
    { type: 'tool_use', id: path, name: 'read', input: { path }, result },
  ],
});

const openCode = (path: string, state: object) => ({
  type: 'tool',
  tool: 'read',
  callID: path,
  state: { ...state, input: { path } },
});

const pi = (message: object, timestamp = TIME) => ({ type: 'message', timestamp, message });
const piCalls = (name: string, timestamp?: string) =>
  pi(
    { role: 'assistant', content: PATHS.map((path) => ({ type: 'toolCall', id: path, name, arguments: { path } })) },
    timestamp,
  );

const openAiMessages = [
  { role: 'user', content: 'Go.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: PATHS.map((path) => ({
      id: path,
      function: { name: 'read', arguments: JSON.stringify({ path }) },
    })),
  },
  { role: 'tool', tool_call_id: 'a', content: 'text of a' },
  { role: 'tool', tool_call_id: 'b', content: 'Error: no b' },
];

const RECORDINGS: readonly {
  format: string;
  of: string;
  id: string;
  text: string;
  failed?: readonly (boolean | undefined)[];
  first?: 1;
}[] = [
  {
    format: 'agentDojo',
    of: 'AgentDojo',
    id: 'model/suite/task/none/none',
    text: JSON.stringify({
      messages: [
        { role: 'user', content: [{ type: 'text', content: 'Go.' }] },
        {
          role: 'assistant',
          content: null,
          tool_calls: PATHS.map((path) => ({ function: 'read', args: { path }, id: '' })),
        },
        { role: 'tool', content: [{ type: 'text', content: 'text of a' }], error: null },
        { role: 'tool', content: 'Error: no b', error: 'no b' },
      ],
    }),
  },
  {
    format: 'tauBench',
    of: 'tau-bench',
    id: 'run/t7.1',
    text: JSON.stringify([
      { task_id: 7, trial: 0, traj: [] },
      { task_id: 7, trial: 1, traj: openAiMessages },
    ]),
  },
  {
    format: 'tau2',
    of: 'tau2-bench',
    id: 'run/task_7',
    text: JSON.stringify({
      messages: [
        { role: 'user', content: 'Go.' },
        {
          role: 'assistant',
          tool_calls: PATHS.map((path) => ({ id: path, name: 'read', arguments: { path } })),
        },
        { role: 'tool', id: 'b', content: 'Error: no b', error: true },
        { role: 'tool', id: 'a', content: 'text of a', error: false },
      ],
    }),
  },
  {
    format: 'entire',
    of: 'Claude Code',
    id: 'owner/name:session',
    text: lines(
      claude('user', 'Go.'),
      ...PATHS.map((path) => claude('assistant', [{ type: 'tool_use', id: path, name: 'read', input: { path } }])),
      claude('user', [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'text of a' }] }]),
      claude('user', [{ type: 'tool_result', tool_use_id: 'b', content: 'Error: no b', is_error: true }]),
      { ...claude('assistant', [{ type: 'tool_use', id: 'c', name: 'x', input: {} }]), isSidechain: true },
    ),
  },
  {
    format: 'entire',
    of: 'Codex',
    id: 'owner/name:session',
    failed: [false, false],
    first: 1,
    text: lines(
      { type: 'session_meta', timestamp: TIME, payload: {} },
      { type: 'event_msg', timestamp: TIME, payload: { type: 'user_message' } },
      ...PATHS.map((path) => codexCall(path, 'read', { path })),
      codexAnswer('a', 'text of a'),
      codexAnswer('b', [{ type: 'input_text', text: 'Error: no b' }]),
    ),
  },
  {
    format: 'entire',
    of: 'Copilot CLI',
    id: 'owner/name:session',
    text: lines(
      copilot('session.start', { sessionId: 'session' }),
      copilot('user.message', { content: 'Go.' }),
      copilot('assistant.message', { messageId: 'one', toolRequests: [] }),
      ...PATHS.map((path) =>
        copilot('tool.execution_start', { toolCallId: path, toolName: 'read', arguments: { path } }),
      ),
      copilot('user.message', { content: 'By the harness.', source: 'system' }),
      copilot('tool.execution_start', { toolCallId: 'c', toolName: 'x', arguments: {}, parentToolCallId: 'task' }),
      copilot('tool.execution_complete', { toolCallId: 'b', success: false, error: { message: 'Error: no b' } }),
      copilot('tool.execution_complete', { toolCallId: 'a', success: true, result: { content: 'text of a' } }),
    ),
  },
  {
    format: 'entire',
    of: 'the compact form of Entire',
    id: 'owner/name:session',
    text: lines(
      { v: 1, agent: 'some', type: 'user', ts: TIME, content: [{ text: 'Go.' }] },
      compact('a', { output: 'text of a', status: 'success' }),
      compact('b', { output: 'Error: no b', status: 'error' }),
    ),
  },
  {
    format: 'vsCodeChat',
    of: "VS Code's export of a chat",
    id: 'owner/name:vscode:folder/chat.json',
    failed: [undefined, undefined],
    text: JSON.stringify({
      requests: [
        {
          result: {
            metadata: {
              toolCallRounds: [
                { toolCalls: PATHS.map((path) => ({ id: path, name: 'read', arguments: JSON.stringify({ path }) })) },
              ],
              toolCallResults: {
                a: { content: [{ value: { node: { children: [{ text: 'text' }, { text: ' of a' }] } } }] },
                b: { content: [{ value: 'Error: no b' }] },
              },
            },
          },
        },
      ],
    }),
  },
  {
    format: 'entire',
    of: 'OpenCode',
    id: 'owner/name:session',
    text: document({
      info: { id: 'session' },
      messages: [
        { info: { role: 'user' }, parts: [] },
        {
          info: { role: 'assistant' },
          parts: [
            openCode('a', { status: 'completed', output: 'text of a' }),
            openCode('b', { status: 'error', error: 'Error: no b' }),
          ],
        },
      ],
    }),
  },
  {
    format: 'entire',
    of: 'Pi',
    id: 'owner/name:session',
    text: lines(
      { type: 'session' },
      pi({ role: 'user', content: 'Go.' }),
      piCalls('read'),
      pi({ role: 'toolResult', toolCallId: 'a', isError: false, content: [{ type: 'text', text: 'text of a' }] }),
      pi({ role: 'toolResult', toolCallId: 'b', isError: true, content: [{ type: 'text', text: 'Error: no b' }] }),
    ),
  },
];

const read = (format: string, text: string, id: string): RecordedCall[] | undefined => FORMATS[format]?.read(text)(id);

describe('the formats of the benchmark', () => {
  for (const { format, of, id, text, failed = [false, true], first = 0 } of RECORDINGS) {
    it(`are read: ${of}`, () => {
      assert.deepEqual(
        read(format, text, id)?.map(({ name, arguments: sent, result, isError, userTurnBefore, turn }) => ({
          name,
          arguments: sent,
          result,
          failed: isError,
          spoke: userTurnBefore,
          turn,
        })),
        EXPECTED.map((call, index) => ({ ...call, failed: failed[index], turn: call.turn + first })),
      );
    });
  }

  it('show which commands of Codex failed, and that a web search ends an answer of the model', () => {
    const command = (id: string, output: string): object[] => [codexCall(id, 'shell', {}), codexAnswer(id, output)];
    const text = lines(
      { type: 'session_meta', timestamp: TIME, payload: { source: { subagent: 'review' } } },
      codex({ type: 'web_search_call', action: { query: 'a' } }),
      ...command('a', 'Exit code: 0\nOutput:\nExit code: 1'),
      ...command('b', 'Exit code: 1\nOutput:'),
      ...command('c', 'Script completed\n{"exit_code":2}'),
      codex({ type: 'tool_search_call', call_id: 'd', arguments: { query: 'a' } }),
      codex({ type: 'tool_search_output', call_id: 'd', tools: [] }),
    );
    assert.deepEqual(
      read('entire', text, 'owner/name:session')?.map(({ turn, isError, agent }) => [turn, isError, agent]),
      [
        [1, undefined, '"review"'],
        [2, false, '"review"'],
        [3, true, '"review"'],
        [4, true, '"review"'],
        [5, false, '"review"'],
      ],
    );
  });

  it('order Claude Code’s messages by time, and find answers anywhere in the file', () => {
    const at = (second: number): string => `2026-01-01T00:00:0${second}.000Z`;
    const use = (id: string, second: number): object =>
      claude('assistant', [{ type: 'tool_use', id, name: 'read', input: {} }], at(second), id);
    const text = lines(
      claude('user', 'Go.', at(0)),
      claude('user', [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }], at(1)),
      use('a', 1),
      { ...claude('user', 'So far: nothing.', at(2)), isCompactSummary: true },
      use('b', 3),
      use('c', 5),
      { type: 'attachment', timestamp: at(4), attachment: { type: 'queued_command', prompt: 'Quicker.' } },
    );
    const told = (format: string): unknown =>
      read(format, text, 'owner/name:session')?.map(({ result, userTurnBefore }) => [result, userTurnBefore]);
    assert.deepEqual(told('entire'), [
      ['x', true],
      [undefined, false],
      [undefined, true],
    ]);
    assert.deepEqual(told('entireWithSummaries'), [
      ['x', true],
      [undefined, true],
      [undefined, true],
    ]);
  });

  it('are read: Gemini CLI, each answer of the model counted', () => {
    const call = (path: string, status: string): object => ({
      id: path,
      name: 'read',
      args: { path },
      status,
      timestamp: '2026-01-01T00:00:02.000Z',
      result: [{ functionResponse: { response: { output: path } } }],
    });
    const text = document({
      sessionId: 'session',
      messages: [
        { type: 'user', timestamp: TIME },
        { type: 'gemini', timestamp: TIME },
        { type: 'info', timestamp: TIME },
        { type: 'gemini', timestamp: TIME, toolCalls: [call('a', 'success'), call('b', 'error')] },
      ],
    });
    const start = Date.parse(TIME);
    const told = (path: string, userTurnBefore: boolean, isError: boolean): object => ({
      name: 'read',
      arguments: { path },
      turn: 1,
      timestamp: start,
      doneAt: start + 2000,
      userTurnBefore,
      result: `{"functionResponse": {"response": {"output": "${path}"}}}`,
      isError,
    });
    assert.deepEqual(read('entire', text, 'owner/name:session'), [told('a', true, false), told('b', false, true)]);
  });

  it('separate a subagent of Copilot CLI from the agent whose file it shares', () => {
    const { text } = RECORDINGS.find(({ of }) => of === 'Copilot CLI') ?? { text: '' };
    assert.deepEqual(
      read('entire', text, 'owner/name:session/task')?.map(({ name, agent, userTurnBefore }) => [
        name,
        agent,
        userTurnBefore,
      ]),
      [['x', 'task', false]],
    );
  });

  it('ignore empty answers and summaries in the compact form', () => {
    const text = lines(
      { v: 1, type: 'user', content: [{ text: 'This session is being continued from another one.' }] },
      {
        v: 1,
        type: 'assistant',
        content: [{ type: 'tool_use', id: 'a', name: 'x', input: {}, result: { output: '', status: 'error' } }],
      },
    );
    assert.deepEqual(
      read('entire', text, 'owner/name:session')?.map((call) => [call.result, call.isError, call.userTurnBefore]),
      [[undefined, true, false]],
    );
  });

  it('show when a call of Pi was made, and that its session is a task of another one', () => {
    const start = (toolCallId: string, second: number): object => ({
      type: 'custom',
      customType: 'tool_execution_start',
      data: { toolCallId, startedAt: `2026-01-01T00:00:0${second}.000Z` },
    });
    const text = lines(
      { type: 'title' },
      { type: 'session' },
      { type: 'session_init' },
      start('a', 1),
      piCalls('x', '2026-01-01T00:00:02.000Z'),
      start('b', 3),
    );
    assert.deepEqual(
      read('entire', text, 'owner/name:session')?.map(({ timestamp, agent }) => [timestamp, agent]),
      [
        [Date.parse('2026-01-01T00:00:01.000Z'), 'omp-task'],
        [Date.parse('2026-01-01T00:00:02.000Z'), 'omp-task'],
      ],
    );
  });

  it('are read: InterCode, a call for each action', () => {
    const history = { actions: ['SELECT 1', 'SELEC 2', 'submit'], observations: ['[(1,)]', 'Error', null] };
    const run = { environment: 'ic_sql', turn_history: { ...history, valid_action: [true, false, null] } };
    assert.deepEqual(
      read('interCode', JSON.stringify({ 4: run }), 'runs/4')?.map(({ name, arguments: sent, isError, turn }) => [
        name,
        sent,
        isError,
        turn,
      ]),
      [
        ['execute_sql', { query: 'SELECT 1' }, false, 0],
        ['execute_sql', { query: 'SELEC 2' }, true, 1],
        ['execute_sql', { query: 'submit' }, false, 2],
      ],
    );
    assert.equal(read('interCode', JSON.stringify({ 4: run }), 'runs/5'), undefined);
  });

  it('are read: SWE-agent, its own commands and those of the shell', () => {
    const trajectory = [
      { action: 'open a.py\n', observation: '[File: a.py]' },
      { action: 'python a.py', observation: 'Traceback (most recent call last):\n' },
      { action: 'exit_cost', observation: '' },
    ];
    assert.deepEqual(
      read('sweAgent', JSON.stringify({ trajectory }), 'run/task')?.map((call) => [
        call.name,
        call.arguments,
        call.isError,
      ]),
      [
        ['open', { args: 'a.py' }, false],
        ['bash', { command: 'python a.py' }, true],
      ],
    );
  });

  it('merge a session that was published in parts, without duplicate lines', () => {
    const { text, id } = RECORDINGS.find(({ of }) => of === 'Pi') ?? { text: '', id: '' };
    assert.equal(read('entire', `${text}\n${text}`, id)?.length, 2);
  });
});
