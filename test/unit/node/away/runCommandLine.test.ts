import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runCommandLine } from '../../../../src/node/away/runCommandLine';
import { newFolderForEach } from '../../../fakes/newFolder';

describe('a command line at a stop', () => {
  let folder: string;
  before(function () {
    if (process.platform === 'win32') {
      this.skip();
    }
  });
  newFolderForEach((made) => (folder = made));

  const run = (line: string, timeoutMs = 5_000): string[] => {
    const faults: string[] = [];
    const environment = { ...process.env, OUT: join(folder, 'out') };
    void runCommandLine(
      line,
      { TOOL_LOOP_TEXT: 'Loop stopped: Read ×4' },
      {
        environment,
        timeoutMs,
        onFault: (reason) => faults.push(reason),
      },
    );
    return faults;
  };
  const until = async (isSo: () => boolean): Promise<void> => {
    for (let tries = 0; tries < 200 && !isSo(); tries++) {
      await wait(50);
    }
    assert.ok(isSo());
  };

  it('gets the stop in environment variables', async () => {
    const faults = run('printf %s "$TOOL_LOOP_TEXT" > "$OUT.part" && mv "$OUT.part" "$OUT"');
    await until(() => existsSync(join(folder, 'out')));
    assert.equal(readFileSync(join(folder, 'out'), 'utf8'), 'Loop stopped: Read ×4');
    assert.deepEqual(faults, []);
  });

  it('is ended with all its processes if it takes too long', async () => {
    const faults = run('sleep 30 & echo $! > "$OUT.part"; mv "$OUT.part" "$OUT"; wait', 1_000);
    await until(() => faults.length > 0);
    const pid = Number(readFileSync(join(folder, 'out'), 'utf8'));
    await until(() => !isRunning(pid));
    assert.deepEqual(faults, ['it took too long and was ended']);
  });

  it('is reported if it fails, and doesn’t throw', async () => {
    const faults = run('exit 3');
    await until(() => faults.length > 0);
    assert.deepEqual(faults, ['it ended with exit code 3']);
    assert.doesNotThrow(() => run('\0'));
  });
});

/** A zombie isn't running. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
