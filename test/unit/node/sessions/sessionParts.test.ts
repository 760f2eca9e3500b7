import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callsOfSession, listSessions } from '../../../../src/node/sessions/sessionParts';

const CALL = { name: 'read_file', arguments: { path: 'a' }, result: 'text' };
const LONG = 2_000;

describe('a file of sessions, part by part', () => {
  let folder: string;
  let path: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tool-loop-guard-test-'));
    path = join(folder, 'sessions.jsonl');
    const sessions = [
      { id: 'one', calls: [CALL, CALL] },
      { id: 'none', calls: [] },
      { id: 'other', calls: Array.from({ length: LONG }, (_, index) => ({ ...CALL, result: `${index} `.repeat(99) })) },
      { id: 'last', calls: [{ ...CALL, name: 'last_tool' }] },
    ];
    writeFileSync(path, ['no JSON', ...sessions.map((session) => JSON.stringify(session))].join('\n'));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('lists its sessions without their calls, and its broken lines', async () => {
    const told: unknown[] = [];
    let [parts, read] = [0, 0];
    for await (const part of listSessions(path)) {
      told.push(...part.told.map((each) => ('reason' in each ? each.line : [each.position, each.id, each.callCount])));
      assert.ok(part.bytesRead >= read);
      read = part.bytesRead;
      parts++;
    }
    assert.deepEqual(told, [1, [0, 'one', 2], [1, 'none', 0], [2, 'other', LONG], [3, 'last', 1]]);
    assert.ok(parts > 2, `${parts} parts`);
  });

  it('tells the calls of one session only', async () => {
    assert.equal((await toolsOf(path, 2)).length, LONG);
    assert.deepEqual(await toolsOf(path, 0), ['read_file', 'read_file']);
    assert.deepEqual(await toolsOf(path, 1), []);
    assert.deepEqual(await toolsOf(path, 3), ['last_tool']);
    assert.deepEqual(await toolsOf(path, 4), []);
  });

  it('fails for a file that cannot be read', async () => {
    await assert.rejects(toolsOf(join(folder, 'missing.jsonl'), 0), /ENOENT/);
  });
});

async function toolsOf(path: string, position: number): Promise<string[]> {
  const tools: string[] = [];
  for await (const { told } of callsOfSession(path, position)) {
    tools.push(...told.map(({ call }) => call.tool));
  }
  return tools;
}
