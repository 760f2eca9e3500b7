// The doctor's output for homes where something keeps hooks from stopping loops.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { installationOf } from '../../src/node/commands/agentsCommand';
import { runDoctor } from '../../src/node/commands/agentReport';
import type { Machine } from '../../src/node/protection/machineFacts';
import { discard } from '../../scripts/vscode/discard.mjs';
import { buildDoor } from '../robustness/hookProcess';

const DIST = resolve(__dirname, '../../dist');
const STATE = '.local/state/tool-loop-guard';

describe('the doctor in prepared homes', function () {
  this.timeout(180_000);
  const scratch = mkdtempSync(join(tmpdir(), 'doctor-'));
  let home: string;
  let project: string;
  let machine: Machine;

  const { TMPDIR: temporary } = process.env;

  before(async () => {
    process.env['TMPDIR'] = scratch;
    await buildDoor('hook');
    await buildDoor('engineOfHook');
  });
  after(() => {
    if (temporary === undefined) {
      delete process.env['TMPDIR'];
    } else {
      process.env['TMPDIR'] = temporary;
    }
    discard(scratch);
  });
  beforeEach(() => {
    home = mkdtempSync(join(scratch, 'home-'));
    project = join(home, 'project');
    mkdirSync(join(project, '.git'), { recursive: true });
    const environment = { PATH: dirname(process.execPath) };
    machine = { home, environment, platform: 'linux', claudeManagedFolder: join(home, 'managed') };
    installationOf(DIST, machine).install('claude');
  });

  function write(name: string, content: string): string {
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  async function doctor(isProof = false): Promise<{ readonly told: string; readonly code: number }> {
    const output = new PassThrough();
    const code = await runDoctor({ isJson: false, isProof, folder: project, programFolder: DIST }, output, machine);
    output.end();
    const whole = await text(output);
    // The paragraph on one agent, and what was tried.
    return { told: whole.replace(/\n(?=[✓◐✗–] (?!Claude)).*|\nNot found:.*/g, ''), code };
  }

  const set = (name: string, value: string) => (): void => {
    machine = { ...machine, environment: { ...machine.environment, [name]: value } };
  };
  const settings = (content: string) => (): void => void write(`${STATE}/settings.json`, content);
  const inClaude = (change: (content: string) => string) => (): void => {
    const path = join(home, '.claude/settings.json');
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };
  const HOMES: readonly (readonly [what: string, prepare: () => void, head: RegExp, sentence: RegExp])[] = [
    ['as installed', () => undefined, /^✓ Claude Code: guarded/, /Hooks added by Tool Loop Guard\./],
    [
      'off',
      settings('{"enabled":false}'),
      /^✗/,
      /Loop detection is off.*: toolLoopGuard\.enabled \(.*settings\.json\)\./,
    ],
    ['warning only by a variable', set('TOOL_LOOP_MODE', 'warn'), /^◐/, /aren’t stopped.*: TOOL_LOOP_MODE\./],
    ['settings that are no JSON', settings('{ broken'), /^✓/, /Some settings can’t be used: .*is not valid JSON/],
    [
      'a variable of the person’s own settings',
      inClaude((own) => own.replace('{', '{ "env": { "TOOL_LOOP_MODE": "warn" },')),
      /^◐/,
      /aren’t stopped.*: TOOL_LOOP_MODE \(.*\.claude\/settings\.json\)\./,
    ],
    [
      'a folder that sets the shell',
      () => void write('project/.env', 'ENV=production\nSHELLOPTS=xtrace\nPS4=x\n'),
      /^◐/,
      /: SHELLOPTS, PS4 \(/,
    ],
    [
      'a switch in the main worktree',
      () => {
        rmSync(join(project, '.git'), { recursive: true });
        write('project/.git', `gitdir: ${join(home, 'main/.git/worktrees/project')}\n`);
        write('main/.claude/settings.local.json', '{ "disableAllHooks": true }');
      },
      /^✗/,
      /Hooks are turned off: disableAllHooks \(.*main\/\.claude\/settings\.local\.json\)\./,
    ],
    ['a trailing comma', inClaude((own) => own.replace(/\}\s*$/, ', }')), /^– /, /plain JSON without comments/],
    [
      'hook.js cut in half',
      () => truncateSync(join(home, STATE, 'agents/plugin/hook.js'), 200),
      /^✗/,
      /missing or damaged/,
    ],
    [
      'an edited command',
      inClaude((own) => own.replaceAll('; then', ' && false; then')),
      /^–/,
      /unknown what these hooks check.* run: tool-loop-guard install\..* doctor --prove/,
    ],
    [
      'our plugin, off in the folder',
      () => {
        const name = 'tool-loop-guard@tool-loop-guard';
        write('.claude/settings.json', JSON.stringify({ enabledPlugins: { [name]: true } }));
        write('project/.claude/settings.json', JSON.stringify({ enabledPlugins: { [name]: false } }));
      },
      /^✗/,
      /install --agent claude/,
    ],
    [
      'a home that can’t be written',
      () => {
        rmSync(join(home, STATE, 'sessions'), { force: true, recursive: true });
        write(`${STATE}/sessions`, '');
      },
      /^✗/,
      /can’t store their counts/,
    ],
  ];
  for (const [what, prepare, head, sentence] of HOMES) {
    it(`reports the state of the hooks: ${what}`, async () => {
      prepare();
      const { told } = await doctor();
      assert.match(told, head);
      assert.match(told, sentence);
      assert.ok(head.source.startsWith('^✓') || !told.includes('A loop stops the run'), told);
    });
  }

  it('proves that the installed line blocks, leaves no files, and otherwise fails', async () => {
    installationOf(DIST, machine).install('claude');
    const before = readdirSync(home, { recursive: true }).toSorted();
    const proved = await doctor(true);
    assert.match(proved.told, /✓ Claude Code: the hook blocked identical call number 4\./);
    assert.match(proved.told, /No calls seen yet/);
    assert.equal(proved.code, 0);
    assert.deepEqual(readdirSync(home, { recursive: true }).toSorted(), before);
    settings('{"mode":"warn"}')();
    const warned = await doctor(true);
    assert.match(warned.told, /✗ Claude Code: no hook was seen to block any of 8 identical calls\./);
    assert.equal(warned.code, 1);
  });

  it('runs no command that a folder names', async () => {
    rmSync(join(home, '.claude/settings.json'));
    const hook = { hooks: [{ command: `touch ${join(home, 'evil')} # tool-loop-guard` }] };
    write('project/.claude/settings.json', JSON.stringify({ hooks: { PreToolUse: [hook], PostToolUse: [hook] } }));
    assert.match((await doctor(true)).told, /^– Claude Code: unknown[^]*No hook is installed that could be tried/);
    assert.ok(!readdirSync(home).includes('evil'));
  });

  it('proves nothing with hooks that aren’t called for every call', async () => {
    inClaude((own) => own.replaceAll('"hooks": [', '"matcher": "Read", $&'))();
    const { told, code } = await doctor(true);
    assert.match(told, /✗ Claude Code: no hook was seen to block any of 8 identical calls\./);
    assert.equal(code, 1);
  });
});
