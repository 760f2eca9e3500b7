import assert from 'node:assert/strict';
import { FORMATS } from '../../../scripts/eval/benchmark/formats';
import type { RecordedCall } from '../../../scripts/eval/benchmark/recordedCall';

/** Made-up recordings, in the words of each format: two calls in one answer of the model, the second one fails. */
const EXPECTED = [
  { name: 'read', arguments: { path: 'a' }, result: 'text of a', failed: false, spoke: true, turn: 0 },
  { name: 'read', arguments: { path: 'b' }, result: 'Error: no b', failed: true, spoke: false, turn: 0 },
];

const TIME = '2026-01-01T00:00:00.000Z';

const lines = (...items: readonly object[]): string => items.map((item) => JSON.stringify(item)).join('\n');

const openAiMessages = [
  { role: 'user', content: 'Go.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: ['a', 'b'].map((path) => ({
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
  tellsErrors?: boolean;
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
          tool_calls: ['a', 'b'].map((path) => ({ function: 'read', args: { path }, id: '' })),
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
          tool_calls: ['a', 'b'].map((path) => ({ id: path, name: 'read', arguments: { path } })),
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
      { type: 'user', timestamp: TIME, message: { content: 'Go.' } },
      ...['a', 'b'].map((path) => ({
        type: 'assistant',
        timestamp: TIME,
        message: { id: 'one', content: [{ type: 'tool_use', id: path, name: 'read', input: { path } }] },
      })),
      {
        type: 'user',
        timestamp: TIME,
        message: {
          content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'text of a' }] }],
        },
      },
      {
        type: 'user',
        timestamp: TIME,
        message: { content: [{ type: 'tool_result', tool_use_id: 'b', content: 'Error: no b', is_error: true }] },
      },
      {
        type: 'assistant',
        isSidechain: true,
        message: { content: [{ type: 'tool_use', id: 'c', name: 'x', input: {} }] },
      },
    ),
  },
  {
    format: 'entire',
    of: 'Codex',
    id: 'owner/name:session',
    tellsErrors: false,
    first: 1,
    text: lines(
      { type: 'session_meta', timestamp: TIME, payload: {} },
      { type: 'event_msg', timestamp: TIME, payload: { type: 'user_message' } },
      ...['a', 'b'].map((path) => ({
        type: 'response_item',
        timestamp: TIME,
        payload: { type: 'function_call', call_id: path, name: 'read', arguments: JSON.stringify({ path }) },
      })),
      {
        type: 'response_item',
        timestamp: TIME,
        payload: { type: 'function_call_output', call_id: 'a', output: 'text of a' },
      },
      {
        type: 'response_item',
        timestamp: TIME,
        payload: { type: 'function_call_output', call_id: 'b', output: [{ type: 'input_text', text: 'Error: no b' }] },
      },
    ),
  },
  {
    format: 'entire',
    of: 'OpenCode',
    id: 'owner/name:session',
    text: JSON.stringify(
      {
        info: { id: 'session' },
        messages: [
          { info: { role: 'user' }, parts: [] },
          {
            info: { role: 'assistant' },
            parts: [
              {
                type: 'tool',
                tool: 'read',
                callID: 'a',
                state: { status: 'completed', input: { path: 'a' }, output: 'text of a' },
              },
              {
                type: 'tool',
                tool: 'read',
                callID: 'b',
                state: { status: 'error', input: { path: 'b' }, error: 'Error: no b' },
              },
            ],
          },
        ],
      },
      undefined,
      2,
    ),
  },
  {
    format: 'entire',
    of: 'Pi',
    id: 'owner/name:session',
    text: lines(
      { type: 'session' },
      { type: 'message', timestamp: TIME, message: { role: 'user', content: 'Go.' } },
      {
        type: 'message',
        timestamp: TIME,
        message: {
          role: 'assistant',
          content: ['a', 'b'].map((path) => ({ type: 'toolCall', id: path, name: 'read', arguments: { path } })),
        },
      },
      {
        type: 'message',
        timestamp: TIME,
        message: {
          role: 'toolResult',
          toolCallId: 'a',
          isError: false,
          content: [{ type: 'text', text: 'text of a' }],
        },
      },
      {
        type: 'message',
        timestamp: TIME,
        message: {
          role: 'toolResult',
          toolCallId: 'b',
          isError: true,
          content: [{ type: 'text', text: 'Error: no b' }],
        },
      },
    ),
  },
];

const read = (format: string, text: string, id: string): RecordedCall[] | undefined => FORMATS[format]?.read(text)(id);

describe('the formats of the benchmark', () => {
  for (const { format, of, id, text, tellsErrors = true, first = 0 } of RECORDINGS) {
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
        EXPECTED.map((call) => ({
          ...call,
          failed: tellsErrors ? call.failed : undefined,
          turn: call.turn + first,
        })),
      );
    });
  }

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

  it('are read: SWE-agent, its own commands apart from those of the shell', () => {
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

  it('a session that was published in parts is one, and what parts have in common counts once', () => {
    const { text, id } = RECORDINGS.find(({ of }) => of === 'Pi') ?? { text: '', id: '' };
    assert.equal(read('entire', `${text}\n${text}`, id)?.length, 2);
  });
});
