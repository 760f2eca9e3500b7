import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endTree } from '../../../scripts/vscode/processes.mjs';

/** Starts a process of a group of its own that starts such a one itself, says its number, and stays. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
  console.log(child.pid);
  setInterval(() => {}, 1000);
`;

/** The state of a process as Linux names it: a zombie (Z) has ended, and nobody has asked for its exit code. */
function stateOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat[stat.lastIndexOf(')') + 2] ?? '';
  } catch {
    return 'gone';
  }
}

describe('the end of a process', () => {
  it('is the end of what it started, even in a group of its own', async function () {
    if (!existsSync('/proc/self/stat')) {
      this.skip();
    }
    const parent = spawn(process.execPath, ['-e', PARENT], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: parent.stdout });
    const line = await new Promise<string>((resolve) => lines.once('line', resolve));
    await endTree(parent.pid as number);
    assert.match(stateOf(Number(line)), /^(?:gone|Z)$/);
  });
});
