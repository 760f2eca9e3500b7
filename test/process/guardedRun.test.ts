import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { runGuarded } from '../../src/node/run/guardedRun';
import { sharedFolder } from '../../src/node/plugin/sharedFolder';
import { Sink } from '../fakes/sink';

const AT = '2026-01-01T00:00:00.000Z';
const STOP = 'claude: a tool call loop was blocked (identical calls: 4 of 4, Bash(make))';
const TOLD = `${new Date(AT).toLocaleString()} ${STOP}, 2 times`;

/** A stand-in for the hook command that leaves the same files behind. */
const HOOK = `
  const { appendFileSync, mkdirSync } = require('node:fs');
  const folder = process.argv[process.argv.indexOf('--state') + 1];
  mkdirSync(folder + '/sessions', { recursive: true });
  if (process.env.LOOPS) appendFileSync(folder + '/stops.log', ${JSON.stringify(`${AT} ${STOP}\n`.repeat(2))});
`;

/** A stand-in for the agent: it runs its hook, and ends with the requested code. */
const AGENT = `#!/usr/bin/env node
  const { readFileSync } = require('node:fs');
  const { execSync } = require('node:child_process');
  const given = process.argv.slice(2);
  const { hooks } = JSON.parse(readFileSync(given[given.indexOf('--settings') + 1], 'utf8'));
  if (process.env.CALLS) execSync(hooks.PreToolUse[0].hooks[0].command);
  if (given.includes('--stubborn')) setInterval(() => undefined, 1000);
  else process.exitCode = Number(given.at(-1));
`;

