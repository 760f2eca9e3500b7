// A user's very first Codex chat: a window knows it before its first prompt.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HAS_CODEX, HostAlone } from './hostAlone';
import { LabWindow } from './labWindow';
import { call, times } from './model/step';

describe('the first Codex chat', function () {
  this.timeout(300_000);
  this.slow(30_000);
  let host: HostAlone | undefined;
  let window: LabWindow | undefined;
  after(async () => {
    await window?.close();
    await host?.close();
  });

  it('is watched from its first prompt on, and ended when it loops', async function () {
    if (!HAS_CODEX) {
      this.skip();
    }
    host = await HostAlone.start();
    window = await LabWindow.open(host, [host.workspace]);
    const chat = await host.newChat('codex');
    assert.ok(!existsSync(join(host.home, '.codex', 'sessions')), 'Codex has never been used');
    await window.isConnected();
    const turn = host.prompt(chat, times(60, call('exec_command', { cmd: 'cat a.txt' })));
    assert.equal(await turn.end, 'turnCancelled');
    assert.equal((await window.toldStops()).length, 1);
  });
});
