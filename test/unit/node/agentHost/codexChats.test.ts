import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningTurn } from '../../../../src/node/agentHost/runningChats';
import { CodexChats, threadsOfTurn } from '../../../../src/node/agentHost/codexChats';
import { newFolderForEach } from '../../../fakes/newFolder';

const STARTED_MS = Date.now() - 1_000;

describe('Codex in chats of the Agent Host', () => {
  let home: string;
  let heard: string[];
  let known: string[];
  let watched: (folder: string) => boolean;
  let nowMs: number;
  let chats: CodexChats;
  newFolderForEach((folder) => {
    home = folder;
    [heard, known] = [[], []];
    nowMs = 0;
    watched = (folder) => folder !== '/elsewhere';
    chats = new CodexChats(
      {
        isWatched: (folder) => watched(folder),
        begin: ({ id, folder }) => {
          heard.push(`${id} in ${folder}`);
          return {
            isIdeal: true,
            withdraw: () => undefined,
            userMessage: (text) => heard.push(`person: ${text}`),
            answeredBy: (_, model) => heard.push(`model: ${model}`),
            call: (callId, call) => heard.push(`${callId}: ${call.tool} ${String(call.arguments)}`),
            outcome: (callId, text) => heard.push(`${callId} = ${String(text)}`),
            tokens: () => undefined,
          };
        },
      },
      (turn) => threadsOfTurn(turn, {}, home),
      () => nowMs,
    );
  });

  const line = (type: string, payload: object): string =>
    `${JSON.stringify({ timestamp: new Date(STARTED_MS + 500).toISOString(), type, payload })}\n`;
  const item = (payload: object): string => line('response_item', payload);
  const message = (text: string): string =>
    line('event_msg', { type: 'item_completed', item: { type: 'UserMessage', content: [{ type: 'text', text }] } });
  const call = (id: string, cmd: string): string =>
    item({ type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd }), call_id: id });
  const result = (id: string, output: string): string => item({ type: 'function_call_output', call_id: id, output });

  function written(
    id: string,
    lines: readonly string[],
    { originator = 'vscode_agent_host', cwd = '/w' } = {},
  ): string {
    const folder = join(home, '.codex', 'sessions', '2026', '11', '26');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `rollout-2026-11-26T06-20-01-${id}.jsonl`);
    writeFileSync(path, [line('session_meta', { id, cwd, originator }), ...lines].join(''));
    return path;
  }

  const turnOf = (chat: string, more: Partial<RunningTurn> = {}): RunningTurn => ({
    ...{ chat, provider: 'codex', prompt: 'Fix “it”.', folders: ['/w'], startedMs: STARTED_MS },
    ...more,
  });
  const worked = (turn: RunningTurn, others: readonly RunningTurn[] = []): void =>
    chats.worked(turn, { turns: [turn, ...others], isKnownAs: (id, chat) => known.push(`${id} is ${chat}`) });

  it('are followed from the prompt on, and each call is reported once', () => {
    const path = written('t1', [
      message('Earlier.'),
      call('c0', 'ls'),
      line('turn_context', { model: 'gpt-5' }),
      message('Fix “it”.'),
      call('c1', 'cat ü.txt'),
    ]);
    worked(turnOf('one'));
    appendFileSync(path, result('c1', 'text') + call('c2', 'ls').slice(0, 20));
    worked(turnOf('one'));
    appendFileSync(path, call('c2', 'ls').slice(20));
    worked(turnOf('one'));
    assert.deepEqual(heard, [
      't1 in /w',
      'model: gpt-5',
      'person: Fix “it”.',
      'c1: exec_command {"cmd":"cat ü.txt"}',
      'c1 = text',
      'c2: exec_command {"cmd":"ls"}',
    ]);
    assert.deepEqual(known, ['t1 is one']);
  });

  it('continue in their thread at the next prompt', () => {
    const path = written('t1', [message('Fix “it”.'), call('c1', 'ls')]);
    worked(turnOf('one'));
    appendFileSync(path, message('Again.') + call('c2', 'ls'));
    worked(turnOf('one', { prompt: 'Again.', startedMs: STARTED_MS + 100 }));
    // It isn't searched for again at once; the next event finds it.
    assert.equal(heard.at(-1), 'c1: exec_command {"cmd":"ls"}');
  });

  for (const [what, more] of [
    ['of another program', { originator: 'codex_cli_rs' }],
    ['in another folder', { cwd: '/w/deeper' }],
  ] as const) {
    it(`aren’t matched with a thread ${what}`, () => {
      written('t1', [message('Fix “it”.'), call('c1', 'ls')], more);
      worked(turnOf('one'));
      assert.deepEqual([heard, known], [[], []]);
    });
  }

  it('aren’t matched with a thread that got the prompt before the turn, or another prompt', () => {
    written('t1', [message('Something else.'), call('c1', 'ls')]);
    written('t2', [message('Fix “it”.'), call('c1', 'ls')]);
    worked(turnOf('one', { startedMs: STARTED_MS + 600 }));
    assert.deepEqual([heard, known], [[], []]);
  });

  it('are ignored if several threads match, or the match may belong to another chat', () => {
    written('t1', [message('Fix “it”.'), call('c1', 'ls')]);
    worked(turnOf('one'), [turnOf('two')]);
    assert.deepEqual(known, []);
    written('t2', [message('Fix “it”.'), call('c1', 'ls')]);
    worked(turnOf('three'));
    assert.deepEqual(known, []);
  });

  it('are distinguished once the thread of one is known', () => {
    written('t1', [message('Fix “it”.'), call('c1', 'ls')]);
    worked(turnOf('one'));
    written('t2', [message('Fix “it”.'), call('c1', 'ls')]);
    worked(turnOf('two'), [turnOf('one')]);
    assert.deepEqual(known, ['t1 is one', 't2 is two']);
  });

  it('are left to a new window, and read from the prompt on after it closes', () => {
    const path = written('t1', [message('Fix “it”.'), call('c1', 'ls')]);
    worked(turnOf('one'));
    watched = () => false;
    appendFileSync(path, call('c2', 'ls'));
    worked(turnOf('one'));
    assert.deepEqual(heard, ['t1 in /w', 'person: Fix “it”.', 'c1: exec_command {"cmd":"ls"}']);
    watched = () => true;
    heard.length = 0;
    nowMs = 1_000;
    worked(turnOf('one'));
    assert.deepEqual(heard, [
      't1 in /w',
      'person: Fix “it”.',
      'c1: exec_command {"cmd":"ls"}',
      'c2: exec_command {"cmd":"ls"}',
    ]);
  });

  it('aren’t followed in unwatched folders, and neither are other agents', () => {
    written('t1', [message('Fix “it”.')], { cwd: '/elsewhere' });
    worked(turnOf('one', { folders: ['/elsewhere'] }));
    written('t2', [message('Fix “it”.')]);
    worked(turnOf('two', { provider: 'copilotcli' }));
    assert.deepEqual([heard, known], [[], []]);
  });
});
