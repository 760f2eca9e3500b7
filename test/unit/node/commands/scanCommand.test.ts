import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { ScanReport } from '../../../../src/core/scan/scanReport';
import { runScan, type ScanCommandOptions } from '../../../../src/node/replay/scanCommand';
import { SCANNED_AGENTS } from '../../../../src/node/logs/sessionLogFiles';
import { jsonLines } from '../../../fakes/jsonLines';
import { Sink } from '../../../fakes/sink';
import { newFolderForEach } from '../../../fakes/newFolder';

const RECORDED = resolve(__dirname, '../../../fixtures/recorded');
const NOW_MS = Date.UTC(2026, 5, 30);
const DAY_MS = 24 * 60 * 60 * 1000;

function claudeLoop(times: number, startMs = NOW_MS): string {
  const lines = Array.from({ length: times }, (_, at) => [
    {
      type: 'assistant',
      uuid: `u${at}`,
      sessionId: 's1',
      timestamp: new Date(startMs + at * 5000).toISOString(),
      message: {
        id: `msg_${at}`,
        model: 'claude-1',
        usage: { input_tokens: 20, cache_read_input_tokens: 900, output_tokens: 80 },
        content: [{ type: 'tool_use', id: `call_${at}`, name: 'Read', input: { file_path: '/a.ts' } }],
      },
    },
    {
      type: 'user',
      sessionId: 's1',
      timestamp: new Date(startMs + at * 5000 + 100).toISOString(),
      message: {
        content: [{ type: 'tool_result', tool_use_id: `call_${at}`, content: 'what the file says, as before' }],
      },
    },
  ]).flat();
  return jsonLines(lines);
}

const CHAT_REQUEST = {
  result: { metadata: { toolCallRounds: [{ toolCalls: [{ id: 'a', name: 'x', arguments: '{}' }] }] } },
};

