import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { extensions } from 'vscode';
import { ready } from '../e2e/agent';
import { noSettings } from '../e2e/settings';

describe('the installed extension', () => {
  before(ready);
  beforeEach(noSettings);
  after(noSettings);

  it('is active without anybody asking for it', () => {
    assert.equal(extensions.getExtension('tool-loop-guard.tool-loop-guard')?.isActive, true);
  });

  it('tells its hooks where it listens, and with which program to ask', () => {
    for (const variable of ['TOOL_LOOP_GUARD_ADDRESS', 'TOOL_LOOP_GUARD_TOKEN']) {
      assert.ok(process.env[variable], variable);
    }
    const written = join(homedir(), '.local/state/tool-loop-guard/node');
    assert.ok(existsSync(readFileSync(written, 'utf8').trim()));
  });
});
