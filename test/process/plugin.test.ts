import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { createHookAddress, type HookAddress } from '../../src/node/transport/hookAddress';
import { HookServer } from '../../src/node/transport/hookServer';
import { publishWindow, withdrawWindow } from '../../src/node/transport/publishedWindows';
import { windowName } from '../../src/node/plugin/sharedFolder';
import { buildDoor, ended, type Ended, hookLine } from '../robustness/hookProcess';

const ROOT = resolve(__dirname, '../..');

describe('a copy of the plugin in a process that inherits nothing', function () {
  this.timeout(60_000);
  const scratch = mkdtempSync(join(tmpdir(), 'plugin-copy-'));
  const plugin = join(scratch, 'agent plugins', 'copy (1)');
  const tools = join(scratch, 'tools');
  let home: string;
  let address: HookAddress;
  let server: HookServer;
  const asked: { readonly input: string; readonly environment: NodeJS.ProcessEnv }[] = [];

  before(async () => {
    cpSync(join(ROOT, 'plugin'), plugin, { recursive: true });
    await buildDoor('hook', join(plugin, 'hook.js'));
    await buildDoor('engineOfHook', join(plugin, 'engineOfHook.js'));
    mkdirSync(tools);
    symlinkSync('/bin/cat', join(tools, 'cat'));
  });
  beforeEach(async () => {
    home = mkdtempSync(join(scratch, 'home '));
    asked.length = 0;
    address = createHookAddress();
    server = new HookServer(
      address,
      (input, _gone, environment) => {
        asked.push({ input, environment });
        return { output: '{"systemMessage":"heard"}' };
      },
      () => undefined,
    );
    await server.listen();
  });
  afterEach(() => {
    withdrawWindow(home);
    server.dispose();
  });
  after(() => discard(scratch));

  const publish = (folders: readonly string[], settings = {}): void =>
    publishWindow(
      { socket: address.path, token: address.token, folders, userData: home, program: process.execPath, settings },
      home,
    );

  function run(event: string, input: object, more: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const child = spawn('/bin/sh', ['-c', hookLine(event, plugin)], {
      cwd: '/',
      env: { HOME: home, PATH: tools, ...more },
    });
    return ended(child, JSON.stringify(input));
  }

  /** As reported by VS Code's Agent Host. */
  const call = (folder: string, more: object = {}): object => ({
    sessionId: 's',
    timestamp: 1,
    toolName: 'view',
    toolArgs: { path: 'a' },
    workingDirectory: folder,
    ...more,
  });
  const heard = (each: Ended): boolean => each.stdout === '{"systemMessage":"heard"}';

  it('finds the window that has the session’s folder open, by the home folder alone', async () => {
    publish([join(scratch, 'project')]);
    assert.ok(heard(await run('PreToolUse', call(join(scratch, 'project', 'src')))));
    assert.ok(heard(await run('PreToolUse', call(join(scratch, 'project')))));
    assert.equal(asked.length, 2);
  });

  it('tells the window which agent started it', async () => {
    publish([scratch]);
    await run('PreToolUse', call(scratch), { VSCODE_ESM_ENTRYPOINT: '/x/vs/platform/agentHost/node/agentHostMain' });
    assert.deepEqual(asked[0]?.environment, { VSCODE_ESM_ENTRYPOINT: 'agentHostMain' });
  });

  it('decides without a window if only another folder’s window is open', async () => {
    publish([join(scratch, 'project')]);
    const outputs: Ended[] = [];
    for (let count = 0; count < 4; count++) {
      outputs.push(await run('PreToolUse', call(join(scratch, 'project-2'), { timestamp: 1 + count })));
    }
    assert.deepEqual(
      outputs.map(({ code, stderr }) => [code, stderr]),
      Array(4).fill([0, '']),
    );
    assert.equal(asked.length, 0);
    assert.match(outputs[3]?.stdout ?? '', /"permissionDecision":"deny"/);
  });

  it('decides alone with the user’s own settings', async () => {
    publish([], { enabled: false });
    for (let count = 0; count < 5; count++) {
      assert.equal((await run('PreToolUse', call(scratch))).stdout, '');
    }
  });

  it('continues without a window when the window closes in the middle', async () => {
    publish([scratch]);
    assert.ok(heard(await run('PreToolUse', call(scratch))));
    withdrawWindow(home);
    server.dispose();
    assert.deepEqual(await run('PreToolUse', call(scratch)), { code: 0, stdout: '', stderr: '' });
  });

  it('does nothing and exits with 0 if half of it is missing or broken', async () => {
    publish([scratch]);
    for (const [name, text] of [
      ['hook.js', undefined],
      ['hook.js', 'throw new Error("broken")'],
      ['hook.js', 'process.exit(7)'],
      ['hook.sh', undefined],
    ] as const) {
      const path = join(plugin, name);
      const whole = readFileSync(path);
      try {
        rmSync(path);
        if (text !== undefined) {
          writeFileSync(path, text);
        }
        const { code, stdout } = await run('PreToolUse', call(scratch));
        assert.deepEqual([code, stdout], [0, ''], `${name} ${text}`);
      } finally {
        writeFileSync(path, whole);
      }
    }
  });

  it('ignores an address or a program that others could have written', async function () {
    if (process.platform === 'win32' || process.getuid?.() !== 0) {
      this.skip();
    }
    publish([scratch]);
    const file = join(home, '.local/state/tool-loop-guard/windows', `${windowName()}.json`);
    chmodSync(file, 0o644);
    assert.equal((await run('PreToolUse', call(scratch))).stdout, '');
    chmodSync(file, 0o600);
    assert.ok(heard(await run('PreToolUse', call(scratch))));
    chmodSync(join(file, '..'), 0o770);
    assert.equal((await run('PreToolUse', call(scratch))).stdout, '');
    assert.equal(asked.length, 1);
  });

  it('writes only for this user, and removes the files of dead windows', () => {
    const windows = join(home, '.local/state/tool-loop-guard/windows');
    publish([scratch]);
    const own = JSON.parse(readFileSync(join(windows, `${windowName()}.json`), 'utf8')) as object;
    writeFileSync(join(windows, 'here-4194303.json'), JSON.stringify({ ...own, pid: 4194303 }), { mode: 0o600 });
    writeFileSync(join(windows, `elsewhere-${process.pid}.json`), JSON.stringify({ ...own, host: 'elsewhere' }), {
      mode: 0o600,
    });
    publish([scratch]);
    assert.deepEqual(
      readdirSync(windows).toSorted(),
      [`${windowName()}.json`, `elsewhere-${process.pid}.json`].toSorted(),
    );
    for (const name of ['windows', 'node', 'settings.json', `windows/${windowName()}.json`]) {
      assert.equal(statSync(join(windows, '..', name)).mode & 0o077, 0, name);
    }
    withdrawWindow(home);
    assert.deepEqual(readdirSync(windows), [`elsewhere-${process.pid}.json`]);
  });

  it('leaves only Copilot sessions to the user’s own hook file, if that is installed', async () => {
    publish([scratch]);
    mkdirSync(join(home, '.copilot/hooks'), { recursive: true });
    writeFileSync(join(home, '.copilot/hooks/tool-loop-guard.json'), '{}');
    assert.equal((await run('PreToolUse', call(scratch))).stdout, '');
    const local = { timestamp: 't', session_id: 's', cwd: scratch, hook_event_name: 'PreToolUse', tool_use_id: 'c' };
    assert.ok(heard(await run('PreToolUse', { ...local, tool_name: 'x' })));
    assert.equal(asked.length, 1);
  });
});
