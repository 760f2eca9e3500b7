// A Copilot session of the Agent Host that no window looks after: our hook ends its loop by itself.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Installation } from '../../src/node/install/installation';
import { thisMachine } from '../../src/node/protection/machineFacts';
import { AGENTS } from '../harnesses/agents';
import { HostAlone } from './hostAlone';
import { times } from './model/step';
import { pause, until } from './wait';

const PLUGIN = resolve(import.meta.dirname ?? __dirname, '../../plugin');
/** So long the model is not asked again. A refused agent asks within 4 seconds. */
const QUIET_MS = 8_000;

const viewIn = ({ workspace }: HostAlone, name: string) => [
  { name: 'view', input: { path: join(workspace, `${name}.txt`) } },
];

/** The host copies the plugin some time after it created a chat. Our hooks write a file for each chat. */
async function chatWithHooks(host: HostAlone, plugin: string | undefined): Promise<string> {
  const sessions = join(host.home, '.local/state/tool-loop-guard/sessions');
  const count = (): number =>
    existsSync(sessions) ? readdirSync(sessions).filter((name) => name.endsWith('.json')).length : 0;
  const others = count();
  const chat = await host.newChat('copilotcli', host.workspace, plugin);
  await until('a hook in the new chat', async () => {
    await host.prompt(chat, [viewIn(host, 'f'), 'Done.']).end;
    return count() > others;
  });
  return chat;
}

describe('a Copilot session without a window', function () {
  this.timeout(300_000);
  this.slow(20_000);
  let host: HostAlone;
  const view = (name: string) => viewIn(host, name);

  before(async () => {
    assert.ok(existsSync(join(PLUGIN, 'hook.js')), 'the plugin has been built');
    host = await HostAlone.start();
  });
  after(() => host.close());

  const requests = ({ key }: { readonly key: string }): number => host.model.requests(key).length;
  const newChat = (): Promise<string> => chatWithHooks(host, PLUGIN);

  it('is ended at the fourth read, with no request after that, and the chat beside it goes on', async () => {
    const [chat, beside] = [await newChat(), await newChat()];
    host.model.delayMs = 300;
    const work = host.prompt(beside, [...[...'bcdefbcdef'].map(view), 'Done.']);
    const loop = host.prompt(chat, times(30, view('a')));
    assert.equal(await loop.end, 'turnCancelled');
    assert.equal(requests(loop), 4);
    assert.equal(await work.end, 'turnComplete');
    assert.equal(requests(work), 11);
    await pause(QUIET_MS);
    assert.equal(requests(loop), 4);
    const next = host.prompt(chat, [view('b'), 'Done.']);
    assert.equal(await next.end, 'turnComplete');
  });

  it('is ended as a whole where a subagent loops', async () => {
    const part = host.model.play(times(30, view('a')));
    const delegate = AGENTS.copilot.delegate?.(`${part} Look into it.`) ?? assert.fail();
    const turn = host.prompt(await newChat(), [[delegate], 'Done.']);
    assert.equal(await turn.end, 'turnCancelled');
    await pause(QUIET_MS);
    assert.deepEqual([requests(turn), requests({ key: part })], [1, 4]);
  });

  it('is only refused where the person has turned the connection off', async () => {
    const state = join(host.home, '.local/state/tool-loop-guard');
    mkdirSync(state, { recursive: true, mode: 0o700 });
    writeFileSync(join(state, 'settings.json'), JSON.stringify({ agentHost: false }));
    const loop = host.prompt(await newChat(), [...times(6, view('a')), 'I cannot find it.']);
    assert.equal(await loop.end, 'turnComplete');
    assert.equal(host.cancelsOf(loop), 0);
  });

  describe('and with the hooks of `install`', () => {
    let ofInstall: HostAlone;

    before(async () => {
      ofInstall = await HostAlone.start('home/.config/Code');
      const machine = { ...thisMachine(), home: ofInstall.home, environment: {} };
      new Installation(PLUGIN, '0', machine, process.execPath).install('copilot');
    });
    after(() => ofInstall.close());

    for (const [beside, plugin] of [
      ['the plugin', PLUGIN],
      ['nothing', undefined],
    ] as const) {
      it(`is ended at the fourth read, with ${beside} beside them`, async () => {
        const chat = await chatWithHooks(ofInstall, plugin);
        const loop = ofInstall.prompt(chat, [...times(6, viewIn(ofInstall, 'a')), 'I cannot find it.']);
        assert.equal(await loop.end, 'turnCancelled');
        await pause(QUIET_MS);
        assert.equal(ofInstall.model.requests(loop.key).length, 4);
      });
    }
  });
});
