import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OUTSIDE_AGENTS } from '../../src/node/agents/registry';
import { discard } from '../../scripts/vscode/discard.mjs';
import { buildDoor } from '../robustness/hookProcess';

const AGENT_VARIABLES = ['AI_AGENT', ...OUTSIDE_AGENTS.flatMap(({ shellVariables }) => shellVariables)];

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe('tool-loop-guard why, continue and allow', function () {
  this.timeout(120_000);
  const scratch = mkdtempSync(join(tmpdir(), 'stops-'));
  let home: string;
  let project: string;

  before(async () => {
    await buildDoor('cli', join(scratch, 'dist/cli.js'));
  });
  beforeEach(() => {
    home = mkdtempSync(join(scratch, 'home-'));
    project = join(home, 'project');
    mkdirSync(join(project, '.git'), { recursive: true });
    mkdirSync(join(project, 'src'));
    // Installed there by npm.
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin/tool-loop-guard'), '', { mode: 0o755 });
  });
  after(() => discard(scratch));

  const settings = (): string => join(home, '.local/state/tool-loop-guard/settings.json');
  function putSettings(text: string): void {
    mkdirSync(join(settings(), '..'), { recursive: true, mode: 0o700 });
    writeFileSync(settings(), text, { mode: 0o600 });
  }

  function run(given: readonly string[], { cwd = project, input = '', variables = {} } = {}): Ran {
    return spawnSync(process.execPath, [join(scratch, 'dist/cli.js'), ...given], {
      cwd,
      env: { HOME: home, USERPROFILE: home, PATH: `${join(home, 'bin')}:/usr/bin:/bin`, ...variables },
      encoding: 'utf8',
      input,
    });
  }

  /** Makes the same call of Claude Code several times. @returns what its hook prints before the last one */
  function call(times: number, tool = 'Bash', more: object = {}): string {
    let printed = '';
    for (let turn = 0; turn < times; turn += 1) {
      const base = {
        session_id: 'session',
        cwd: project,
        tool_name: tool,
        tool_input: { command: 'make' },
        tool_use_id: `${tool}-${turn}-${Math.random()}`,
        ...more,
      };
      const options = ['hook', '--harness', 'claude'];
      printed = run(options, { input: JSON.stringify({ ...base, hook_event_name: 'PreToolUse' }) }).stdout;
      run(options, { input: JSON.stringify({ ...base, hook_event_name: 'PostToolUse', tool_response: 'the same' }) });
    }
    return printed;
  }

  it('say in each stop who stopped, how to continue, and how to see why', () => {
    const { stopReason } = JSON.parse(call(4)) as { readonly stopReason: string };
    assert.match(stopReason, /^\[Tool Loop Guard\] Loop stopped\. Bash returned the same result 3 times\./);
    assert.match(stopReason, /send a message/i);
    assert.match(stopReason, /tool-loop-guard why/);
  });

  it('say if nothing is stopped, whatever the log is', () => {
    mkdirSync(join(settings(), '..'), { recursive: true, mode: 0o700 });
    spawnSync('mkfifo', [join(settings(), '../stops.log')]);
    const { status, stdout } = run(['why']);
    assert.deepEqual([status, stdout], [0, 'No agent is stopped in this folder because of a loop.\n']);
    const nothing = run(['continue', '--yes']);
    assert.deepEqual([nothing.status, nothing.stdout.includes('nothing was changed')], [1, true]);
  });

  it('say why an agent was stopped, in any folder of its repository', () => {
    call(6);
    for (const cwd of [project, join(project, 'src')]) {
      const { stdout } = run(['why'], { cwd });
      assert.match(
        stdout,
        /^Claude Code, stopped at .* \(identical calls: 4 of 4, Bash\(make\)\):\nLoop stopped\. Bash/,
      );
      assert.match(stdout, /tool-loop-guard continue/);
    }
    const elsewhere = run(['why'], { cwd: home }).stdout;
    assert.match(elsewhere, /^No agent is stopped in this folder.*\nStopped in other folders: 1\. /);
    assert.match(
      elsewhere,
      /Last stop on this machine: .* claude: a tool call loop was blocked \(identical calls: 4 of 4, Bash/,
    );
    assert.ok(!elsewhere.includes(project));
  });

  it('don’t say that a run was stopped where nothing ends it: Copilot CLI without its extension', () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const base = { sessionId: 's', cwd: project, timestamp: turn, toolName: 'view', toolArgs: '{"path":"a"}' };
      run(['hook', '--harness', 'copilot'], { input: JSON.stringify(base) });
      const toolResult = { resultType: 'success', textResultForLlm: 'the same' };
      run(['hook', '--harness', 'copilot'], { input: JSON.stringify({ ...base, toolResult }) });
    }
    assert.match(
      run(['why']).stdout,
      /^Copilot CLI, blocked at .* view\(a\)\):\nview returned the same result 3 times\./,
    );
  });

  it('name each of the subagents that were stopped', () => {
    call(4, 'Bash', { agent_id: 'one' });
    call(4, 'Read', { agent_id: 'two' });
    const heads = run(['why']).stdout.match(/^Claude Code, stopped .*$/gm) ?? [];
    assert.deepEqual(
      heads.map((head) => /4 of 4, (\w+)/.exec(head)?.[1]),
      ['Bash', 'Read'],
    );
  });

  it('let a stopped agent continue, and change nothing by looking', () => {
    call(4);
    run(['why']);
    assert.match(call(1), /"permissionDecision":"(?:deny|allow)"/);
    assert.match(
      run(['continue', '--yes']).stdout,
      /It can continue\. If it has ended its run, send it a message\.\n$/,
    );
    assert.equal(call(1), '');
    assert.match(run(['why']).stdout, /^No agent is stopped in this folder/);
  });

  it('need a terminal or --yes to release or allow anything', () => {
    call(4);
    for (const command of [['continue'], ['allow', 'Bash']]) {
      const { status, stderr } = run(command);
      assert.equal(status, 1);
      assert.match(stderr, /^tool-loop-guard: Run this in a terminal yourself\.$/m);
    }
    assert.match(run(['why']).stdout, /^Claude Code, stopped/);
    assert.ok(!existsSync(settings()));
  });

  it('weaken nothing in an agent’s shell, even with --yes, and don’t explain how to', () => {
    call(4);
    const tried: readonly (readonly [variable: string, command: readonly string[]])[] = [
      ...AGENT_VARIABLES.map((variable) => [variable, ['continue']] as const),
      ...[['allow', 'Bash'], ['uninstall'], ['uninstall', '--all'], ['after-extension']].map(
        (command) => ['CLAUDECODE', command] as const,
      ),
    ];
    for (const [variable, command] of tried) {
      const { status, stdout, stderr } = run([...command, '--yes'], { variables: { [variable]: '1' } });
      assert.deepEqual([status, stdout], [1, ''], `${command.join(' ')} with ${variable}`);
      assert.match(stderr, /Run this in a terminal yourself/);
      assert.doesNotMatch(stderr, /--yes/);
    }
    assert.match(run(['why']).stdout, /^Claude Code, stopped/);
    assert.ok(!existsSync(settings()));
  });

  it('exclude a tool from loop detection for all installed agents, once', () => {
    const { status, stdout } = run(['allow', 'Bash', '--yes']);
    assert.deepEqual([status, stdout.split(',')[0]], [0, 'Bash is excluded from loop detection']);
    assert.deepEqual(JSON.parse(readFileSync(settings(), 'utf8')), { allowed: ['Bash'] });
    assert.equal(call(5), '');
    assert.match(run(['allow', 'Bash', '--yes']).stdout, /already excluded/);
  });

  for (const [how, text] of [
    ['a setting by its whole name', '{\n  // mine\n  "toolLoopGuard.maxRepeats": 6\n}\n'],
    ['a bare name', '{\n  // mine\n  "maxRepeats": 6\n}\n'],
    ['a mark of the byte order', '\uFEFF{\n  // mine\n  "maxRepeats": 6\n}\n'],
    ['a section', '{\n  // mine\n  "toolLoopGuard": { "maxRepeats": 6 }\n}\n'],
  ] as const) {
    it(`keep comments and other settings in a file with ${how}`, () => {
      putSettings(text);
      assert.equal(run(['allow', 'mcp_x/*', '--yes']).status, 0);
      const after = readFileSync(settings(), 'utf8');
      assert.ok(after.startsWith(text.charAt(0)));
      for (const part of ['// mine', 'maxRepeats": 6', '"mcp_x/*"']) {
        assert.ok(after.includes(part), after);
      }
    });
  }

  it('write to the target of a link, and keep the link', () => {
    mkdirSync(join(settings(), '..'), { recursive: true, mode: 0o700 });
    const real = join(home, 'dotfiles.json');
    writeFileSync(real, '{}');
    symlinkSync(real, settings());
    run(['allow', 'Bash', '--yes']);
    assert.equal(readlinkSync(settings()), real);
    assert.match(readFileSync(real, 'utf8'), /Bash/);
  });

  it('change nothing in a file that isn’t JSON', () => {
    putSettings('{');
    const { status, stderr } = run(['allow', 'Bash', '--yes']);
    assert.equal(status, 1);
    assert.match(stderr, /^Nothing was changed\. .*is not valid JSON/);
    assert.equal(readFileSync(settings(), 'utf8'), '{');
  });

  it('exclude one command, and no other of the same tool', () => {
    assert.equal(run(['allow', 'bash: make', '--yes']).status, 0);
    assert.deepEqual([call(4), call(5)], ['', '']);
    assert.equal(run(['allow', 'bash: npm run *', '--yes']).status, 0);
    assert.ok(readFileSync(settings(), 'utf8').includes('bash: npm run \\\\*'));
  });

  it('undo an exclusion', () => {
    run(['allow', 'Bash', '--yes']);
    assert.match(run(['allow', 'bash', '--undo']).stdout, /^bash is checked again/);
    assert.match(run(['allow', 'Bash', '--undo']).stdout, /^Bash was not excluded by allow/);
    assert.deepEqual(JSON.parse(readFileSync(settings(), 'utf8')), { allowed: [] });
  });

  it('refuse a tool that no agent has', () => {
    for (const how of ['--yes', '--undo']) {
      const { status, stderr } = run(['allow', 'Bassh', how]);
      assert.deepEqual(
        [status, stderr],
        [2, 'Nothing was changed. No agent is known to have a tool Bassh. Did you mean Bash?\n'],
      );
    }
    assert.ok(!existsSync(settings()));
  });

  it('need the name of a tool to exclude', () => assert.match(run(['allow']).stderr, /Name one tool/));
});