describe('tool-loop-guard scan', () => {
  let home: string;
  const put = (path: string, text: string, daysAgo = 1): void => {
    const target = join(home, path);
    mkdirSync(join(target, '..'), { recursive: true });
    writeFileSync(target, text);
    const at = new Date(NOW_MS - daysAgo * DAY_MS);
    utimesSync(target, at, at);
  };
  const scan = async (
    options: Partial<ScanCommandOptions> = {},
  ): Promise<{ code: number; out: string; err: string }> => {
    const [out, err] = [new Sink(), new Sink()];
    const code = await runScan(
      {
        paths: [],
        agents: SCANNED_AGENTS,
        days: 30,
        isJson: false,
        failOn: undefined,
        settingsFile: undefined,
        nowMs: NOW_MS,
        environment: {},
        home,
        isTerminal: false,
        ...options,
      },
      out,
      err,
    );
    return { code, out: out.text, err: err.text };
  };
  const reported = async (options: Partial<ScanCommandOptions> = {}): Promise<ScanReport> =>
    JSON.parse((await scan({ ...options, isJson: true })).out) as ScanReport;

  newFolderForEach((folder) => (home = folder));

  it('prints no escape sequences from file names', async () => {
    put('named/\u001b[31mloop.jsonl', claudeLoop(9));
    put('named/\u001b[31mbroken.jsonl', '{"x":\n');
    const { out, err } = await scan({ paths: [join(home, 'named')] });
    assert.match(out, / \[31mloop\.jsonl/);
    assert.match(err, / \[31mbroken\.jsonl: skipped/);
    assert.ok(!`${out}${err}`.includes('\u001b'));
  });

  it('escapes terminal sequences in JSON', async () => {
    put('named/\u009b31m\u202eloop.jsonl', claudeLoop(9));
    const { out } = await scan({ paths: [join(home, 'named')], isJson: true });
    assert.match(out, /\\u009b31m\\u202eloop\.jsonl/);
    assert.doesNotMatch(out, /[\u009b\u202e]/);
    assert.match(out, /^\{\n/);
  });

  it('finds the sessions of all agents without setup', async () => {
    put('.claude/projects/a/s1.jsonl', claudeLoop(9));
    put('.claude/projects/a/s1/subagents/agent-1.jsonl', claudeLoop(2));
    put('.gemini/tmp/x/logs.jsonl', claudeLoop(9));
    const recorded: readonly (readonly [string, string])[] = [
      ['copilotUsage', '.copilot/session-state/s2/events.jsonl'],
      ['codexSession', '.codex/sessions/2026/06/29/rollout-2026-06-29.jsonl'],
      ['geminiSession', '.gemini/tmp/x/chats/session-1.jsonl'],
    ];
    for (const [name, path] of recorded) {
      put(path, '');
      cpSync(join(RECORDED, `${name}.jsonl`), join(home, path));
    }
    const report = await reported({ nowMs: Date.now() + DAY_MS, days: 100_000 });
    assert.deepEqual(Object.keys(report.sessionsByAgent).toSorted(), ['Claude Code', 'Codex', 'Gemini CLI']);
    assert.equal(report.sessionsByAgent['Claude Code'], 2);
    assert.equal(report.stopped.loops, 1);
    // Six more answers, each of which read 920 tokens and wrote 80.
    assert.deepEqual(report.stopped.tokensAfterStop, { input: 6 * 920, output: 6 * 80 });
    const codex = await reported({ agents: ['codex'], nowMs: Date.now() + DAY_MS, days: 100_000 });
    assert.deepEqual(codex.tokens, { input: 300, output: 30 });
  });

  it('finds session files of older versions', async () => {
    put(
      '.copilot/session-state/old.jsonl',
      jsonLines([
        { type: 'user.message', data: {} },
        { type: 'assistant.message', data: { toolRequests: [{ toolCallId: 'a', name: 'bash', arguments: {} }] } },
      ]),
    );
    const toolCalls = [{ id: 'a', name: 'read_file', args: {} }];
    const chat = { sessionId: 's', projectHash: 'h', messages: [{ type: 'gemini', id: 'm', toolCalls }] };
    put('.gemini/tmp/x/chats/session-1.json', JSON.stringify(chat, undefined, 2));
    assert.deepEqual((await reported()).sessionsByAgent, { Copilot: 1, 'Gemini CLI': 1 });
  });

  it('finds each VS Code chat once, and names an unreadable database', async () => {
    const chatOf = (id: string): object => ({ version: 3, sessionId: id, requests: [CHAT_REQUEST] });
    const chat = (id: string): string => JSON.stringify(chatOf(id));
    const folder = { darwin: 'Library/Application Support', win32: 'AppData/Roaming' }[process.platform as 'win32'];
    const user = `${folder ?? '.config'}/Code/User`;
    put(`${user}/workspaceStorage/w/chatSessions/one.jsonl`, JSON.stringify({ kind: 0, v: chatOf('one') }));
    put(`${user}/workspaceStorage/w/chatSessions/one.json`, chat('one'));
    put(`${user}/globalStorage/emptyWindowChatSessions/two.json`, chat('two'));
    put(`${user}/workspaceStorage/w/other/three.json`, chat('three'));
    put('.vscode-server/data/User/workspaceStorage/w/chatSessions/four.json', chat('four'));
    assert.deepEqual((await reported()).sessionsByAgent, { 'VS Code': 3 });
    const database = join('.local', 'share', 'opencode', 'opencode.db');
    put(database, 'not a database');
    const { code, out, err } = await scan();
    assert.equal(code, 1);
    assert.match(out, /^ {2}Can't be read {10}1 file, named with the errors$/m);
    assert.equal(err, `${join(home, database)}: skipped, is no database of SQLite in UTF-8\n`);
  });

  it('uses the user’s settings, including prices', async () => {
    put('.claude/projects/a/loop.jsonl', claudeLoop(9));
    const prices = { 'claude-*': { input: 1000, cachedInput: 100, output: 2000 } };
    put('.local/state/tool-loop-guard/settings.json', JSON.stringify({ 'toolLoopGuard.prices': prices }));
    // Six calls: 20 tokens read from scratch, 900 from the cache, and 80 written each.
    assert.equal((await reported()).stopped.dollarsAfterStop?.toFixed(2), '1.62');
  });

  it('looks back the given number of days', async () => {
    put('.claude/projects/a/new.jsonl', claudeLoop(9));
    put('.claude/projects/a/old.jsonl', claudeLoop(9), 40);
    assert.equal((await reported()).sessions, 1);
    assert.equal((await reported({ days: 60 })).sessions, 2);
  });

  it('leaves out sessions with an older last call, even if their files are newer copies', async () => {
    put('.claude/projects/a/copied.jsonl', claudeLoop(9, NOW_MS - 40 * DAY_MS));
    assert.equal((await reported()).sessions, 0);
    assert.equal((await reported({ days: 60 })).sessions, 1);
  });

  it('lists the session with the newest call first, whichever file is newer', async () => {
    put('named/older.jsonl', claudeLoop(9, NOW_MS - DAY_MS), 1);
    put('named/newer.jsonl', claudeLoop(9), 2);
    const { loops } = await reported({ paths: [join(home, 'named')] });
    assert.deepEqual(
      loops.map(({ session }) => basename(session.file)),
      ['newer.jsonl', 'older.jsonl'],
    );
  });

  it('shows the day of the session’s last call, not of its file', async () => {
    put('named/old.jsonl', claudeLoop(9), -20);
    const { loops } = await reported({ paths: [join(home, 'named')] });
    assert.equal(new Date(loops[0]?.session.modifiedMs ?? 0).toISOString().slice(0, 10), '2026-06-30');
  });

  it('shows on a terminal how much of a long session it has read', async () => {
    put('named/long.jsonl', `${JSON.stringify({ type: 'summary', summary: 'x'.repeat(2_000_000) })}\n`.repeat(5));
    const { err } = await scan({ paths: [join(home, 'named')], isTerminal: true });
    assert.match(err, /Reading sessions: 4 of 10 MB\rReading sessions: 8 of 10 MB/);
  });

  it('accepts files and folders, whatever their age', async () => {
    put('logs/one.jsonl', claudeLoop(9), 400);
    put('logs/chat.json', JSON.stringify({ responderUsername: 'x', requests: [CHAT_REQUEST] }));
    put('logs/package.json', '{ "name": "no session" }');
    put('logs/begun.jsonl', '{"type":"summary","summary":"x"}\n');
    const report = await reported({ paths: [join(home, 'logs')] });
    assert.deepEqual([report.sessions, report.stopped.loops, report.unread], [2, 1, []]);
    assert.equal((await reported({ paths: [join(home, 'logs/one.jsonl')] })).sessions, 1);
    const named = await reported({ paths: ['begun.jsonl', 'package.json'].map((name) => join(home, 'logs', name)) });
    assert.equal(named.unread.length, 2);
  });

  it('exits with 3 for loops if it was asked to', async () => {
    put('.claude/projects/a/s1.jsonl', claudeLoop(9));
    assert.equal((await scan()).code, 0);
    assert.equal((await scan({ failOn: 'stop' })).code, 3);
    put('.claude/projects/a/s1.jsonl', claudeLoop(3));
    assert.equal((await scan({ failOn: 'stop' })).code, 0);
    assert.equal((await scan({ failOn: 'warn' })).code, 3);
    put('.claude/projects/a/s1.jsonl', claudeLoop(1));
    assert.equal((await scan({ failOn: 'warn' })).code, 0);
  });

  it('names what it can’t read', async () => {
    const { code, err } = await scan({ paths: [join(home, 'nothing.jsonl')] });
    assert.deepEqual([code, err], [1, `${join(home, 'nothing.jsonl')}: there is no such file\n`]);
  });

  it('names and counts files without a session, and skips broken lines', async () => {
    put('.claude/projects/a/begun.jsonl', '{"type":"summary","summary":"x"}\n');
    put('.claude/projects/a/other.jsonl', 'no JSON\n');
    const other = join(home, '.claude/projects/a/other.jsonl');
    assert.deepEqual(await scan(), {
      code: 1,
      out: "1 file can't be read. No agent sessions with tool calls in the last 30 days.\n",
      err: `${other}: skipped, line 1 is not valid JSON\n`,
    });
    assert.deepEqual((await reported()).unread, [{ file: other, reason: 'line 1 is not valid JSON' }]);
    rmSync(other);
    put('.claude/projects/a/s1.jsonl', `${claudeLoop(9)}{"half a li`);
    const { code, out } = await scan();
    assert.equal(code, 0);
    assert.match(out, /^Looked at the last 30 days: 1 session, 9 tool calls \(Claude Code 1\)\n/);
    assert.match(out, /Would have stopped {5}1 loop; from there on, 6 calls and 6,000 tokens\n/);
  });

  it('says which file it wrote, and prints nothing else with JSON', async () => {
    const htmlFile = join(home, 'report.html');
    const { code, out, err } = await scan({ isJson: true, htmlFile });
    assert.deepEqual([code, err], [0, `Wrote ${htmlFile}\n`]);
    assert.doesNotThrow(() => void JSON.parse(out));
    assert.match(readFileSync(htmlFile, 'utf8'), /^<!DOCTYPE html>/i);
  });

  it('says if there are no sessions', async () => {
    assert.equal((await scan()).out, 'No agent sessions with tool calls in the last 30 days.\n');
  });
});
