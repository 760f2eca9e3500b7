// Windows that hang or have died, and what killed hooks and windows leave behind.
import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { publishWindow, withdrawWindow } from '../../src/node/transport/publishedWindows';
import { ended, hookLine, writeProgram } from '../robustness/hookProcess';
import { attack } from './attack';

const LINE = hookLine('PreToolUse');

describe('the pipes of hooks', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'attack-pipe-'));
  after(() => discard(scratch));

  function homeWithProgram(): string {
    const home = mkdtempSync(join(scratch, 'home-'));
    const program = join(home, 'program');
    writeFileSync(program, '#!/bin/sh\ncat >/dev/null\necho asked\n', { mode: 0o700 });
    writeProgram(home, program);
    return home;
  }

  const start = (home: string, more: NodeJS.ProcessEnv = {}) =>
    spawn('/bin/sh', ['-c', LINE], { env: { HOME: home, PATH: process.env['PATH'], ...more } });

  attack('a pipe with a reused process ID is asked once, then the program for a minute', () => [
    {
      what: 'a stale file "pipe"',
      run: async () => {
        const home = homeWithProgram();
        const folder = mkdtempSync(join(scratch, 'dead-'));
        execFileSync('mkfifo', ['-m', '600', join(folder, 'in')]);
        // Keeps what hooks write, like a pipe that nobody reads.
        const held = openSync(join(folder, 'in'), constants.O_RDWR);
        const other = spawn('sleep', ['60']);
        const file = join(home, '.local/state/tool-loop-guard/pipe');
        writeFileSync(file, `${other.pid} ${folder}\n`, { mode: 0o600 });
        try {
          const outputs: string[] = [];
          for (let call = 0; call < 3; call++) {
            outputs.push((await ended(start(home), '{}')).stdout.trim());
          }
          // Another window is asked at once.
          writeFileSync(file, `${other.pid} ${folder}/\n`, { mode: 0o600 });
          const { stderr } = await ended(start(home), '{}');
          return outputs.join() === ',asked,asked' && stderr.includes('did not answer') ? undefined : outputs.join();
        } finally {
          closeSync(held);
          other.kill('SIGKILL');
        }
      },
    },
  ]);

  attack('the files of a killed window are removed when another one opens', () => [
    {
      what: 'SIGKILL',
      run: async () => {
        const home = homeWithProgram();
        const folder = mkdtempSync(join(scratch, 'tool-loop-guard-'));
        const socket = join(folder, 'hook.sock');
        const listen = `require('net').createServer().listen(${JSON.stringify(socket)}, () => console.log('ready'))`;
        const window = spawn(process.execPath, ['-e', listen]);
        await new Promise((done) => window.stdout.once('data', done));
        window.kill('SIGKILL');
        await new Promise((done) => window.once('exit', done));
        const windows = join(home, '.local/state/tool-loop-guard/windows');
        mkdirSync(windows, { mode: 0o700 });
        const address = { socket, token: 'x', pid: window.pid, host: hostname(), folders: [], userData: '' };
        writeFileSync(join(windows, 'dead.json'), JSON.stringify(address), { mode: 0o600 });
        const facts = { socket: '', token: '', folders: [], userData: '', program: process.execPath, settings: {} };
        publishWindow(facts, home);
        withdrawWindow(home);
        const left = [...readdirSync(windows), ...(existsSync(folder) ? [folder] : [])];
        return left.length === 0 ? undefined : left.join();
      },
    },
  ]);
});
