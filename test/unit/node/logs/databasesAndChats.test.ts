import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { NOTE, NOTE_ENDS } from '../../../../src/core/words/modelTexts';
import type { RecordedCall } from '../../../../src/engine/replay';
import type { SessionHead } from '../../../../src/node/logs/recordedSession';
import { openSessionFile, readSessionFile } from '../../../../src/node/logs/sessionFile';
import { jsonLines } from '../../../fakes/jsonLines';

const RECORDED = resolve(__dirname, '../../../fixtures/recorded');

const logOf = (lines: readonly unknown[]): Readable => Readable.from([jsonLines(lines)]);

interface Told {
  readonly heads: SessionHead[];
  readonly calls: RecordedCall[];
  readonly tokens: unknown[];
}

async function told(input: Parameters<typeof readSessionFile>[0]): Promise<Told> {
  const all: Told = { heads: [], calls: [], tokens: [] };
  const reading = readSessionFile(input, 'file', {
    call: (call) => all.calls.push(call),
    tokens: (round, count) => all.tokens.push([round, count]),
    end: (head) => all.heads.push(head),
    broken: ({ reason }) => assert.fail(reason),
  });
  while ((await reading.next()).done !== true) {}
  return all;
}

/** Per call: tool, arguments, round, whether a message came before it, kind of its result. */
const short = ({ calls }: Told): unknown[] =>
  calls.map(({ tool, arguments: given, round, afterUserMessage, outcome }) => [
    tool,
    given,
    round,
    afterUserMessage,
    outcome?.kind,
  ]);

