import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SessionFollower } from '../../../../src/node/protection/sessionFollower';

const RECORDED = readFileSync(resolve(__dirname, '../../../fixtures/recorded/subAgent.jsonl'), 'utf8');

/** Lines as Copilot's runtime writes them, with what the fields are called in its own typings. */
const START = line('session.start', {
  sessionId: 'one',
  selectedModel: 'first-model',
  context: { cwd: '/project/repository' },
});
const callAt = (atMs: number, data: object = {}): string =>
  line('tool.execution_start', { toolCallId: `call-${atMs}`, toolName: 'view', arguments: {}, ...data }, atMs);

function line(type: string, data: object, atMs = 0): string {
  return `${JSON.stringify({ type, data, id: 'x', timestamp: new Date(atMs).toISOString(), parentId: null })}\n`;
}

describe('following sessions of Copilot', () => {
  let folder: string;
  const now = (): number => Date.now();

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'session-state-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Makes a session with a file, and returns its path. */
  function session(id: string, text: string): string {
    mkdirSync(join(folder, id));
    const path = join(folder, id, 'events.jsonl');
    writeFileSync(path, text);
    return path;
  }

  it('tells session, folder, model, tool and time of each call, once', () => {
    const path = session('one', START + callAt(5));
    const follower = new SessionFollower(folder, 0);
    const first = { sessionId: 'one', folder: '/project/repository', model: 'first-model', tool: 'view', atMs: 5 };
    assert.deepEqual(follower.look(now()), [first]);
    assert.deepEqual(follower.look(now()), []);
    appendFileSync(path, callAt(6, { model: 'second-model' }) + callAt(7));
    assert.deepEqual(follower.look(now()), [
      { ...first, model: 'second-model', atMs: 6 },
      { ...first, model: 'second-model', atMs: 7 },
    ]);
  });

  it('reads the lines that VS Code has written of a real session', () => {
    session('37dac750-f303-4446-b00d-a59b71e0d568', RECORDED);
    const tools = new SessionFollower(folder, 0).look(now()).map(({ tool }) => tool);
    assert.equal(tools.filter((tool) => tool === 'runSubagent').length, 1);
    assert.ok(tools.includes('scripted_probe'));
  });

  it('leaves out calls of sub-agents, whose hooks ask under another id', () => {
    session('one', START + callAt(5, { parentToolCallId: 'call-1' }));
    assert.deepEqual(new SessionFollower(folder, 0).look(now()), []);
  });

  it('leaves out what was before, and sessions that have not changed since', () => {
    const path = session('old', START + callAt(5));
    utimesSync(path, 1, 1);
    session('one', START + callAt(5) + callAt(50));
    assert.deepEqual(
      new SessionFollower(folder, 10).look(now()).map(({ sessionId, atMs }) => [sessionId, atMs]),
      [['one', 50]],
    );
  });

  it('waits for the end of a line, in the middle of a character, too', () => {
    const whole = Buffer.from(callAt(5, { toolName: 'größe' }));
    const cut = whole.indexOf(0xc3) + 1;
    const path = session('one', START);
    appendFileSync(path, whole.subarray(0, cut));
    const follower = new SessionFollower(folder, 0);
    assert.deepEqual(follower.look(now()), []);
    appendFileSync(path, whole.subarray(cut));
    assert.deepEqual(
      follower.look(now()).map(({ tool }) => tool),
      ['größe'],
    );
  });

  it('bears a folder that is not there, lines that are none, and a file that has become shorter', () => {
    assert.deepEqual(new SessionFollower(join(folder, 'nowhere'), 0).look(now()), []);
    const path = session('one', `${START}no json\n[]\n\n${callAt(5)}`);
    const follower = new SessionFollower(folder, 0);
    assert.equal(follower.look(now()).length, 1);
    writeFileSync(path, callAt(6));
    assert.equal(follower.look(now()).length, 1);
  });

  it('follows the latest sessions only, when there are very many', () => {
    Array.from({ length: 30 }, (_, at) => session(`session-${at}`, START + callAt(5)));
    assert.equal(new SessionFollower(folder, 0).look(now()).length, 20);
  });
});
