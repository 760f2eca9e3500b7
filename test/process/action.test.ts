import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { RUNNABLE_AGENTS } from '../../src/node/run/agentCommand';
import { buildDoor } from '../robustness/hookProcess';

const ROOT = resolve(__dirname, '../..');

/** A stand-in for Claude Code: it asks its hook about the same call until it is stopped. */
const AGENT = `#!/usr/bin/env node
  const { appendFileSync, readFileSync } = require('node:fs');
  const { execSync } = require('node:child_process');
  const given = process.argv.slice(2);
  const { hooks } = JSON.parse(readFileSync(given[given.indexOf('--settings') + 1], 'utf8'));
  const ask = (event, call, more) => execSync(hooks[event][0].hooks[0].command, { encoding: 'utf8', input:
    JSON.stringify({ session_id: 's', hook_event_name: event, tool_name: 'Bash', tool_use_id: 'call' + call,
      tool_input: { command: 'make' }, ...more }) });
  for (let call = 0; call < 6; call++) {
    if (ask('PreToolUse', call).includes('"continue":false')) break;
    appendFileSync('ran.log', given.at(-1) + '\\n');
    ask('PostToolUse', call, { tool_response: 'the same' });
  }
`;

const ACTION = readFileSync(join(ROOT, 'action.yml'), 'utf8');
const [, SCRIPT = ''] = /^ {6}run: \|\n((?: {8}.*\n)+)/m.exec(ACTION) ?? [];

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly folder: string;
}

describe('the action', function () {
  this.timeout(120_000);
  const scratch = mkdtempSync(join(tmpdir(), 'action-'));
  before(async () => {
    await buildDoor('cli', join(scratch, 'dist/cli.js'));
    mkdirSync(join(scratch, 'bin'));
    writeFileSync(join(scratch, 'bin/claude'), AGENT, { mode: 0o755 });
  });
  after(() => discard(scratch));

  function runStep(inputs: Readonly<Record<string, string>>): Ran {
    const folder = mkdtempSync(join(scratch, 'run-'));
    const { status, stdout } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', SCRIPT], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: `${join(scratch, 'bin')}:${process.env['PATH']}`,
        HOME: folder,
        GITHUB_ACTION_PATH: scratch,
        GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
        ...{ COMMAND: '', AGENT: '', SETTINGS: '', ...inputs },
      },
    });
    return { status, stdout, folder };
  }
  const ran = (folder: string): string => readFileSync(join(folder, 'ran.log'), 'utf8');

  it('ends a looping agent, fails, and explains it in the job summary', () => {
    const { status, folder } = runStep({ COMMAND: 'claude -p "Fix the tests"' });
    assert.deepEqual([status, ran(folder)], [3, 'Fix the tests\n'.repeat(3)]);
    assert.match(readFileSync(join(folder, 'summary.md'), 'utf8'), /was stopped:/);
  });

  it('lists each agent that it can run', () => {
    const [, named = ''] = /One of ([a-z, ]+)\./.exec(ACTION) ?? [];
    assert.deepEqual(named.split(', ').toSorted(), RUNNABLE_AGENTS.map(({ id }) => id).toSorted());
  });

  it('says what to use if nothing is built', () => {
    const { status, stdout } = runStep({ COMMAND: 'claude -p loop', GITHUB_ACTION_PATH: join(ROOT, 'docs') });
    assert.deepEqual(
      [status, stdout],
      [1, '::error::Nothing is built here. Use a tag that has what is built, such as v0.\n'],
    );
  });

  it('accepts settings', () => {
    const settings = join(scratch, 'settings.json');
    writeFileSync(settings, '{ "mode": "warn" }');
    const { status, folder } = runStep({ COMMAND: 'claude -p loop', SETTINGS: settings, AGENT: 'claude' });
    assert.deepEqual([status, ran(folder)], [0, 'loop\n'.repeat(6)]);
  });
});