describe('tool-loop-guard run', function () {
  this.timeout(30_000);
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'run-command-'));
    writeFileSync(join(folder, 'hook.js'), HOOK);
    program('claude', AGENT);
    // Starts the words after its own options, as if a package contained that program.
    program(
      'npx',
      `#!/usr/bin/env node
      const given = process.argv.slice(2);
      const at = given.findIndex((word, index) => !word.startsWith('-') && given[index - 1] !== '-p');
      const { spawnSync } = require('node:child_process');
      const { status } = spawnSync(${JSON.stringify(join(folder, 'claude'))}, given.slice(at + 1));
      process.exitCode = status;`,
    );
  });
  after(() => discard(folder));
  const program = (name: string, text: string): void => writeFileSync(join(folder, name), text, { mode: 0o755 });
  let graceMilliseconds: number;
  let named: string | undefined;
  let settingsFile: string | undefined;
  beforeEach(() => {
    graceMilliseconds = 50;
    named = undefined;
    settingsFile = undefined;
  });

  async function run(
    variables: NodeJS.ProcessEnv,
    ...given: readonly string[]
  ): Promise<{ readonly code: number; readonly said: string }> {
    const errors = new Sink();
    const code = await runGuarded(
      {
        command: given,
        agent: named,
        settingsFile,
        environment: { ...process.env, ...variables },
        home: join(folder, 'home'),
        program: join(folder, 'hook.js'),
        graceMilliseconds,
      },
      errors,
    );
    return { code, said: errors.text };
  }
  const claude = (): string => join(folder, 'claude');

  it('exits like an agent that doesn’t loop', async () => {
    const { code, said } = await run({ CALLS: '1' }, claude(), '-p', '5');
    assert.deepEqual([code, said], [5, 'tool-loop-guard: Claude Code ended without a loop.\n']);
  });

  it('ends an agent that continues after a stop, and reports the stop', async () => {
    const summary = join(folder, 'summary.md');
    const { code, said } = await run({ CALLS: '1', LOOPS: '1', GITHUB_STEP_SUMMARY: summary }, claude(), '--stubborn');
    assert.deepEqual([code, said], [3, `tool-loop-guard: Claude Code was stopped:\n  ${TOLD}\n`]);
    assert.match(
      readFileSync(summary, 'utf8'),
      /^### Tool Loop Guard\n\nClaude Code was stopped[^]*\n- `[^`\n]*4 of 4, Bash[^`\n]*`\n/,
    );
  });

  it('never claims that a run had no loop if it checked no call', async () => {
    const { code, said } = await run({}, claude(), '0');
    assert.deepEqual([code, said], [0, 'tool-loop-guard: Claude Code made no tool call that the guard could check.\n']);
  });

  it('leaves no files or processes', async () => {
    await run({ CALLS: '1' }, claude(), '0');
    assert.deepEqual(readdirSync(sharedFolder(join(folder, 'home'))), []);
  });

  it('ends an agent at once if no hook can', async () => {
    const codex = `#!/usr/bin/env node
      const given = process.argv.slice(2);
      const hook = given.find((word) => word.startsWith('hooks.PreToolUse'));
      const [, command] = /command=("(?:[^"\\\\]|\\\\.)*")/.exec(hook);
      require('node:child_process').execSync(JSON.parse(command));
      setInterval(() => undefined, 1000);`;
    program('codex', codex);
    graceMilliseconds = 60_000;
    const { code } = await run({ LOOPS: '1' }, join(folder, 'codex'), 'exec', '--dangerously-bypass-hook-trust', 'x');
    assert.equal(code, 3);
  });

  const wrapped: Readonly<Record<string, readonly string[]>> = {
    'variables in front of it': ['CALLS=1', 'AGENT'],
    'a program that starts it': ['env', 'CALLS=1', 'AGENT'],
    'npx and its package': ['npx', '@anthropic-ai/claude-code@2'],
    'npx, its package, and its program': ['npx', '-p', '@anthropic-ai/claude-code', 'claude'],
  };
  for (const [what, words] of Object.entries(wrapped)) {
    it(`finds an agent that is started with ${what}`, async () => {
      const variables = { CALLS: '1', PATH: `${folder}:${process.env['PATH']}` };
      const given = words.map((word) => (word === 'AGENT' ? claude() : word));
      assert.deepEqual(await run(words[0] === 'npx' ? variables : {}, ...given, '-p', '5'), {
        code: 5,
        said: 'tool-loop-guard: Claude Code ended without a loop.\n',
      });
    });
  }

  it('passes the options of a named agent to the program that npx runs', async () => {
    named = 'claude';
    const { code } = await run({ CALLS: '1', PATH: `${folder}:${process.env['PATH']}` }, 'npx', '-y', 'my-agent', '5');
    assert.equal(code, 5);
  });

  it('doesn’t run with invalid settings', async () => {
    settingsFile = join(folder, 'settings.json');
    assert.match((await run({}, claude(), '0')).said, /settings\.json: /);
    writeFileSync(settingsFile, '{ "maxRepeets": 2 }');
    const { code, said } = await run({}, claude(), '0');
    assert.deepEqual([code, /maxRepeets/.test(said)], [2, true], said);
  });

  it('says what it cannot run', async () => {
    assert.equal((await run({}, join(folder, 'missing', 'claude'))).code, 127);
    const unknown = await run({}, 'make', 'all');
    assert.equal(unknown.code, 2);
    assert.match(unknown.said, /make is no known agent\. Start claude, /);
    const codex = await run({}, 'codex', 'exec', 'x');
    assert.equal(codex.code, 2);
    assert.match(codex.said, /--dangerously-bypass-hook-trust\. With it, it also runs hooks of the repository/);
  });

  it('overrides the settings of Gemini CLI without changing their file', async () => {
    const home = join(folder, 'home');
    mkdirSync(join(home, '.gemini'), { recursive: true });
    const own = '{ "theme": "mine" } // a comment\n';
    writeFileSync(join(home, '.gemini/settings.json'), own);
    writeFileSync(join(home, '.gemini/oauth.json'), 'signed in');
    const seen = join(folder, 'seen.json');
    const gemini = `#!/usr/bin/env node
      const { readFileSync, writeFileSync } = require('node:fs');
      const folder = process.env.GEMINI_CLI_HOME + '/.gemini/';
      const settings = readFileSync(folder + 'settings.json', 'utf8');
      writeFileSync(${JSON.stringify(seen)}, JSON.stringify([settings, readFileSync(folder + 'oauth.json', 'utf8')]));`;
    program('gemini', gemini);
    assert.equal((await run({ GEMINI_CLI_HOME: home }, join(folder, 'gemini'))).code, 0);
    const [settings, login] = JSON.parse(readFileSync(seen, 'utf8')) as [string, string];
    assert.match(settings, /"theme": "mine"[^]*BeforeTool[^]*hook.js/);
    assert.equal(login, 'signed in');
    assert.equal(readFileSync(join(home, '.gemini/settings.json'), 'utf8'), own);
    assert.ok(existsSync(join(home, '.gemini/oauth.json')));
  });
});
