import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { build, type BuildOptions } from 'esbuild';
import type { AgentReport } from '../../src/node/commands/agentReport';
import { OPENCODE_MODULE } from '../../src/node/agents/opencode';
import { version } from '../../package.json';

const ROOT = resolve(__dirname, '../..');
const SETTINGS =
  '{\n  // mine\n  "model": "opus",\n  "env": { "API_KEY": "sk-ant-api03-abcdefghijklmnopqrstuvwxyz" }\n}\n';

describe('tool-loop-guard install, uninstall and doctor', function () {
  this.timeout(60_000);
  const scratch = mkdtempSync(join(tmpdir(), 'install-'));
  const dist = join(scratch, 'package/dist');
  const plugin = join(scratch, 'package/plugin');
  let home: string;
  let project: string;

  before(async () => {
    cpSync(join(ROOT, 'plugin'), plugin, { recursive: true });
    const { options, pluginOptions, repositoryOptions } = createRequire(__filename)('../../esbuild.js') as Record<
      string,
      BuildOptions
    >;
    const common = { absWorkingDir: ROOT, sourcemap: false };
    await Promise.all([
      build({ ...options, ...common, entryPoints: ['src/cli.ts'], outdir: dist }),
      build({ ...pluginOptions, ...common, outdir: plugin }),
      build({ ...repositoryOptions, ...common, outdir: dist }),
    ]);
    writeFileSync(join(dist, OPENCODE_MODULE), '');
  });
  beforeEach(() => {
    home = mkdtempSync(join(scratch, 'home-'));
    project = join(home, 'project');
    mkdirSync(project);
    mkdirSync(join(home, '.claude'));
    writeFileSync(claude(), SETTINGS);
  });
  after(() => discard(scratch));

  const claude = (): string => join(home, '.claude/settings.json');
  const environment = (): NodeJS.ProcessEnv => ({ HOME: home, USERPROFILE: home, PATH: '/usr/bin:/bin' });

  function run(...given: string[]): {
    readonly status: number | null;
    readonly stdout: string;
    readonly stderr: string;
  } {
    return spawnSync(process.execPath, [join(dist, 'cli.js'), ...given], {
      cwd: project,
      env: environment(),
      encoding: 'utf8',
      input: 'y\n',
    });
  }

  it('says what is wrong with a command, and its version', () => {
    const wrong = (...given: string[]): [number | null, string | undefined] => {
      const { status, stderr } = run(...given);
      return [status, stderr.split('\n')[0]];
    };
    assert.deepEqual(wrong(), [2, 'tool-loop-guard: Name a command.']);
    assert.deepEqual(wrong('instal'), [2, 'tool-loop-guard: Unknown command "instal". Did you mean "install"?']);
    assert.deepEqual(wrong('doctor', 'now'), [2, 'tool-loop-guard: doctor doesn’t take "now".']);
    assert.deepEqual(wrong('--nonsense'), [2, "tool-loop-guard: Unknown option '--nonsense'."]);
    const readme = join(home, 'README.md');
    writeFileSync(readme, '# Read me\n');
    for (const [given, told] of [
      ['replay --format xml', '--format can be text or jsonl, not "xml".'],
      ['scan --agent nobody', '--agent can be one of claude, copilot, .*, not "nobody".'],
      ['scan --days x', '--days takes a whole number from 1, not "x".'],
      ['scan --fail-on stopp', '--fail-on can be stop or warn, not "stopp".'],
      ['install claude', 'install doesn’t take "claude". Did you mean --agent claude?'],
      ['help instal', 'Unknown command "instal". Did you mean "install"?'],
      ['scan --html', '--html needs a value.'],
      ['scan --json=yes', '--json doesn’t take a value.'],
      ['doctor --agent claude', 'doctor doesn’t take --agent.'],
      ['run --agent nobody -- make', '--agent can be one of claude, .*, not "nobody".'],
    ] as const) {
      const [code, line = ''] = wrong(...given.split(' '));
      assert.equal(code, 2, given);
      assert.match(line, new RegExp(`^tool-loop-guard: ${told}$`.replace('?', '\\?')));
    }
    assert.deepEqual(wrong('scan', readme), [2, `${readme}: skipped, line 1 is not valid JSON`]);
    assert.match(run('scan', readme).stderr, /\nSessions that can be read are those of Claude Code, .*\.\n$/);
    const [status, text = ''] = wrong('hook', '--harness', 'nope');
    assert.equal(status, 0);
    assert.match(text, /--harness can be one of auto, .*, not "nope"/);
    assert.match(run('instal').stderr, /^[^\n]*\n[^\n]*--help shows all commands\.\n$/, 'and no page of help');
    for (const asked of ['--help', 'help']) {
      assert.match(run(asked).stdout, /^ {2}install \[[^]*^ {2}scan \[[^]*^ {2}hook \[/m, 'all commands');
    }
    assert.match(run('scan', '--help').stdout, /^ {2}scan \[PATH…\][^]*if there is such a loop\.[^]*session\.\n$/);
    assert.deepEqual([run('--version').stdout, run('-v').stdout], [`${version}\n`, `${version}\n`]);
  });

  it('says which Node it needs in an older one, and blocks no call there', () => {
    // Without what was new in Node 20, as far as it matters here.
    const older = join(home, 'older.js');
    writeFileSync(
      older,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '16.20.2' } });
       const load = require('module')._load;
       require('module')._load = (name, ...rest) => {
         if (name === 'node:readline/promises') throw new Error('No such built-in module');
         return load(name, ...rest);
       };`,
    );
    for (const [program, given, code] of [
      [join(dist, 'cli.js'), 'hook', 0],
      [join(dist, 'cli.js'), 'run', 1],
      [join(dist, 'repositoryHook.js'), '', 0],
      [join(plugin, 'hook.js'), 'event', 0],
    ] as const) {
      const ran = spawnSync(process.execPath, ['-r', older, program, given], { env: environment(), encoding: 'utf8' });
      assert.deepEqual([ran.status, ran.stdout], [code, ''], program);
      assert.match(ran.stderr, /^Tool Loop Guard needs Node 20 or later, and this is Node 16\.20\.2\./);
    }
  });

  it('only shows what it would write where nobody can be asked, and shows no secret', () => {
    const { status, stdout } = run('install');
    assert.equal(status, 1);
    assert.match(stdout, /^Claude Code: .*settings\.json \(changed\)$/m);
    assert.match(stdout, /^ {2}\+ +"PreToolUse": \[$/m);
    assert.match(stdout, /Nothing was changed/);
    assert.doesNotMatch(stdout, /abcdefghij/);
    assert.equal(readFileSync(claude(), 'utf8'), SETTINGS);
    assert.ok(!existsSync(join(home, '.local')));
  });

  it('writes, has nothing to change then, and takes it back byte for byte', () => {
    assert.match(run('install', '--yes').stdout, /^Claude Code: done\.$/m);
    assert.match(readFileSync(claude(), 'utf8'), /\/\/ mine/);
    assert.match(run('install', '--yes').stdout, /Claude Code: nothing to change/);
    const { status, stderr } = run('uninstall', '--agent', 'claude', '--all', '--yes');
    assert.equal(status, 2);
    assert.match(stderr, /--all removes everything\. Leave out --agent\./);
    assert.match(run('uninstall', '--yes').stdout, /^Claude Code: done\.$/m);
    assert.equal(readFileSync(claude(), 'utf8'), SETTINGS);
    assert.ok(!existsSync(join(home, '.local/state/tool-loop-guard')));
  });

  it('says of a file with comments, which Claude Code refuses, that its sessions aren’t guarded', () => {
    const told = run('install', '--yes').stdout;
    assert.match(told, /^ {2}Its sessions aren’t guarded yet\.\n {2}.*settings\.json, line 2\. .*without comments/m);
  });

  it('writes hooks that guard: the fourth identical call is refused', () => {
    writeFileSync(claude(), SETTINGS.replace('// mine', ''));
    run('install', '--yes');
    const { hooks } = JSON.parse(readFileSync(claude(), 'utf8')) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const ask = (event: string, more: object): string =>
      execFileSync('/bin/sh', ['-c', hooks[event]?.[0]?.hooks[0]?.command ?? 'exit 9'], {
        cwd: project,
        env: { ...environment(), PATH: `${resolve(process.execPath, '..')}:/usr/bin:/bin` },
        encoding: 'utf8',
        input: JSON.stringify({ session_id: 's', cwd: project, hook_event_name: event, tool_name: 'Bash', ...more }),
      });
    const answers = [1, 2, 3, 4].map((call) => {
      const answer = ask('PreToolUse', {
        tool_input: { command: 'ls' },
        tool_use_id: `c${call}`,
        permission_mode: 'x',
      });
      ask('PostToolUse', {
        ...{ tool_input: { command: 'ls' }, tool_use_id: `c${call}`, permission_mode: 'x' },
        tool_response: { stdout: 'a' },
      });
      return answer;
    });
    assert.doesNotMatch(answers.slice(0, 3).join(''), /deny/);
    assert.match(answers[3] ?? '', /"permissionDecision":"deny"/);
    const { agents } = JSON.parse(run('doctor', '--json').stdout) as { agents: AgentReport[] };
    const { installed, isFound, lastCall } = agents.find(({ id }) => id === 'claude') as AgentReport;
    assert.deepEqual([installed, isFound, lastCall?.slice(0, 2)], [['lines'], true, '20']);
    const told = run('doctor').stdout;
    assert.match(told, /^✓ Claude Code: guarded, last call checked now\n {4}Hooks added by Tool Loop Guard\./m);
    assert.match(told, /^For sessions in VS Code, run "Tool Loop Guard: Show What Is Guarded" there\.$/m);
  });

  it('renews an extension that is there, installs the hooks beside one of somebody else, and names that', () => {
    const file = join(home, '.copilot/extensions/tool-loop-guard/extension.mjs');
    const hooks = join(home, '.copilot/hooks/tool-loop-guard.json');
    assert.equal(run('install', '--agent', 'copilot', '--extension', '--yes').status, 0);
    const whole = readFileSync(file, 'utf8');
    for (const [damaged, ...option] of [[whole.slice(0, whole.length / 2)], ['', '--extension']] as const) {
      writeFileSync(file, damaged);
      assert.equal(run('install', '--agent', 'copilot', ...option, '--yes').status, 0);
      assert.equal(readFileSync(file, 'utf8'), whole);
    }
    assert.match(
      run('doctor').stdout,
      /^◐ Copilot CLI: partly guarded\n[^✓✗]*? {4}At most a loop of shell commands stops the run\./m,
    );
    run('uninstall', '--agent', 'copilot', '--yes');
    assert.ok(!existsSync(hooks));
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, 'own();');
    const { status, stderr } = run('install', '--agent', 'copilot', '--extension', '--yes');
    assert.equal(status, 1);
    assert.match(stderr, /^Copilot CLI extension: \S+extension\.mjs is there already and is not ours\.$/m);
    assert.equal(readFileSync(file, 'utf8'), 'own();');
    assert.ok(existsSync(hooks));
  });

  it('puts two files into a repository, and takes them back', () => {
    assert.equal(run('install', '--repository', '--yes').status, 1, 'no repository');
    mkdirSync(join(home, '.git'));
    const { stdout } = run('install', '--repository', '--yes');
    assert.match(stdout, /^Repository: creates \S+tool-loop-guard\.cjs$/m);
    assert.match(run('doctor').stdout, /^Cloud sessions: unknown\n {4}This repository has hooks for them/m);
    const hook = join(home, '.github/hooks/tool-loop-guard.cjs');
    const answer = execFileSync(process.execPath, [hook], {
      env: environment(),
      encoding: 'utf8',
      input: JSON.stringify({ sessionId: 's', timestamp: 1, cwd: project, toolName: 'view', toolArgs: {} }),
    });
    assert.equal(answer, '');
    assert.match(run('uninstall', '--repository', '--yes').stdout, /done/);
    assert.ok(!existsSync(join(home, '.github')));
  });

  it('removes the plugin’s folder only while no hook needs it', () => {
    assert.match(run('uninstall', '--plugin', '--yes').stdout, /Plugin: nothing to remove\.\n$/);
    run('install', '--plugin', '--yes');
    run('install', '--yes');
    const { stdout, stderr } = run('uninstall', '--plugin', '--yes');
    assert.match(stderr, /^Plugin: \S*agents is still in use\. First remove the plugin from the agents, or run/);
    assert.equal(stdout, '');
  });

  it('is not misunderstood', () => {
    assert.equal(run('install', '--agent', 'nobody').status, 2);
    assert.match(run('install', '--agent', 'nobody').stderr, /Unknown agent: nobody\. Known: claude, codex/);
    for (const other of ['--plugin', '--repository']) {
      const { status, stderr } = run('install', other, '--extension', '--yes');
      assert.deepEqual([status, stderr], [2, `install takes only one of --extension and ${other}.\n`]);
    }
  });
});
