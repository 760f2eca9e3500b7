// Two windows of one user with a shared Agent Host: a chat is checked once, by its own window, and ended once.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Installation } from '../../src/node/install/installation';
import { sharedFolder } from '../../src/node/plugin/sharedFolder';
import { HAS_CODEX, HostAlone, type PromptedTurn, type Provider } from './hostAlone';
import { LabWindow } from './labWindow';
import { call, type Script, type Step, times } from './model/step';
import { until } from './wait';

const PLUGIN = resolve(import.meta.dirname ?? __dirname, '../../plugin');
const LETTERS = ['b', 'c', 'd', 'e', 'f'];

describe('two windows of one Agent Host', function () {
  this.timeout(300_000);
  this.slow(60_000);
  let host: HostAlone;
  let outer: string;
  let inner: string;
  const windows: LabWindow[] = [];

  before(async () => {
    host = await HostAlone.start();
    outer = host.workspace;
    inner = join(outer, 'inner');
    mkdirSync(inner);
    ['a', ...LETTERS].forEach((name) => writeFileSync(join(inner, `${name}.txt`), `Text of ${name}\n`));
    const machine = { home: host.home, environment: {}, platform: process.platform, claudeManagedFolder: '/nowhere' };
    new Installation(PLUGIN, '1', machine).install('copilot');
    if (HAS_CODEX) {
      // Windows only look for Codex chats if it has been used.
      await host.prompt(await host.newChat('codex'), ['Hello.']).end;
    }
  });
  after(() => host.close());
  beforeEach(() => {
    host.model.delayMs = 200;
  });
  afterEach(async () => {
    host.model.endAll();
    await Promise.all(windows.splice(0).map((window) => window.close()));
  });

  const opened = async (...folders: readonly string[]): Promise<LabWindow> => {
    const window = await LabWindow.open(host, folders);
    windows.push(window);
    return window;
  };
  const reading = (provider: Provider, path: string): Step =>
    provider === 'codex' ? call('exec_command', { cmd: `cat ${path}` }) : call('view', { path });
  const begun = async (provider: Provider, folder: string, script: Script): Promise<PromptedTurn> =>
    host.prompt(await host.newChat(provider, folder), script);
  const loopIn = (provider: Provider, folder: string): Promise<PromptedTurn> =>
    begun(provider, folder, times(60, reading(provider, join(folder, 'a.txt'))));
  const workIn = (provider: Provider, folder: string): Promise<PromptedTurn> =>
    begun(provider, folder, [
      ...[...LETTERS, ...LETTERS].map((name) => reading(provider, join(folder, `${name}.txt`))),
      'Done.',
    ]);
  const stopLines = (): readonly string[] => {
    const path = join(sharedFolder(host.home), 'stops.log');
    return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
  };

  for (const provider of ['copilotcli', 'codex'] as const) {
    describe(provider, () => {
      before(function () {
        if (provider === 'codex' && !HAS_CODEX) {
          this.skip();
        }
      });

      it('end a loop in one window once, and the chat in the other window continues', async () => {
        const [one, other] = [await opened(outer), await opened(inner)];
        await Promise.all(HAS_CODEX ? windows.map((window) => window.isConnected()) : []);
        const before = stopLines().length;
        const work = await workIn(provider, outer);
        const loop = await loopIn(provider, inner);
        assert.equal(await loop.end, 'turnCancelled');
        assert.equal(await work.end, 'turnComplete');
        assert.equal(host.model.requests(work.key).length, 11);
        assert.equal(host.cancelsOf(loop), 1);
        assert.deepEqual(await one.stops(), []);
        assert.equal((await other.toldStops()).length, 1);
        assert.equal(stopLines().length, before + 1);
      });
    });
  }

  describe('one of which opens or closes in the middle of a Codex chat', () => {
    before(function () {
      if (!HAS_CODEX) {
        this.skip();
      }
    });

    async function tame(folder: string): Promise<PromptedTurn & { readonly loop: () => void }> {
      let line = 0;
      let isLooping = false;
      const next = (): Step =>
        isLooping
          ? reading('codex', join(folder, 'a.txt'))
          : call('exec_command', { cmd: `echo ${(line += 1)}; cat ${LETTERS[line % 5] ?? ''}.txt` });
      const turn = await begun('codex', folder, times(400, next));
      await until('a few requests', () => host.model.requests(turn.key).length > 4);
      return { ...turn, loop: () => (isLooping = true) };
    }

    it('hand the chat over to the window that is opened with its folder, which ends it once', async () => {
      const first = await opened(outer);
      await first.isConnected();
      const before = stopLines().length;
      const turn = await tame(inner);
      const second = await opened(inner);
      await second.isConnected();
      turn.loop();
      assert.equal(await turn.end, 'turnCancelled');
      assert.equal(host.cancelsOf(turn), 1);
      assert.deepEqual(await first.stops(), []);
      assert.equal((await second.toldStops()).length, 1);
      assert.equal(stopLines().length, before + 1);
    });
  });
});
