// Codex in chats of the Agent Host, which no hook tells of: its calls are read as it writes them down, judged, and a
// chat that loops is ended through the host.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { CodexChats, threadsOfTurn } from '../../src/node/agentHost/codexChats';
import { RunningChats } from '../../src/node/agentHost/runningChats';
import type * as observedModule from '../../src/vscode/hooks/observedThreads';
import type { Detection } from '../../src/engine/decision/verdict';
import { AgentSessions } from '../../src/vscode/window/agentSessions';
import { GuardHarness } from '../fakes/guardHarness';
import { withVscode } from '../fakes/vscodeModule';
import { VscodeWindow } from '../fakes/vscodeWindow';
import { HAS_CODEX, HostAlone } from './hostAlone';
import { call, type Script, type Step, times } from './model/step';
import { until } from './wait';

const { ObservedThreads } = withVscode(new VscodeWindow().module)<typeof observedModule>(
  'vscode/hooks/observedThreads',
);

const run = (cmd: string, more: object = {}): Step => call('exec_command', { cmd, ...more });

describe('Codex in the Agent Host', function () {
  this.timeout(300_000);
  this.slow(20_000);
  let host: HostAlone;
  let chats: RunningChats;
  let harness: GuardHarness;
  let askedAbout: string[];
  const warnings: Detection[] = [];
  const stops: Detection[] = [];

  before(async function () {
    if (!HAS_CODEX) {
      this.skip();
    }
    host = await HostAlone.start();
    const sessions = new AgentSessions();
    const watch = {
      isWatched: (folder: string) => folder === host.workspace,
      begin: (thread: { readonly id: string; readonly folder: string }) =>
        new ObservedThreads({
          guard: harness.guard,
          sessions,
          clock: { now: () => Date.now() },
          isWatched: () => true,
          isAskedAbout: (id) => askedAbout.includes(id),
          onWarning: (warning) => warnings.push(warning),
          onStop: (stopped) => {
            stops.push(stopped);
            void chats.cancel({ sessionId: stopped.conversationId });
          },
        }).begin(thread),
    };
    const codex = new CodexChats(watch, (turn) => threadsOfTurn(turn, {}, host.home));
    chats = await RunningChats.follow(host.entry, 'Tool Loop Guard', {
      ended: () => undefined,
      worked: (turn, host) => codex.worked(turn, host),
      closed: () => undefined,
    });
  });
  after(async () => {
    chats?.dispose();
    await host?.close();
  });
  beforeEach(() => {
    harness = new GuardHarness({});
    askedAbout = [];
    warnings.length = 0;
    stops.length = 0;
  });

  const read = (name: string): Step => run(`cat ${join(host.workspace, `${name}.txt`)}`);
  const played = async (script: Script): Promise<{ readonly end: string; readonly requests: number }> => {
    const turn = host.prompt(await host.newChat('codex'), script);
    const end = await turn.end;
    return { end, requests: host.model.requests(turn.key).length };
  };

  it('is ended at the 4th identical call, and the chat beside it goes on', async () => {
    const [loopChat, workChat] = [await host.newChat('codex'), await host.newChat('codex')];
    const letters = ['b', 'c', 'd', 'e', 'f'];
    const work = host.prompt(workChat, [
      ...letters.map(read),
      ...letters.map((name) => run(`wc ${name}.txt`)),
      'Done.',
    ]);
    const loop = host.prompt(loopChat, times(60, read('a')));
    assert.equal(await loop.end, 'turnCancelled');
    assert.ok(host.model.requests(loop.key).length <= 5, `${host.model.requests(loop.key).length} requests`);
    assert.equal(await work.end, 'turnComplete');
    assert.equal(host.model.requests(work.key).length, 11);
    assert.equal(new Set(stops.map(({ conversationId }) => conversationId)).size, 1);
    const [stopped] = stops;
    assert.equal(stopped?.tool, 'exec_command');
    assert.equal(await host.prompt(loopChat, [read('c'), 'Done.']).end, 'turnComplete');
  });

  it('is ended at calls that the host shows nothing of: of tools that do not exist', async () => {
    const { end, requests } = await played(times(60, call('no_such_tool', { id: 1 })));
    assert.equal(end, 'turnCancelled');
    assert.ok(requests <= 6, `${requests} requests`);
  });

  it('is left to its hooks where they ask', async () => {
    const chat = await host.newChat('codex');
    assert.equal(await host.prompt(chat, [read('a'), 'Done.']).end, 'turnComplete');
    await until('the thread', async () => harness.eventsOf('recorded').length > 0);
    askedAbout = harness.eventsOf('recorded').map(({ conversationId }) => conversationId);
    const [id = ''] = askedAbout;
    const before = harness.events.length;
    const loop = host.prompt(chat, times(8, read('a')).concat(['Done.'] as never));
    assert.equal(await loop.end, 'turnComplete');
    assert.deepEqual(stops, []);
    assert.equal(harness.events.length, before);
    const last = host.prompt(chat, times(200, read('b')));
    await until('a few requests', async () => host.model.requests(last.key).length > 3);
    assert.equal(await chats.cancel({ sessionId: id }), true, 'its hooks can have it ended');
    assert.equal(await last.end, 'turnCancelled');
  });
});
