import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { versionOfProgram } from '../../../../src/node/commands/agentProgram';

describe('the program of an agent', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'program-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function program(text: string): string {
    const path = join(folder, 'agent');
    writeFileSync(path, text);
    chmodSync(path, 0o700);
    return path;
  }

  it('tells its version', async () => {
    assert.equal(await versionOfProgram(program('#!/bin/sh\necho "agent 1.2.3 (build 4)"\n')), '1.2.3');
  });

  it('tells nothing when it cannot be started, at once or later', async () => {
    // Node throws for some of these, and reports others by an event. On Windows it throws for every .cmd.
    const below = join(program('#!/bin/sh\n'), 'agent');
    for (const path of [below, join(folder, 'missing'), 'a\0b']) {
      assert.equal(await versionOfProgram(path), undefined);
    }
  });
});
