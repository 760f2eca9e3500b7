import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import {
  ADDRESS_VARIABLE,
  createHookAddress,
  type HookAddress,
  TOKEN_VARIABLE,
} from '../../src/node/transport/hookAddress';
import { HookServer } from '../../src/node/transport/hookServer';
import { buildDoor, ended, hookLines, writeProgram } from '../robustness/hookProcess';

const ROOT = resolve(__dirname, '../..');
const onPosix = process.platform !== 'win32';

describe('the socket of the hooks', () => {
  const asked: string[] = [];
  const faults: unknown[] = [];
  let address: HookAddress;
  let server: HookServer;

  before(async () => {
    const umask = onPosix ? process.umask(0) : 0;
    try {
      address = createHookAddress();
      server = new HookServer(
        address,
        (input) => {
          asked.push(input);
          return { output: '{"systemMessage":"heard"}' };
        },
        (error) => faults.push(error),
      );
      await server.listen();
    } finally {
      if (onPosix) {
        process.umask(umask);
      }
    }
  });
  beforeEach(() => {
    asked.length = 0;
    faults.length = 0;
  });
  after(() => server.dispose());

  it('rejects if it can’t be closed to other users', async () => {
    const open = createHookAddress();
    const protect = (): never => {
      throw new Error('not permitted');
    };
    const unprotected = new HookServer(
      { ...open, protect },
      () => ({ output: '' }),
      (error) => faults.push(error),
    );
    await assert.rejects(unprotected.listen(), /not permitted/);
    unprotected.dispose();
  });

  /** Sends raw bytes; resolves to the answer when the server has closed the connection. */
  function raw(bytes: string | Buffer): Promise<string> {
    return new Promise((done) => {
      let text = '';
      const socket = connect(address.path, () => socket.write(bytes));
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => done(text));
      socket.setTimeout(2_000, () => socket.end());
    });
  }

  const question = (token: string, input = '{}'): string => `${token}${JSON.stringify({ input })}\n`;
  const HEARD = `${JSON.stringify('{"systemMessage":"heard"}')}\n`;

  it('is closed to other users, like its folder, whatever the umask', function () {
    if (!onPosix) {
      this.skip();
    }
    assert.equal(statSync(dirname(address.path)).mode & 0o777, 0o700);
    assert.equal(statSync(address.path).mode & 0o777, 0o600);
    assert.equal(statSync(address.path).uid, process.getuid?.());
    assert.ok(statSync(address.path).isSocket());
  });

  it('has a new random name and token each time', () => {
    const others = Array.from({ length: 20 }, () => createHookAddress());
    try {
      const all = [address, ...others];
      assert.equal(new Set(all.map(({ path }) => path)).size, all.length);
      assert.equal(new Set(all.map((other) => other.token)).size, all.length);
      assert.ok(all.every((other) => /^[0-9a-f]{64}$/.test(other.token)));
      assert.match(createHookAddress('win32').path, /^\\\\\.\\pipe\\tool-loop-guard-[0-9a-f]{32}$/);
    } finally {
      others.forEach((other) => other.dispose());
    }
  });

  it('cannot be entered by another user', function () {
    if (!onPosix || process.getuid?.() !== 0) {
      this.skip();
    }
    const program =
      `require('net').connect(${JSON.stringify(address.path)}).on('connect', () => ` +
      `console.log('in')).on('error', (error) => console.log(error.code))`;
    let answer: string;
    try {
      answer = execFileSync(process.execPath, ['-e', program], {
        uid: 65534,
        gid: 65534,
        encoding: 'utf8',
        cwd: '/',
        stdio: 'pipe',
      });
    } catch {
      // The other user may not be allowed to start this Node.
      return this.skip();
    }
    assert.equal(answer.trim(), 'EACCES');
  });

  it('opens no port', () => {
    const listening = process
      .getActiveResourcesInfo()
      .filter((name) => name === 'TCPServerWrap' || name === 'TCPSocketWrap');
    assert.deepEqual(listening, []);
    assert.ok(process.getActiveResourcesInfo().includes('PipeWrap') || !onPosix);
  });

  it('answers nobody without the token', async () => {
    const { token } = address;
    const wrong = ['', token.slice(1), '0'.repeat(64), ` ${token}`, `${token.slice(0, -1)}\n`, `Bearer ${token}`];
    for (const each of wrong) {
      assert.equal(await raw(question(each)), '', JSON.stringify(each.length));
    }
    assert.deepEqual(asked, []);
    assert.equal(await raw(question(token)), HEARD);
  });

  it('reads only little from a client without the token', async () => {
    let written = 0;
    const ended = new Promise<void>((done) => {
      const socket = connect(address.path, () => {
        const more = (): void => {
          while (written < 200_000_000 && socket.writable && socket.write(Buffer.alloc(65_536))) {
            written += 65_536;
          }
        };
        socket.on('drain', more);
        more();
      });
      socket.on('error', () => undefined);
      socket.on('data', () => undefined);
      socket.on('close', () => done());
    });
    await ended;
    assert.ok(written < 50_000_000, `${written} bytes were taken`);
    assert.deepEqual(asked, []);
  });

  it('lets a call run if its input is too large, with a message', async () => {
    const answer = await raw(question(address.token, ' '.repeat(64 * 1024 * 1024)));
    assert.ok(['', '""\n'].includes(answer), answer);
    assert.deepEqual(asked, []);
    assert.match(String(faults[0]), /larger than/);
  });

  it('survives invalid requests, incomplete ones, and other protocols', async () => {
    const { token } = address;
    const bad = [
      'x',
      '\0\0\0\0',
      '\n',
      token,
      `${token}\n`,
      `${token}[]\n`,
      `${token}{"input":1}\n`,
      `${token}{"input":"{}"\n`,
      `POST / HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n{}\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ];
    const answers = await Promise.all(bad.map(raw));
    assert.deepEqual([...new Set(answers)], ['']);
    assert.deepEqual(asked, []);
    assert.equal(await raw(question(token)), HEARD);
  });
});

describe('the command of the plugin', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'plugin-'));
  const marker = join(folder, 'marker');
  /** In a variable, the folder may have any name; if VS Code puts it in double quotes into the command, nearly any. */
  const root = join(folder, "it's a $HOME `folder` (x) & ;", 'plugin');
  const written = join(folder, "it's (x) & ; # *", 'plugin');

  before(async function () {
    if (!onPosix) {
      this.skip();
    }
    writeProgram(folder);
    for (const plugin of [root, written]) {
      cpSync(join(ROOT, 'plugin'), plugin, { recursive: true });
      await buildDoor('hook', join(plugin, 'hook.js'));
      // This test isn't about verdicts, and the engine is slow.
      writeFileSync(join(plugin, 'engineOfHook.js'), 'exports.runHook = async () => undefined;');
    }
  });
  after(() => discard(folder));

  /** Runs each different command of hooks.json. @returns output, and what started programs left behind */
  function run(environment: NodeJS.ProcessEnv, input = '{}', writtenRoot = '${CLAUDE_PLUGIN_ROOT}'): Promise<string[]> {
    const env = { PATH: '/usr/bin:/bin', HOME: folder, CLAUDE_PLUGIN_ROOT: root, ...environment };
    return Promise.all(
      hookLines(writtenRoot).map(async (line) => {
        const { code, stdout, stderr } = await ended(spawn('/bin/sh', ['-c', line], { cwd: folder, env }), input, true);
        return `${code}:${stdout}${stderr}`;
      }),
    );
  }

  const hostile = [
    `"; touch ${marker}; "`,
    `$(touch ${marker})`,
    `\`touch ${marker}\``,
    `'; touch ${marker}; '`,
    `-o -n x`,
    `\n touch ${marker}\n`,
    `x y "z`,
    `*`,
    `-e require('fs').writeFileSync('${marker}','')`,
  ];

  it('runs nothing from variables, whatever they contain', async () => {
    for (const value of hostile) {
      const each: NodeJS.ProcessEnv[] = [
        { [ADDRESS_VARIABLE]: value, [TOKEN_VARIABLE]: 'x' },
        { [ADDRESS_VARIABLE]: 'x', [TOKEN_VARIABLE]: value },
        { [ADDRESS_VARIABLE]: 'x', [TOKEN_VARIABLE]: 'x', TOOL_LOOP_GUARD_NODE: value },
        {
          [ADDRESS_VARIABLE]: 'x',
          [TOKEN_VARIABLE]: 'x',
          CLAUDE_PLUGIN_ROOT: value,
        },
      ];
      for (const environment of each) {
        const outputs = await run(environment);
        assert.ok(!existsSync(marker), JSON.stringify([value, environment]));
        if (environment['CLAUDE_PLUGIN_ROOT'] === undefined) {
          assert.ok(
            outputs.every((output) => /^0:(?:tool-loop-guard: [^\n]*\n)?$/.test(output)),
            JSON.stringify([value, outputs]),
          );
        }
      }
    }
  });

  it('works in a folder with spaces, quotes, and shell characters', async () => {
    const address = createHookAddress();
    const server = new HookServer(
      address,
      () => ({ output: '{"heard":true}' }),
      () => undefined,
    );
    await server.listen();
    try {
      const environment = {
        [ADDRESS_VARIABLE]: address.path,
        [TOKEN_VARIABLE]: address.token,
      };
      const outputs = [...(await run(environment)), ...(await run(environment, '{}', written))];
      assert.ok(
        outputs.every((output) => output === '0:{"heard":true}'),
        JSON.stringify(outputs),
      );
    } finally {
      server.dispose();
    }
  });

  it('runs no program of the workspace folder, and nothing from its input', async () => {
    for (const name of ['cat', 'node', 'exec', 'hook.js', 'http.js', 'package.json', '.noderc']) {
      writeFileSync(join(folder, name), name === 'package.json' ? '{"main":"x"}' : `#!/bin/sh\ntouch ${marker}\n`, {
        mode: 0o755,
      });
    }
    symlinkSync(join(folder, 'cat'), join(folder, 'sh'));
    const inputs = [
      `$(touch ${marker})`,
      `{"command":"touch ${marker}"}`,
      `require('fs').writeFileSync('${marker}','')`,
      `{"__proto__":{"x":1},"constructor":{"prototype":{}}}`,
      '\0'.repeat(1_000),
      `\`touch ${marker}\``,
    ];
    for (const input of inputs) {
      await run({ [ADDRESS_VARIABLE]: join(folder, 'gone'), [TOKEN_VARIABLE]: 'x' }, input);
      await run({}, input);
      assert.ok(!existsSync(marker), input);
    }
  });
});
