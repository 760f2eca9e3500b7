// The doctor's output for homes where something keeps hooks from stopping loops.
import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
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
    return { told: whole.replace(/\n(?=[✓◐✗?] (?!Claude)).*|\nNot found:.*/g, ''), code };
  }

  const set = (name: string, value: string) => (): void => {
    machine = { ...machine, environment: { ...machine.environment, [name]: value } };
  };
  const settings = (content: string) => (): void => void write(`${STATE}/settings.json`, content);
  const inClaude = (change: (content: string) => string) => (): void => {
    const path = join(home, '.claude/settings.json');
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };
  type Group = { readonly hooks: readonly object[]; readonly matcher?: string };
  const changedHooks = (change: (event: string, group: Group) => Group | undefined): (() => void) =>
    inClaude((own) => {
      const { hooks } = JSON.parse(own) as { readonly hooks: Readonly<Record<string, readonly Group[]>> };
      const groups = Object.entries(hooks).map(([event, [group]]) => [event, group && change(event, group)] as const);
      const kept = groups.filter(([, group]) => group !== undefined).map(([event, group]) => [event, [group]]);
      return JSON.stringify({ hooks: Object.fromEntries(kept) as object });
    });
  const changed = (change: (group: Group) => Group): (() => void) => changedHooks((_, group) => change(group));
  const without = (name: string): (() => void) => changedHooks((event, group) => (event === name ? undefined : group));
  const cut = (name: string) => (): void => truncateSync(join(home, STATE, 'agents/plugin', name), 200);

  /** Moves the installed lines from the user's file to one in the folder or above it. */
  const inFolder = (name: string) => (): void => {
    const own = join(home, '.claude/settings.json');
    const text = readFileSync(own, 'utf8');
    rmSync(own);
    write(join('project', name), text);
  };
  /** Replaces the lines by the plugin, as recorded by Claude Code, without one of its files. */
  const plugin =
    (missing = 'no file') =>
    (): void => {
      const folder = join(home, STATE, 'agents');
      write(
        '.claude/settings.json',
        JSON.stringify({
          enabledPlugins: { 'tool-loop-guard@tool-loop-guard': true },
          extraKnownMarketplaces: { 'tool-loop-guard': { source: { source: 'directory', path: folder } } },
        }),
      );
      rmSync(join(folder, 'plugin', missing), { force: true });
    };

  const HOMES: readonly (readonly [what: string, prepare: () => void, head: RegExp, sentence: RegExp])[] = [
    ['as installed', () => undefined, /^✓ Claude Code: guarded/, /Hooks added by Tool Loop Guard\./],
    [
      'off',
      settings('{"enabled":false}'),
      /^✗/,
      /Loop detection is off.*: toolLoopGuard\.enabled \(.*settings\.json\)\./,
    ],
    ['off by a variable', set('TOOL_LOOP_DETECTION_ENABLED', 'false'), /^✗/, /is off.*: TOOL_LOOP_DETECTION_ENABLED\./],
    ['warning only', settings('{"mode":"warn"}'), /^◐/, /aren’t stopped.*: toolLoopGuard\.mode \(.*settings\.json\)\./],
    [
      'warning only by actions',
      settings('{"actions":["warn","nudge"]}'),
      /^◐/,
      /aren’t stopped.*: toolLoopGuard\.actions/,
    ],
    ['warning only by a variable', set('TOOL_LOOP_MODE', 'warn'), /^◐/, /aren’t stopped.*: TOOL_LOOP_MODE\./],
    [
      'all tools excluded',
      settings('{"excludedTools":["*"]}'),
      /^✗/,
      /all tools are excluded: .*excludedTools \(.*\)\./,
    ],
    [
      'all tools that have names',
      settings('{"excludedTools":["??*"]}'),
      /^✗/,
      /all tools are excluded: .*excludedTools/,
    ],
    [
      'all tools with letters',
      settings('{"excludedTools":["[A-Z]*"]}'),
      /^✗/,
      /all tools are excluded: .*excludedTools/,
    ],
    ['a tool excluded', settings('{"tools":{"Bash":{"exempt":true}}}'), /^✓/, /Excluded from loop detection: Bash/],
    ['a limit of 500', set('TOOL_LOOP_MAX_REPEATS', '500'), /^◐/, /or are stopped very late: TOOL_LOOP_MAX_REPEATS\./],
    ['settings that are no JSON', settings('{ broken'), /^✓/, /Some settings can’t be used: .*is not valid JSON/],
    ['a setting of the wrong type', settings('{"maxRepeats":"x"}'), /^✓/, /Some settings can’t be used: .*maxRepeats/],
    ['a trailing comma', inClaude((own) => own.replace(/\}\s*$/, ', }')), /^\? /, /plain JSON without comments/],
    [
      'a setting of another type',
      inClaude((own) => own.replace('{', '{ "permissions": { "deny": "x" },')),
      /^\? /,
      /deny\./,
    ],
    ['a switch by a variable', set('CLAUDE_CODE_SIMPLE', '1'), /^✗/, /Hooks are turned off: CLAUDE_CODE_SIMPLE\./],
    [
      'a switch by a variable of the settings',
      inClaude((own) => own.replace('{', '{ "env": { "CLAUDE_CODE_SIMPLE": "1" },')),
      /^✗/,
      /Hooks are turned off: CLAUDE_CODE_SIMPLE \(.*settings\.json\)\./,
    ],
    [
      'a prefix that takes the input of the hooks',
      inClaude((own) => own.replace('{', '{ "env": { "CLAUDE_CODE_SHELL_PREFIX": "docker exec dev sh -c" },')),
      /^✗/,
      /Hooks are turned off: CLAUDE_CODE_SHELL_PREFIX \(/,
    ],
    [
      'a folder with such a prefix',
      () => void write('project/.claude/settings.json', '{ "env": { "CLAUDE_CODE_SHELL_PREFIX": "x" } }'),
      /^◐/,
      /keep hooks from running: CLAUDE_CODE_SHELL_PREFIX \(/,
    ],
    [
      'an organization’s further settings',
      () => void write('managed/managed-settings.d/10.json', '{ "disableAllHooks": true }'),
      /^✗/,
      /Hooks are turned off: disableAllHooks \(.*10\.json\)\./,
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
    [
      'variables of a shell in a common file',
      () => void write('project/.env', 'ENV=production\n'),
      /^✓/,
      /Hooks added/,
    ],
    [
      'a variable behind another one',
      () => void write('project/.envrc', 'export A=1 "LD_PRELOAD=/x.so"\n'),
      /^◐/,
      /LD_PRELOAD \(.*\.envrc\)/,
    ],
    [
      'a folder with such a switch',
      () => void write('project/.claude/settings.json', '{ "env": { "CLAUDE_CODE_SIMPLE": "1" } }'),
      /^◐/,
      /keep hooks from running: CLAUDE_CODE_SIMPLE \(/,
    ],
    [
      'a hook in no group beside ours',
      inClaude((own) => own.replace('"PreToolUse": [', '"PreToolUse": [ { "type": "command", "command": "true" },')),
      /^\? /,
      /settings\.json, hooks\.\w+\./,
    ],
    ['hook.sh cut in half', cut('hook.sh'), /^✗/, /missing or damaged/],
    ['hook.js cut in half', cut('hook.js'), /^✗/, /missing or damaged/],
    ['engineOfHook.js cut in half', cut('engineOfHook.js'), /^✗/, /missing or damaged/],
    ['only cycles', settings('{"detectors":["cycle"]}'), /^◐/, /aren’t stopped.*: toolLoopGuard\.detectors/],
    [
      'no identical calls',
      settings('{"detectors":{"repeat":false}}'),
      /^◐/,
      /aren’t stopped.*: toolLoopGuard\.detectors/,
    ],
    [
      'no rule for any tool',
      settings('{"tools":{"*":{"detectors":[]}}}'),
      /^◐/,
      /aren’t stopped.*: toolLoopGuard\.tools/,
    ],
    ['only what goes on', settings('{"actions":["continue"]}'), /^◐/, /aren’t stopped.*: toolLoopGuard\.actions/],
    ['a second of memory', settings('{"ttlSeconds":1}'), /^◐/, /aren’t stopped.*: toolLoopGuard\.ttlSeconds/],
    ['a rule off', settings('{"detectors":{"cycle":false}}'), /^✓/, /Excluded from loop detection: detectors\.cycle /],
    [
      'tools and models that go on',
      settings(
        '{"tools":{"Bash":{"mode":"warn"},"mcp_*":{"maxRepeats":999},"Read":{"maxRepeats":5}},' +
          '"modelOverrides":{"x/*":{"mode":"warn"}}}',
      ),
      /^✓/,
      /Excluded from loop detection: mcp_\*, Bash, x\/\* \(/,
    ],
    ['no hook before calls', without('PreToolUse'), /^✗/, /No Tool Loop Guard hook runs on PreToolUse\./],
    ['no hook after calls', without('PostToolUse'), /^✗/, /No Tool Loop Guard hook runs on PostToolUse\./],
    ['no hook after failures', without('PostToolUseFailure'), /^◐/, /Without a hook on PostToolUseFailure,/],
    ['hooks for one tool', changed((group) => ({ ...group, matcher: 'Read' })), /^◐/, /only calls that match "Read"\./],
    ['hooks for all tools', changed((group) => ({ ...group, matcher: '*' })), /^✓/, /Calls are blocked in any case/],
    [
      'commands that do nothing',
      inClaude((own) => own.replaceAll('"trap', '"true # trap')),
      /^\?/,
      /unknown whether .* start Tool Loop Guard\./,
    ],
    [
      'hooks in the background',
      changed(({ hooks: [hook] }) => ({ hooks: [{ ...hook, async: true }] })),
      /^\?/,
      /unknown/,
    ],
    [
      'hooks by hand, of a program that isn’t there',
      inClaude((own) => own.replaceAll(/"trap.*exit 0"/g, '"tool-loop-guard hook --harness claude"')),
      /^✗/,
      /missing or damaged/,
    ],
    [
      'hooks by hand, of a program of anybody’s',
      () => {
        chmodSync(write('bin/tool-loop-guard', '#!/bin/sh\n'), 0o755);
        set('PATH', `${join(home, 'bin')}:${dirname(process.execPath)}`)();
        inClaude((own) => own.replaceAll(/"trap.*exit 0"/g, '"tool-loop-guard hook --harness claude"'))();
      },
      /^\?/,
      /unknown/,
    ],
    [
      'a variable of the person’s own settings',
      inClaude((own) => own.replace('{', '{ "env": { "TOOL_LOOP_MODE": "warn" },')),
      /^◐/,
      /aren’t stopped.*: TOOL_LOOP_MODE \(.*\.claude\/settings\.json\)\./,
    ],
    ['hooks by hand in the folder', inFolder('.claude/settings.json'), /^✓/, /Hooks added by hand\./],
    ['our plugin', plugin(), /^✓/, /Hooks added by the plugin\./],
    [
      'our plugin, off in the folder',
      () => {
        plugin()();
        const enabledPlugins = { 'tool-loop-guard@tool-loop-guard': false };
        write('project/.claude/settings.json', JSON.stringify({ enabledPlugins }));
      },
      /^✗/,
      /install --agent claude/,
    ],
    ['our plugin without hooks', plugin('hooks/hooks.json'), /^✗/, /missing or damaged/],
    ['our plugin without a program', plugin('hook.sh'), /^✗/, /missing or damaged/],
    [
      'our plugin with a line that was edited',
      () => {
        plugin()();
        const path = join(home, STATE, 'agents/plugin/hooks/hooks.json');
        writeFileSync(path, readFileSync(path, 'utf8').replaceAll('; then', ' && false; then'));
      },
      /^✗/,
      /missing or damaged/,
    ],
    ['a plugin of which only the name is known', plugin('../.claude-plugin/marketplace.json'), /^\?/, /unknown/],
    [
      'a timeout of another unit',
      changed(({ hooks: [hook] }) => ({ hooks: [{ ...hook, timeout: 0.02 }] })),
      /^\?/,
      /unknown/,
    ],
    [
      'hooks without a type',
      changed(({ hooks: [hook] }) => ({ hooks: [{ ...hook, type: undefined }] })),
      /^\?/,
      /unknown/,
    ],
    [
      'hooks with a variable of their own',
      changed(({ hooks: [hook] }) => ({ hooks: [{ ...hook, env: { TOOL_LOOP_MODE: 'warn' } }] })),
      /^\?/,
      /unknown/,
    ],
    [
      'a command for another shell',
      changed(({ hooks: [hook] }) => ({ hooks: [{ ...hook, bash: 'true' }] })),
      /^\?/,
      /unknown/,
    ],
    ['hooks in no group', changed(({ hooks: [hook] }) => hook as Group), /^\?/, /unknown/],
    ['a line that was edited', inClaude((own) => own.replaceAll('; then', ' && false; then')), /^\?/, /unknown/],
    [
      'a copy of anybody’s',
      () => {
        cpSync(join(home, STATE, 'agents'), join(home, 'project/guard'), { recursive: true });
        const detour = `${join(home, STATE)}/../../../project/guard`;
        inClaude((own) => own.replaceAll(join(home, STATE, 'agents'), detour))();
      },
      /^\?/,
      /unknown/,
    ],
    [
      'a copy without digests',
      () => rmSync(join(home, STATE, 'agents/plugin/.digests.json')),
      /^✗/,
      /missing or damaged/,
    ],
    [
      'a folder that sets the shell',
      () => void write('project/.env', 'SHELLOPTS=xtrace\nPS4=x\n'),
      /^◐/,
      /SHELLOPTS, PS4 \(/,
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
    assert.match(warned.told, /✗ Claude Code: no hook blocked any of 8 identical calls\./);
    assert.equal(warned.code, 1);
  });

  for (const [agent, file] of [
    ['gemini', '.gemini/.env'],
    ['gemini', '.env'],
    ['qwen', '.qwen/.env'],
    ['codex', '.codex/.env'],
  ] as const) {
    it(`names a variable that ${agent} reads from ~/${file}`, async () => {
      installationOf(DIST, machine).install(agent);
      write(file, '# mine\nexport TOOL_LOOP_MODE="warn" # for now\n');
      const output = new PassThrough();
      await runDoctor({ isJson: false, folder: project, programFolder: DIST }, output, machine);
      output.end();
      assert.match(await text(output), new RegExp(`aren’t stopped.*: TOOL_LOOP_MODE \\(.*/${file}\\)\\.`));
    });
  }

  const ORGANIZATION = '{ "disableAllHooks": true, "hooksConfig": { "enabled": false } }';
  const OTHERS: readonly (readonly [agent: string, prepare: () => void, sentence: RegExp])[] = [
    [
      'codex',
      () => {
        const path = join(home, '.codex/hooks.json');
        writeFileSync(path, readFileSync(path, 'utf8').replace('{', '{ "version": 1,'));
      },
      /^✗ Codex[^]*this file.*hooks\.json, version\./m,
    ],
    [
      'codex',
      () => {
        write('.codex/config.toml', `[projects."${project}"]\ntrust_level = "trusted"\n`);
        write('project/.codex/config.toml', '[features]\nhooks = false\n');
      },
      /^✗ Codex[^]*Hooks are turned off: features\.hooks \(.*project\/\.codex\/config\.toml\)\./m,
    ],
    ['opencode', set('OPENCODE_PURE', '1'), /^✗ opencode[^]*Hooks are turned off: OPENCODE_PURE\./m],
    [
      'qwen',
      () => set('QWEN_CODE_SYSTEM_SETTINGS_PATH', write('qwen.json', ORGANIZATION))(),
      /^✗ Qwen[^]*Hooks are turned off: disableAllHooks \(.*qwen\.json\)\./m,
    ],
    [
      'gemini',
      () => set('GEMINI_CLI_SYSTEM_SETTINGS_PATH', write('gemini.json', ORGANIZATION))(),
      /^✗ Gemini[^]*Hooks are turned off: hooksConfig \(.*gemini\.json\)\./m,
    ],
  ];
  for (const [agent, prepare, sentence] of OTHERS) {
    it(`says what keeps ${agent} from running hooks`, async () => {
      installationOf(DIST, machine).install(agent);
      prepare();
      const output = new PassThrough();
      await runDoctor({ isJson: false, folder: project, programFolder: DIST }, output, machine);
      output.end();
      assert.match(await text(output), sentence);
    });
  }

  it('runs no command that a folder names', async () => {
    rmSync(join(home, '.claude/settings.json'));
    const hook = { hooks: [{ command: `touch ${join(home, 'evil')} # tool-loop-guard` }] };
    write('project/.claude/settings.json', JSON.stringify({ hooks: { PreToolUse: [hook], PostToolUse: [hook] } }));
    assert.match((await doctor(true)).told, /^\? Claude Code: can’t tell[^]*No hook is installed that could be tried/);
    assert.ok(!readdirSync(home).includes('evil'));
  });

  it('proves nothing with hooks that aren’t called for every call', async () => {
    changed((group) => ({ ...group, matcher: 'Read' }))();
    const { told, code } = await doctor(true);
    assert.match(told, /✗ Claude Code: no hook blocked any of 8 identical calls\./);
    assert.equal(code, 1);
  });
});
