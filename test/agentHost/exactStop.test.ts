// The exact stop in Agent Host sessions: one chat is ended through the host's own protocol, and no other.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { RunningChats } from '../../src/node/agentHost/runningChats';
import { HostClient } from '../../src/node/agentHost/hostClient';
import { hostEntries, hostEntriesFolder } from '../../src/node/agentHost/hostEntries';
import { HostAlone } from './hostAlone';
import { AGENTS } from '../harnesses/agents';
import { HARNESSES } from './harness';
import { LabWindow } from './labWindow';
import { type Script, times } from './model/step';
import { pause, until } from './wait';

const PLUGIN = resolve(import.meta.dirname ?? __dirname, '../../plugin');

describe('the exact stop', function () {
  this.timeout(300_000);
  this.slow(20_000);
  let host: HostAlone;
  let chats: RunningChats;
  const ended: string[] = [];

  before(async () => {
    host = await HostAlone.start();
    chats = await RunningChats.follow(host.entry, 'Tool Loop Guard', {
      ended: (sessionId) => ended.push(sessionId),
      closed: () => undefined,
    });
  });
  after(async () => {
    chats.dispose();
    await host.close();
  });

  const view = (name: string) => [{ name: 'view', input: { path: join(host.workspace, `${name}.txt`) } }];
  const LETTERS = ['b', 'c', 'd', 'e', 'f'];
  /** IDs in Copilot's runtime, which its hooks report. */
  const sessions = (): readonly string[] => {
    const folder = join(host.workspace, '..', 'home', '.copilot', 'session-state');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const isKnown = (sessionId: string) =>
    until('the chat to be known', () => Promise.resolve(chats.addressOf({ sessionId }) !== undefined));
  /** Starts a turn in a new chat, and waits until its model has been asked a few times. */
  const begun = async (script: Script) => {
    const known = new Set(sessions());
    const chat = await host.newChat('copilotcli');
    const turn = host.prompt(chat, script);
    const requests = (): number => host.model.requests(turn.key).length;
    await until('a few requests', async () => requests() >= 3);
    const [sessionId = ''] = sessions().filter((id) => !known.has(id));
    await isKnown(sessionId);
    return { chat, turn, requests, sessionId };
  };

  it('ends a looping Copilot chat and no other chat', async () => {
    const loop = await begun(times(200, view('a')));
    const work = await begun([...[...LETTERS, ...LETTERS].map(view), 'Done.']);
    assert.match(chats.addressOf({ sessionId: loop.sessionId }) ?? '', /^agent-host-copilotcli:\//);
    const asked = loop.requests();
    assert.equal(await chats.cancel({ sessionId: loop.sessionId }), true);
    assert.equal(await loop.turn.end, 'turnCancelled');
    assert.equal(await work.turn.end, 'turnComplete');
    assert.equal(work.requests(), 11);
    assert.ok(loop.requests() <= asked + 1, 'only what was under way was still asked of the model');
    const again = host.prompt(loop.chat, [view('c'), 'Done.']);
    assert.equal(await again.end, 'turnComplete');
  });

  it('knows a turn that began before it connected', async () => {
    const { turn, sessionId } = await begun(times(500, view('a')));
    const nobody = { ended: () => undefined, closed: () => undefined };
    const late = await RunningChats.follow(host.entry, 'Tool Loop Guard', nobody);
    try {
      await until('the chat to be known', () => Promise.resolve(late.addressOf({ sessionId }) !== undefined));
      assert.equal(await late.cancel({ sessionId }), true);
    } finally {
      late.dispose();
    }
    assert.equal(await turn.end, 'turnCancelled');
  });

  it('reports a chat that the user stops, which no hook reports, and no other chat', async () => {
    const stopped = await begun(times(500, view('a')));
    const beside = await begun(times(500, view('b')));
    host.stop(stopped.chat, stopped.turn);
    assert.equal(await stopped.turn.end, 'turnCancelled');
    await until('its end to be heard', async () => ended.includes(stopped.sessionId));
    assert.ok(!ended.includes(beside.sessionId));
    assert.equal(await chats.cancel({ sessionId: beside.sessionId }), true);
    await until('the end of the other', async () => ended.includes(beside.sessionId));
  });

  it('does nothing for unknown or idle sessions', async () => {
    assert.equal(await chats.cancel({ sessionId: 'unknown' }), false);
    const { turn, sessionId } = await begun([view('a'), view('b'), view('c'), 'Done.']);
    assert.equal(await turn.end, 'turnComplete');
    await until('its end to be heard', async () => !(await chats.cancel({ sessionId })));
    assert.equal(await chats.cancel({ sessionId }), false);
  });

  it('ends the chat that a looping subagent works for', async () => {
    const part = host.model.play(times(500, view('a')));
    const delegate = AGENTS.copilot.delegate?.(`${part} Look into it.`) ?? assert.fail();
    const known = new Set(sessions());
    const turn = host.prompt(await host.newChat('copilotcli'), [[delegate], 'Done.']);
    await until('the subagent', async () => host.model.requests(part).length >= 3);
    const [sessionId = ''] = sessions().filter((id) => !known.has(id));
    await isKnown(sessionId);
    const asked = host.model.requests(part).length;
    assert.equal(await chats.cancel({ sessionId }), true);
    assert.equal(await turn.end, 'turnCancelled');
    await pause(1_000);
    assert.ok(host.model.requests(part).length <= asked + 2, 'the subagent has ended, too');
  });

  it('leaves a looping Claude chat to its hook, and knows its address', async () => {
    const settings = join(host.home, '.claude', 'settings.json');
    mkdirSync(dirname(settings), { recursive: true });
    const hooks = readFileSync(join(PLUGIN, 'hooks', 'hooks.json'), 'utf8');
    writeFileSync(settings, hooks.replaceAll('${CLAUDE_PLUGIN_ROOT}', PLUGIN));
    const window = await LabWindow.open(host, [host.workspace]);
    try {
      const { claude } = HARNESSES;
      const read = (name: string) => [claude.read(join(host.workspace, `${name}.txt`))];
      host.model.delayMs = 300;
      const work = host.prompt(await host.newChat('claude'), [...[...LETTERS, ...LETTERS].map(read), 'Done.']);
      const loop = host.prompt(await host.newChat('claude'), times(60, read('a')));
      assert.equal(await loop.end, 'turnComplete');
      const record = (): string => claude.records(host.home).find((text) => text.includes(work.key)) ?? '';
      const callId = await until('a call of the other', () => claude.callsIn(record()).at(-1)?.id);
      assert.match(chats.addressOf({ sessionId: 'unknown', callId }) ?? '', /^agent-host-claude:\//);
      assert.equal(await work.end, 'turnComplete');
      assert.equal(host.model.requests(loop.key).length, 4);
      assert.equal(host.model.requests(work.key).length, 11);
      assert.deepEqual([host.cancelsOf(loop), host.cancelsOf(work)], [0, 0]);
      assert.equal((await window.toldStops()).length, 1);
    } finally {
      await window.close();
    }
  });

  it('trusts no address file that others can read or have written, and needs the token', async () => {
    const folder = hostEntriesFolder(host.userData);
    const [name = ''] = readdirSync(folder);
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    chmodSync(path, 0o644);
    assert.deepEqual(hostEntries(host.userData), []);
    chmodSync(path, 0o600);
    writeFileSync(
      path,
      text.replace('"schemaVersion":2', '"schemaVersion":3').replace('"schemaVersion": 2', '"schemaVersion": 3'),
    );
    assert.deepEqual(hostEntries(host.userData), []);
    writeFileSync(path, text);
    assert.equal(hostEntries(host.userData).length, 1);
    const listener = { action: () => undefined, notified: () => undefined, closed: () => undefined };
    await assert.rejects(HostClient.connect({ ...host.entry, token: 'wrong' }, 'x', listener), (error: Error) => {
      assert.doesNotMatch(`${error.message}${String(error.cause)}`, /wrong|tkn/);
      return true;
    });
  });

  it('stops with its host, and logs that', async () => {
    let isClosed = false;
    const followed = await RunningChats.follow(host.entry, 'Tool Loop Guard', {
      ended: () => undefined,
      closed: () => (isClosed = true),
    });
    await host.kill();
    await until('the end', async () => isClosed);
    assert.equal(await followed.cancel({ sessionId: 'any' }), false);
    await pause(0);
    assert.deepEqual(hostEntries(host.userData), []);
  });
});
