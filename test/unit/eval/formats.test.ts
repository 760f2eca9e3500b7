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
  failed?: readonly boolean[];
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
    failed: [false, false],
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

  it('tell of Codex which commands failed, and that a search of the web ends an answer of the model', () => {
    const item = (payload: object): object => ({ type: 'response_item', timestamp: TIME, payload });
    const command = (id: string, output: string): object[] => [
      item({ type: 'function_call', call_id: id, name: 'shell', arguments: '{}' }),
      item({ type: 'function_call_output', call_id: id, output }),
    ];
    const text = lines(
      { type: 'session_meta', timestamp: TIME, payload: { source: { subagent: 'review' } } },
      item({ type: 'web_search_call', action: { query: 'a' } }),
      ...command('a', 'Exit code: 0\nOutput:\nExit code: 1'),
      ...command('b', 'Exit code: 1\nOutput:'),
      ...command('c', 'Script completed\n{"exit_code":2}'),
    );
    assert.deepEqual(
      read('entire', text, 'owner/name:session')?.map(({ turn, isError, agent }) => [turn, isError, agent]),
      [
        [1, undefined, '"review"'],
        [2, false, '"review"'],
        [3, true, '"review"'],
        [4, true, '"review"'],
      ],
    );
  });

  it('tell of Claude Code what was said before a call by the times, and its answer wherever it stands', () => {
    const at = (second: number): string => `2026-01-01T00:00:0${second}.000Z`;
    const use = (id: string, second: number): object => ({
      type: 'assistant',
      timestamp: at(second),
      message: { id, content: [{ type: 'tool_use', id, name: 'read', input: {} }] },
    });
    const text = lines(
      { type: 'user', timestamp: at(0), message: { content: 'Go.' } },
      {
        type: 'user',
        timestamp: at(1),
        message: { content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
      },
      use('a', 1),
      { type: 'user', timestamp: at(2), isCompactSummary: true, message: { content: 'So far: nothing.' } },
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