describe('the database of opencode', () => {
  const part = (id: string, callID: string, state: object): object => ({
    ...{ opencode: 'part', id },
    data: { type: 'tool', tool: 'bash', callID, state },
  });

  it('contains several sessions, whose messages have rounds and tokens', async () => {
    const tokens = { input: 80, output: 7, reasoning: 3, cache: { read: 15, write: 5 } };
    const answer = { role: 'assistant', providerID: 'p', modelID: 'm', tokens, cost: 0.25 };
    const all = await told(
      logOf([
        { opencode: 'session', id: 's1', parentId: null, updatedMs: 5 },
        { opencode: 'message', id: 'm1', data: { role: 'user' } },
        { opencode: 'message', id: 'm2', data: answer },
        part('m2', 'a', { status: 'completed', input: { command: 'ls' }, output: 'x', time: { start: 1, end: 2 } }),
        part('m2', 'b', { status: 'error', input: { command: 'ls nope' }, error: 'permission denied: nope' }),
        // The run ended before its arguments were written.
        part('m2', 'c', { status: 'error', input: {}, error: 'Tool execution aborted' }),
        part('m2', 'd', { status: 'pending', input: {}, raw: '' }),
        { opencode: 'session', id: 's2', parentId: 's1', updatedMs: 9 },
        { opencode: 'message', id: 'm3', data: { role: 'assistant', tokens: { input: 0, output: 0 } } },
        part('m3', 'a', { status: 'running', input: { command: 'ls' } }),
        part('m3', 'b', { status: 'completed', input: { command: 'ls' }, output: 'x', metadata: { exit: 2 } }),
      ]),
    );
    assert.deepEqual(
      all.heads.map(({ id, source, model, modifiedMs }) => [id, source, model?.id, modifiedMs]),
      [
        ['s1', 'opencode', 'm', 5],
        ['s2', 'opencode', undefined, 9],
      ],
    );
    assert.deepEqual(short(all), [
      ['bash', { command: 'ls' }, 'm2', true, 'plain'],
      ['bash', { command: 'ls nope' }, 'm2', false, 'failed'],
      ['bash', { command: 'ls' }, 'm3', false, undefined],
      ['bash', { command: 'ls' }, 'm3', false, 'failed'],
    ]);
    assert.deepEqual(all.tokens, [['m2', { input: 100, cachedInput: 15, output: 10, dollars: 0.25 }]]);
  });

  it('contains the same failure with and without a note', async () => {
    const failed = (id: string, note = ''): object =>
      part(id, id, { status: 'completed', input: {}, output: `1 failed\n${note}`, metadata: { exit: 1 } });
    const { calls } = await told(
      logOf([
        { opencode: 'session', id: 's1', parentId: null, updatedMs: 5 },
        failed('a'),
        failed('b', `\n\n${NOTE} it repeats.\n${NOTE_ENDS.nudge}`),
      ]),
    );
    assert.equal(calls.length, 2);
    assert.equal(calls[0]?.outcome?.digest, calls[1]?.outcome?.digest);
  });

  it('is read from its file and log, whatever the order of rows and the length of results', async () => {
    const all = await told(openSessionFile(join(RECORDED, 'opencode.db')));
    assert.deepEqual(
      all.heads.map(({ id, modifiedMs }) => [id, modifiedMs]),
      [
        ['s1', 1767225600001],
        ['s2', 1767225700000],
      ],
    );
    const commands = Array.from({ length: 12 }, (_, at) => ({ command: `ls ${at + 1}` }));
    assert.deepEqual(
      all.calls.map((call) => call.arguments),
      [...commands, { filePath: 'ä.txt' }],
    );
    assert.equal(all.calls[6]?.outcome?.length, 3000);
  });

  it('is read from its log if its file is still empty', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'database-'));
    try {
      const path = join(folder, 'opencode.db');
      const file = readFileSync(join(RECORDED, 'opencode.db'));
      const log = readFileSync(join(RECORDED, 'opencode.db-wal'));
      const bytes = file.readUInt16BE(16);
      const frames = Array.from({ length: file.length / bytes }, (_, page) => {
        const head = Buffer.alloc(24);
        head.writeUInt32BE(page + 1, 0);
        head.writeUInt32BE(page + 1, 4);
        log.copy(head, 8, 16, 24);
        return Buffer.concat([head, file.subarray(page * bytes, (page + 1) * bytes)]);
      });
      writeFileSync(`${path}-wal`, Buffer.concat([log.subarray(0, 32), ...frames, log.subarray(32)]));
      writeFileSync(path, file.fill(0, 56, 60).subarray(0, bytes));
      assert.equal((await told(openSessionFile(path))).calls.length, 13);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a chat of VS Code', () => {
  const round = (id: string, command: string): object => ({
    response: '',
    toolCalls: [{ id, name: 'run_in_terminal', arguments: JSON.stringify({ command }) }],
  });
  const answered = (id: string, value: unknown): object => ({ [id]: { content: [{ value }] } });
  const result = {
    metadata: {
      toolCallRounds: [round('a', 'ls'), round('b', 'ls')],
      toolCallResults: {
        ...answered('a', 'one'),
        ...answered('b', { node: { children: [{ text: 'o' }, { text: 'ne' }] } }),
      },
    },
  };
  const request = { requestId: 'r', modelId: 'copilot/gpt-5', timestamp: 7, message: {}, response: ['long'], result };
  const chat = (requests: readonly unknown[]): object => ({ version: 3, sessionId: 'c1', requests });
  const expected = [
    ['run_in_terminal', '{"command":"ls"}', '0 0', true, 'plain'],
    ['run_in_terminal', '{"command":"ls"}', '0 1', false, 'plain'],
  ];

  it('is read from one object, indented or not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chat-'));
    try {
      for (const indent of [0, 2]) {
        const path = join(folder, 'c1.json');
        writeFileSync(path, JSON.stringify(chat([request]), undefined, indent));
        const all = await told(openSessionFile(path));
        assert.deepEqual(short(all), expected);
        assert.deepEqual(
          all.heads.map(({ id, source, model }) => [id, source, model]),
          [['c1', 'vscode', { vendor: 'copilot', family: 'gpt-5', id: 'gpt-5' }]],
        );
        assert.equal(all.calls[0]?.outcome?.digest, all.calls[1]?.outcome?.digest);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is read from an export without an ID', async () => {
    const exported = { requesterUsername: 'me', responderUsername: 'GitHub Copilot', requests: [request] };
    assert.deepEqual(short(await told(logOf([exported]))), expected);
  });

  it('isn’t reported as having no calls if its calls can’t be read', async () => {
    const shown = { response: [{ kind: 'toolInvocationSerialized', toolId: 'x' }] };
    const reasons: string[] = [];
    const reading = readSessionFile(logOf([chat([shown])]), 'file', {
      call: () => assert.fail(),
      end: () => assert.fail(),
      broken: ({ reason }) => reasons.push(reason),
    });
    while ((await reading.next()).done !== true) {}
    assert.deepEqual(reasons, ['is of a kind of session whose calls can’t be read']);
  });

  it('is read from a log of its changes', async () => {
    const { result: whole, ...begun } = request;
    const all = await told(
      logOf([
        { kind: 0, v: chat([]) },
        { kind: 1, k: ['customTitle'], v: 'A chat' },
        { kind: 2, k: ['requests'], v: [begun, { requestId: 'withdrawn', result: whole }] },
        { kind: 2, k: ['requests'], i: 1 },
        { kind: 2, k: ['requests', 0, 'response'], v: ['more'] },
        { kind: 1, k: ['requests', 0, 'result'], v: { metadata: { toolCallRounds: [round('a', 'ls')] } } },
        { kind: 2, k: ['requests', 0, 'result', 'metadata', 'toolCallRounds'], v: [round('b', 'ls')] },
        { kind: 1, k: ['requests', 0, 'result', 'metadata', 'toolCallResults'], v: whole.metadata.toolCallResults },
        { kind: 1, k: ['requests', 0, 'result', '__proto__'], v: { polluted: true } },
        { kind: 1, k: ['requests', 0, 'result', 'details'], v: 'x' },
        { kind: 3, k: ['requests', 0, 'result', 'details'] },
      ]),
    );
    assert.deepEqual(short(all), expected);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });
});
