import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SessionFollower } from '../../../../src/node/protection/sessionFollower';
import { claudeSessions } from '../../../../src/node/logs/claude';
import { copilotSessions } from '../../../../src/node/logs/copilot';

const RECORDED = readFileSync(resolve(__dirname, '../../../fixtures/recorded/subAgent.jsonl'), 'utf8');

/** Lines of Copilot's runtime, with fields from its own typings. */
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

  function session(id: string, text: string): string {
    mkdirSync(join(folder, id));
    const path = join(folder, id, 'events.jsonl');
    writeFileSync(path, text);
    return path;
  }

  it('ignores a pipe in place of the file, without waiting', () => {
    mkdirSync(join(folder, 'one'));
    execFileSync('mkfifo', [join(folder, 'one/events.jsonl')]);
    assert.deepEqual(new SessionFollower(copilotSessions(folder), 0).look(now()), []);
  });

  it('reports session, folder, model, tool, and time of each call once', () => {
    const path = session('one', START + callAt(5));
    const follower = new SessionFollower(copilotSessions(folder), 0);
    const first = {
      type: 'copilot',
      sessionId: 'one',
      folder: '/project/repository',
      prompt: undefined,
      atMs: 5,
    };
    assert.deepEqual(follower.look(now()), [first]);
    assert.deepEqual(follower.look(now()), []);
    appendFileSync(path, callAt(6) + callAt(7));
    assert.deepEqual(follower.look(now()), [
      { ...first, atMs: 6 },
      { ...first, atMs: 7 },
    ]);
  });

  it('reads VS Code’s lines of a real session', () => {
    session('37dac750-f303-4446-b00d-a59b71e0d568', RECORDED);
    assert.ok(new SessionFollower(copilotSessions(folder), 0).look(now()).length > 1);
  });

  it('leaves out calls of subagents, whose hooks use another ID', () => {
    session('one', START + callAt(5, { parentToolCallId: 'call-1' }));
    assert.deepEqual(new SessionFollower(copilotSessions(folder), 0).look(now()), []);
  });

  it('leaves out earlier calls and unchanged sessions', () => {
    const path = session('old', START + callAt(5));
    utimesSync(path, 1, 1);
    session('one', START + callAt(5) + callAt(50));
    assert.deepEqual(
      new SessionFollower(copilotSessions(folder), 10).look(now()).map(({ sessionId, atMs }) => [sessionId, atMs]),
      [['one', 50]],
    );
  });

  it('waits for the end of a line, even in the middle of a character', () => {
    const whole = Buffer.from(callAt(5, { toolName: 'größe' }));
    const cut = whole.indexOf(0xc3) + 1;
    const path = session('one', START);
    appendFileSync(path, whole.subarray(0, cut));
    const follower = new SessionFollower(copilotSessions(folder), 0);
    assert.deepEqual(follower.look(now()), []);
    appendFileSync(path, whole.subarray(cut));
    assert.equal(follower.look(now()).length, 1);
  });

  it('handles a missing folder, invalid lines, and a shortened file', () => {
    assert.deepEqual(new SessionFollower(copilotSessions(join(folder, 'nowhere')), 0).look(now()), []);
    const path = session('one', `${START}no json\n[]\n\n${callAt(5)}`);
    const follower = new SessionFollower(copilotSessions(folder), 0);
    assert.equal(follower.look(now()).length, 1);
    writeFileSync(path, callAt(6));
    assert.equal(follower.look(now()).length, 1);
  });

  it('follows only the latest sessions if there are very many', () => {
    Array.from({ length: 30 }, (_, at) => session(`session-${at}`, START + callAt(5)));
    assert.equal(new SessionFollower(copilotSessions(folder), 0).look(now()).length, 20);
  });
});

describe('following sessions of Claude', () => {
  let projects: string;

  beforeEach(() => (projects = mkdtempSync(join(tmpdir(), 'projects-'))));
  afterEach(() => rmSync(projects, { recursive: true, force: true }));

  /** An answer of Claude Code that calls a tool, with fields from a real session. */
  const answer = (atMs: number, more: object = {}): string =>
    `${JSON.stringify({
      isSidechain: false,
      type: 'assistant',
      message: {
        role: 'assistant',
        model: 'claude-one',
        content: [
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: `toolu-${atMs}`, name: 'Read', input: { file_path: 'a' } },
        ],
      },
      timestamp: new Date(atMs).toISOString(),
      entrypoint: 'sdk-ts',
      cwd: '/project/re.pository',
      sessionId: 'one',
      ...more,
    })}\n`;

  function session(project: string, id: string, text: string): string {
    mkdirSync(join(projects, project), { recursive: true });
    const path = join(projects, project, `${id}.jsonl`);
    writeFileSync(path, text);
    return path;
  }

  const follower = (sinceMs = 0): SessionFollower =>
    new SessionFollower(
      claudeSessions(projects, () => ['/project/re.pository']),
      sinceMs,
    );

  it('reports session, folder, model, tool, and time of each call once', () => {
    const path = session('-project-re-pository', 'one', `{"type":"queue-operation"}\n${answer(5)}`);
    const followed = follower();
    const first = {
      type: 'claude',
      sessionId: 'one',
      folder: '/project/re.pository',
      prompt: undefined,
      atMs: 5,
    };
    assert.deepEqual(followed.look(Date.now()), [first]);
    appendFileSync(path, answer(6));
    assert.deepEqual(followed.look(Date.now()), [{ ...first, atMs: 6 }]);
  });

  it('reports the user’s first prompt without a program’s additions', () => {
    const said = (content: unknown): string => `${JSON.stringify({ type: 'user', message: { content } })}\n`;
    const parts = ['<context>a.ts</context>', 'Why?'].map((text) => ({ type: 'text', text }));
    session('-project-re-pository', 'one', said(parts) + said('And now?') + answer(5));
    assert.deepEqual(
      follower()
        .look(Date.now())
        .map(({ prompt }) => prompt),
      ['Why?'],
    );
  });

  it('leaves out subagents, terminal sessions, and sessions in other folders', () => {
    session('-project-re-pository-part', 'one', answer(5, { isSidechain: true }) + answer(6, { entrypoint: 'cli' }));
    session('-elsewhere', 'two', answer(7));
    assert.deepEqual(follower().look(Date.now()), []);
    session('-project-re-pository-part', 'three', answer(8));
    assert.deepEqual(
      follower()
        .look(Date.now())
        .map(({ sessionId }) => sessionId),
      ['three'],
    );
  });

  it('reports nothing if Claude Code was never used', () => {
    rmSync(projects, { recursive: true });
    assert.deepEqual(follower().look(Date.now()), []);
  });
});
