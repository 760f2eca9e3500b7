import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { administratorsFolder, readMachineSettings } from '../../../../src/node/files/machineSettings';
import { runHook } from '../../../../src/node/commands/hookCommand';
import { newFolderForEach } from '../../../fakes/newFolder';
import { Sink } from '../../../fakes/sink';

describe('the file of the machine-wide settings', () => {
  let folder: string;
  let file: string;
  /** Stands for root. */
  let owner: number;

  newFolderForEach((made) => {
    folder = made;
    file = join(folder, 'settings.json');
    owner = statSync(folder).uid;
  });

  const read = (trust: Parameters<typeof readMachineSettings>[1] = { owner }) => readMachineSettings(file, trust);

  it('is in a place where only administrators can write', () => {
    const folderOn = (platform: NodeJS.Platform): string =>
      administratorsFolder('ToolLoopGuard', 'tool-loop-guard', platform);
    assert.deepEqual((['linux', 'darwin', 'win32'] as const).map(folderOn), [
      '/etc/tool-loop-guard',
      '/Library/Application Support/ToolLoopGuard',
      'C:\\Program Files\\ToolLoopGuard',
    ]);
  });

  it('may be missing', () => {
    assert.equal(read(), undefined);
  });

  it('can have comments and a byte order mark, like settings.json', () => {
    writeFileSync(file, '\uFEFF{\n  // For all.\n  "toolLoopGuard.mode": "warn",\n}', { mode: 0o644 });
    assert.deepEqual(read(), { file, values: { mode: 'warn' } });
  });

  it('is reported if it can’t be read', () => {
    writeFileSync(file, '{ "mode": ', { mode: 0o644 });
    assert.match(JSON.stringify(read()?.fault), /settings\.json/);
    assert.equal(read()?.values, undefined);
  });

  describe('on POSIX', () => {
    before(function () {
      if (process.platform === 'win32') {
        this.skip();
      }
    });

    it('is ignored if its owner isn’t root', () => {
      writeFileSync(file, '{"mode":"warn"}', { mode: 0o644 });
      assert.equal(read({ owner: owner + 1 })?.fault, 'notProtected');
    });

    for (const [what, mode] of [
      ['its group', 0o664],
      ['everybody', 0o646],
    ] as const) {
      it(`is ignored if ${what} may write to it or to its folder`, () => {
        writeFileSync(file, '{"mode":"warn"}');
        chmodSync(file, mode);
        assert.deepEqual(read(), { file, values: undefined, fault: 'notProtected' });
        chmodSync(file, 0o644);
        assert.deepEqual(read()?.values, { mode: 'warn' });
        chmodSync(folder, mode | 0o111);
        assert.equal(read()?.fault, 'notProtected');
      });
    }

    it('is ignored without waiting if it isn’t a regular file', () => {
      mkdirSync(file);
      assert.ok(read()?.fault !== undefined);
      rmSync(file, { recursive: true });
      execFileSync('mkfifo', [file]);
      assert.equal(read()?.fault, 'notProtected');
    });
  });

  it('overrides the user’s file and the environment for hooks on the command line', async () => {
    const settingsFile = join(folder, 'mine.json');
    writeFileSync(settingsFile, '{"maxRepeats": 50, "mode": "warn"}');
    const machine = { file, values: { maxRepeats: 2, mode: 'break' } };
    const answers: string[] = [];
    for (const id of ['a', 'b']) {
      const input = {
        session_id: 's',
        hook_event_name: 'PreToolUse',
        tool_name: 'Read',
        tool_input: { file_path: 'x' },
        tool_use_id: id,
      };
      const [output, errors] = [new Sink(), new Sink()];
      await runHook(
        { harness: 'claude', settingsFile, stateFolder: join(folder, 'state'), machine },
        JSON.stringify(input),
        output,
        errors,
        { TOOL_LOOP_MAX_REPEATS: '40' },
      );
      assert.equal(errors.text, '');
      answers.push(output.text);
    }
    assert.equal(answers[0], '');
    assert.match(answers[1] ?? '', /deny|"continue":false|block/);
  });

  it('is reported by a hook on standard error, once per call, if it can’t be used', async () => {
    const errors = new Sink();
    await runHook(
      { harness: 'claude', stateFolder: join(folder, 'state'), machine: { file, values: { mode: 'shout' } } },
      '{}',
      new Sink(),
      errors,
      {},
    );
    assert.ok(errors.text.includes(`${file}: "shout" isn’t valid for toolLoopGuard.mode.`), errors.text);
  });
});
