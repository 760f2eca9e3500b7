import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { HookPipe, type HookPipePorts, type PipeQuestion } from '../../src/node/transport/hookPipe';
import { ended, type Ended, writeProgram } from '../robustness/hookProcess';

const PLUGIN = resolve(__dirname, '../../plugin');
const LINE = `TOOL_LOOP_GUARD_ROUTE=agent; . "${PLUGIN}/hook.sh"`;

/** Shells that agents may run a line with, and their options, if they are installed. */
const SHELLS = [['sh'], ['bash'], ['bash', '--posix'], ['zsh'], ['zsh', '--emulate', 'sh'], ['busybox', 'sh']].filter(
  ([shell = '']) => existsSync(join('/bin', shell)),
);

/** A stand-in for a program that runs hook.js: prints that it started, and the length of its input. */
const PROGRAM = '#!/bin/sh\nprintf \'{"program":%s}\' "$(cat | wc -c | tr -d " ")"\n';

for (const [shell = '', ...options] of SHELLS) {
  describe(`a hook that asks on a named pipe, in ${[shell, ...options].join(' ')}`, function () {
    this.timeout(30_000);
    const scratch = mkdtempSync(join(tmpdir(), 'hook-pipe-'));
    const program = join(scratch, 'program');
    let folder: string;
    let pipe: HookPipe;
    let asked: PipeQuestion[];
    let faults: unknown[];

    before(() => {
      writeFileSync(program, PROGRAM);
      chmodSync(program, 0o700);
      writeProgram(join(scratch, 'home'), program);
    });
    beforeEach(() => {
      folder = mkdtempSync(join(scratch, 'pipes-'));
      asked = [];
      faults = [];
    });
    afterEach(() => {
      pipe.dispose();
      assert.deepEqual(readdirSync(folder), [], 'no file is left');
    });
    after(() => discard(scratch));

    async function listen(ports: Partial<HookPipePorts> = {}): Promise<void> {
      pipe = new HookPipe(folder, {
        isOurs: () => true,
        answer: (question) => {
          asked.push(question);
          return { output: '{"systemMessage":"it\'s \\\\heard\\\\ "}' };
        },
        onFault: (error) => faults.push(error),
        ...ports,
      });
      await pipe.listen();
    }

    // If its input is a socket, bash reads the user's own file, unless another shell has started it.
    const spawned = (line: string, more: NodeJS.ProcessEnv, input: 'pipe' | 'ignore'): ChildProcess =>
      spawn(`/bin/${shell}`, [...options, '-c', line], {
        env: {
          HOME: join(scratch, 'home'),
          PATH: process.env['PATH'],
          SHLVL: '2',
          TOOL_LOOP_GUARD_PLUGIN: PLUGIN,
          ...more,
        },
        stdio: [input, 'pipe', 'pipe'],
      });
    function start(input: string, more: NodeJS.ProcessEnv = {}, owner = process.pid, line = LINE) {
      const child = spawned(line, { TOOL_LOOP_GUARD_PIPE: `${owner} ${folder}`, ...more }, 'pipe');
      return { child, done: ended(child, input) };
    }
    /** For a hook whose input has already ended. */
    async function codeOf(line: string, more: NodeJS.ProcessEnv): Promise<number | null> {
      const child = spawned(line, { TOOL_LOOP_GUARD_PIPE: undefined, ...more }, 'ignore');
      child.stdout?.resume();
      child.stderr?.resume();
      const [code] = (await once(child, 'close')) as [number | null];
      return code;
    }
    const run = (input: string, more: NodeJS.ProcessEnv = {}, owner?: number): Promise<Ended> =>
      start(input, more, owner).done;

    it('prints the window’s answer, and tells the window which agent started the hook', async () => {
      await listen();
      const { code, stdout, stderr } = await run('{"a":"ä \\\\n \u2028"}\n', { CLAUDECODE: '1', COPILOT_HOME: '/c' });
      assert.deepEqual([code, stdout, stderr], [0, '{"systemMessage":"it\'s \\\\heard\\\\ "}', '']);
      assert.deepEqual(asked, [
        {
          input: '{"a":"ä \\\\n \u2028"}',
          route: 'agent',
          isInherited: true,
          environment: { CLAUDECODE: '1', COPILOT_HOME: '/c' },
        },
      ]);
      assert.deepEqual(faults, []);
    });

    it('prints nothing if the window has no answer or fails', async () => {
      await listen({ answer: () => ({ output: '' }) });
      assert.deepEqual(text(await run('{}')), [0, '']);
      pipe.dispose();
      await listen({
        answer: () => {
          throw new Error('broken');
        },
      });
      assert.deepEqual(text(await run('{}')), [0, '']);
      assert.match(String(faults[0]), /broken/);
    });

    it('gives up an answer that nobody reads anymore', async () => {
      let started: ReturnType<typeof start> | undefined;
      await new Promise<void>((done) => {
        void listen({
          answer: () => {
            started?.child.kill('SIGKILL');
            // More than a pipe's capacity.
            return { output: 'x'.repeat(1024 * 1024), afterwards: done };
          },
        }).then(() => (started = start('{}')));
      });
      assert.equal((await started?.done)?.stdout, '');
    });

    it('handles ten megabytes', async () => {
      await listen();
      const input = JSON.stringify({ text: 'x'.repeat(10 * 1024 * 1024) });
      assert.equal((await run(input)).code, 0);
      assert.equal(asked[0]?.input.length, input.length);
    });

    it('answers fifty at once, each with its own', async () => {
      await listen({ answer: ({ input }) => ({ output: input }) });
      const inputs = Array.from({ length: 50 }, (_, index) => `{"index":${index}}`);
      const results = await Promise.all(inputs.map((input) => run(input)));
      assert.deepEqual(
        results.map(text),
        inputs.map((input) => [0, input]),
      );
      assert.deepEqual(faults, []);
    });

    it('starts the program with the whole input if the session belongs to another window', async () => {
      await listen({ isOurs: () => false });
      assert.deepEqual(text(await run('{"a":1}')), [0, '{"program":7}']);
    });

    it('starts the program without waiting if the window has died', async () => {
      await listen();
      const dead = spawn('true');
      await new Promise((resolveExit) => dead.once('exit', resolveExit));
      assert.deepEqual(text(await run('{"a":1}', {}, dead.pid)), [0, '{"program":7}']);
      assert.deepEqual(asked, []);
    });

    it('prints nothing if there is no program either', async () => {
      await listen({ isOurs: () => false });
      const none = { HOME: '/nowhere', TOOL_LOOP_GUARD_PLUGIN: '/nowhere' };
      assert.deepEqual(text(await run('{"a":1}', none)), [0, '']);
    });

    it('starts the program if the window closes before it answers', async () => {
      let arrived = (): void => undefined;
      const arrival = new Promise<void>((resolveArrival) => (arrived = resolveArrival));
      await listen({
        answer: () => {
          arrived();
          return new Promise(() => undefined);
        },
      });
      const { done } = start('{"a":1}');
      await arrival;
      pipe.dispose();
      assert.deepEqual(text(await done), [0, '{"program":7}']);
    });

    it('tells the window that a hook ended before it got its answer', async () => {
      const signals: AbortSignal[] = [];
      let arrived = (): void => undefined;
      const arrival = new Promise<void>((resolveArrival) => (arrived = resolveArrival));
      await listen({
        answer: async (_, gone) => {
          signals.push(gone);
          arrived();
          await new Promise((resolveGone) => gone.addEventListener('abort', resolveGone));
          return { output: '' };
        },
      });
      const { child, done } = start('{"a":1}');
      await arrival;
      assert.equal(signals[0]?.aborted, false);
      child.kill('SIGTERM');
      await done;
      while (!signals.some(({ aborted }) => aborted)) {
        await new Promise(setImmediate);
      }
    });

    it('gives up a window that hangs, with a message, whatever the size of the input', async () => {
      await listen();
      // Another living process that never reads its input.
      const hanging = spawn('sleep', ['60']);
      const silent = mkdtempSync(join(scratch, 'silent-'));
      execFileSync('mkfifo', ['-m', '600', join(silent, 'in')]);
      const reader = openSync(join(silent, 'in'), constants.O_RDWR);
      try {
        const more = { TOOL_LOOP_GUARD_PIPE: `${hanging.pid} ${silent}` };
        const results = await Promise.all([
          run('{}', more),
          run(JSON.stringify({ text: 'x'.repeat(1_000_000) }), more),
        ]);
        for (const { code, stdout, stderr } of results) {
          assert.deepEqual([code, stdout], [0, '']);
          assert.match(stderr, /^tool-loop-guard: This call was not checked, the agent goes on: [^\n]+\n$/);
        }
        assert.deepEqual(readdirSync(silent), ['in']);
      } finally {
        closeSync(reader);
        hanging.kill();
      }
    });

    it('starts the program if the pipe is a link to another user’s pipe', async () => {
      await listen();
      const linked = mkdtempSync(join(scratch, 'linked-'));
      execFileSync('mkfifo', ['-m', '600', join(scratch, `elsewhere-${shell}`)]);
      symlinkSync(join(scratch, `elsewhere-${shell}`), join(linked, 'in'));
      const more = { TOOL_LOOP_GUARD_PIPE: `${process.pid} ${linked}` };
      assert.deepEqual(text(await run('{"a":1}', more)), [0, '{"program":7}']);
    });

    it('starts the program if the window dies before it reads', async () => {
      await listen();
      const dying = spawn('sleep', ['1']);
      const silent = mkdtempSync(join(scratch, 'silent-'));
      execFileSync('mkfifo', ['-m', '600', join(silent, 'in')]);
      const reader = openSync(join(silent, 'in'), constants.O_RDWR);
      const more = { TOOL_LOOP_GUARD_PIPE: `${dying.pid} ${silent}` };
      assert.deepEqual(text(await run('{"a":1}', more)), [0, '{"program":7}']);
      closeSync(reader);
      assert.deepEqual(readdirSync(silent), ['in']);
    });

    for (const [what, closing] of [
      ['standard input', '<&-'],
      ['standard output', '>&-'],
      ['standard error', '2>&-'],
      ['everything', '<&- >&- 2>&-'],
    ] as const) {
      if (shell === 'zsh' && closing.includes('2>')) {
        // It then ends with 126, which refuses nothing.
        continue;
      }
      it(`exits with 0 if ${what} is closed`, async () => {
        await listen();
        const asking = { TOOL_LOOP_GUARD_PIPE: `${process.pid} ${folder}` };
        for (const more of [asking, {}, { HOME: '/nowhere', PATH: '/nowhere' }]) {
          assert.equal(await codeOf(`exec ${closing}; ${LINE}`, more), 0);
        }
      });
    }

    it('exits with 0 in a shell that exits on errors and unset variables', async () => {
      await listen({ isOurs: () => false });
      const failing = join(scratch, 'failing');
      writeProgram(join(scratch, 'home-of-failing'), failing);
      writeFileSync(failing, '#!/bin/sh\ncat >/dev/null\nexit 2\n', { mode: 0o700 });
      const strict = `set -eu; ${LINE}`;
      for (const more of [{ TOOL_LOOP_GUARD_PIPE: '' }, {}, { TOOL_LOOP_GUARD_PIPE: undefined, HOME: undefined }]) {
        const { code, stdout, stderr } = await start(
          '{}',
          { HOME: join(scratch, 'home-of-failing'), ...more },
          undefined,
          strict,
        ).done;
        assert.deepEqual([code, stdout], [0, ''], `${JSON.stringify(more)} ${stderr}`);
      }
    });

    it('asks with any umask, and starts the program if pipes of a hook with its process ID are left', async () => {
      await listen();
      assert.equal((await start('{}', {}, undefined, `umask 0777; ${LINE}`).done).code, 0);
      assert.equal(asked.length, 1);
      const left = `: >"${folder}/$$.answer"; ${LINE}`;
      assert.deepEqual(text(await start('{"a":1}', {}, undefined, left).done), [0, '{"program":7}']);
    });

    it('does follow-up work after the hook has taken its answer', async () => {
      let after = (): void => undefined;
      const afterwards = new Promise<void>((resolveAfter) => (after = resolveAfter));
      await listen({ answer: () => ({ output: '{}', afterwards: () => after() }) });
      assert.deepEqual(text(await run('{}')), [0, '{}']);
      await afterwards;
    });

    it('ignores invalid process IDs, and answer files that aren’t pipes', async () => {
      await listen();
      writeFileSync(join(folder, 'in'), '../../x\n0\n-1\n12345678901234\nnonsense\n');
      writeFileSync(join(folder, `${process.pid}.answer`), '');
      writeFileSync(join(folder, `${process.pid}.question`), '');
      writeFileSync(join(folder, 'in'), `${process.pid}\n`);
      assert.deepEqual(text(await run('{}')).slice(0, 1), [0]);
      assert.equal(asked.length, 1);
      rmSync(join(folder, `${process.pid}.answer`), { force: true });
      rmSync(join(folder, `${process.pid}.question`), { force: true });
    });
  });
}

const text = ({ code, stdout }: Ended): [number | null, string] => [code, stdout];
