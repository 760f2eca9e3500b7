import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { AgentFacts, MachineFacts } from '../../../../src/core/protection/facts';
import { OUTSIDE_AGENTS } from '../../../../src/node/agents/registry';
import { runDoctor } from '../../../../src/node/commands/agentReport';
import { hookCommand } from '../../../../src/node/plugin/pluginHooks';
import { withoutVariablesOf } from '../../../../src/node/protection/folderFiles';
import { type Machine, readMachineFacts } from '../../../../src/node/protection/machineFacts';

function agentsWith(changes: Readonly<Record<string, Partial<AgentFacts>>>): MachineFacts['agents'] {
  return Object.fromEntries(
    OUTSIDE_AGENTS.map(({ id }) => [
      id,
      { hook: 'absent', hooksOff: undefined, unreadable: undefined, ...changes[id] },
    ]),
  );
}

const BARE: MachineFacts = {
  hasProgram: false,
  copilotFile: 'absent',
  agents: agentsWith({}),
  claudeManagedHooksOnly: false,
  hasRepositoryHooks: false,
  folderVariables: undefined,
  settings: {},
  stateFault: undefined,
  codexHook: 'absent',
};

const offIn = (file: string): AgentFacts['hooksOff'] => ({ file, setting: 'disableAllHooks' });

const OF_CODEX = { agents: agentsWith({ codex: { hook: 'ours' } }) };

const hooksBy = (command: string, ...events: string[]): string => {
  const groups = events.map((event) => [event, [{ hooks: [{ type: 'command', command }] }]] as const);
  return `"hooks": ${JSON.stringify(Object.fromEntries(groups))}`;
};
const HOOK = hooksBy('tool-loop-guard hook --harness claude', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure');
const CODEX_HOOK = `{ ${hooksBy('tool-loop-guard hook --harness codex', 'PreToolUse', 'PostToolUse')} }`;
const COPILOT_HOOK = JSON.stringify({
  hooks: Object.fromEntries(
    ['preToolUse', 'postToolUse', 'postToolUseFailure', 'permissionRequest'].map((event) => [
      event,
      [{ type: 'command', command: 'tool-loop-guard hook --harness copilot' }],
    ]),
  ),
});

describe('the facts of the machine', () => {
  let machine: Machine;

  beforeEach(() => {
    const home = mkdtempSync(join(tmpdir(), 'home-'));
    machine = { home, environment: {}, platform: 'linux', claudeManagedFolder: join(home, 'managed') };
  });
  afterEach(() => rmSync(machine.home, { recursive: true, force: true }));

  function write(name: string, content: string, mode = 0o600): string {
    const path = join(machine.home, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, content, { mode });
    return path;
  }

  const facts = (): MachineFacts => readMachineFacts(machine);

  it('claim nothing if nothing is installed', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(facts())), JSON.parse(JSON.stringify(BARE)));
  });

  const FOUND: readonly (readonly [what: string, files: Readonly<Record<string, string>>, Partial<MachineFacts>])[] = [
    [
      'our hook of Claude Code',
      { '.claude/settings.json': `{\n/* mine */ ${HOOK} }` },
      { agents: agentsWith({ claude: { hook: 'ours', unreadable: '.claude/settings.json, line 2' } }) },
    ],
    [
      'our plugin of Claude Code',
      {
        '.claude/settings.json': '{ "enabledPlugins": { "tool-loop-guard@market": true } }',
        '.claude/plugins/installed_plugins.json':
          '{ "plugins": { "tool-loop-guard@market": [{ "scope": "user", "installPath": "~/copy" }] } }',
        'copy/hooks/hooks.json': `{ ${HOOK} }`,
      },
      { agents: agentsWith({ claude: { hook: 'ours' } }) },
    ],
    [
      'a plugin that is switched off',
      { '.claude/settings.json': '{ "enabledPlugins": { "tool-loop-guard@m": false } }' },
      {},
    ],
    [
      'our hook of Claude Code, whose files have been removed',
      {
        '.claude/settings.json': `{ ${hooksBy(hookCommand('/gone/plugin').posix, 'Stop')} }`,
      },
      { agents: agentsWith({ claude: { hook: 'broken' } }) },
    ],
    [
      'a command by hand that nobody can know',
      {
        '.claude/settings.json': `{ ${hooksBy('A=warn tool-loop-guard hook', 'PreToolUse', 'PostToolUse')} }`,
      },
      { agents: agentsWith({ claude: { hook: 'unknown', lateEvents: 'PostToolUseFailure' } }) },
    ],
    [
      'hooks of others',
      { '.claude/settings.json': '{ "hooks": { "Stop": [{ "hooks": [{ "command": "ls" }] }] } }' },
      {},
    ],
    [
      'disableAllHooks of Claude Code',
      { '.claude/settings.json': '{ "disableAllHooks": true }' },
      { agents: agentsWith({ claude: { hooksOff: offIn('.claude/settings.json') } }) },
    ],
    [
      'managed disableAllHooks',
      { 'managed/managed-settings.json': '{ "disableAllHooks": true }' },
      { agents: agentsWith({ claude: { hooksOff: offIn('managed/managed-settings.json') } }) },
    ],
    [
      'allowManagedHooksOnly',
      { 'managed/managed-settings.json': '{ "allowManagedHooksOnly": true }' },
      { claudeManagedHooksOnly: true },
    ],
    [
      'disableAllHooks of Copilot, which heeds it only in a folder',
      { '.copilot/settings.json': '{ "disableAllHooks": true }' },
      {},
    ],
    [
      'a hook file of Copilot that calls us',
      {
        '.copilot/hooks/mine.json': COPILOT_HOOK,
      },
      { agents: agentsWith({ copilot: { hook: 'ours', endsOnlyShell: true } }) },
    ],
    [
      'a hand-written file under our name',
      { '.copilot/hooks/tool-loop-guard.json': COPILOT_HOOK },
      { agents: agentsWith({ copilot: { hook: 'ours', endsOnlyShell: true } }), copilotFile: 'ours' },
    ],
    ['a hook file of others', { '.copilot/hooks/other.json': '{ "hooks": {} }' }, {}],
    [
      'our plugin of Copilot CLI',
      {
        '.copilot/config.json':
          '{ "installedPlugins": [{ "name": "tool-loop-guard", "enabled": true, "cache_path": "~/copy" }] }',
        'copy/hooks/hooks.json': COPILOT_HOOK,
      },
      { agents: agentsWith({ copilot: { hook: 'ours', endsOnlyShell: true } }) },
    ],
    ['our hook of Codex without a trust', { '.codex/hooks.json': CODEX_HOOK }, { codexHook: 'untrusted', ...OF_CODEX }],
    [
      'our hook of Codex with a trust',
      {
        '.codex/hooks.json': CODEX_HOOK,
        '.codex/config.toml':
          'model = "x"\n[hooks.state."~/.codex/hooks.json:pre_tool_use:0:0"]\ntrusted_hash = "sha256:12"\n' +
          '[hooks.state."~/.codex/hooks.json:post_tool_use:0:0"]\ntrusted_hash = "sha256:12"\n',
      },
      { codexHook: 'trusted', ...OF_CODEX },
    ],
    [
      'our hook of Codex with a trust in something else',
      {
        '.codex/hooks.json': CODEX_HOOK,
        '.codex/config.toml': '[hooks.state."other:pre_tool_use:0:0"]\ntrusted_hash = "sha256:12"\n',
      },
      { codexHook: 'untrusted', ...OF_CODEX },
    ],
    [
      'our hook of Codex with a trust in one event only, and all hooks off',
      {
        '.codex/hooks.json': CODEX_HOOK,
        '.codex/config.toml':
          '[features]\nhooks = false\n' +
          '[hooks.state]\n"~/.codex/hooks.json:pre_tool_use:0:0" = { trusted_hash = "s:1" }\n',
      },
      {
        codexHook: 'untrusted',
        agents: agentsWith({
          codex: { hook: 'ours', hooksOff: { file: '.codex/config.toml', setting: 'features.hooks' } },
        }),
      },
    ],
    [
      'a key of a trust without a digest',
      { '.codex/hooks.json': CODEX_HOOK, '.codex/config.toml': '[hooks.state."hooks.json"]\nenabled = true\n' },
      { codexHook: 'untrusted', ...OF_CODEX },
    ],
    [
      'a hook of Codex that is trusted and switched off',
      {
        '.codex/hooks.json': CODEX_HOOK,
        '.codex/config.toml': '[hooks.state."hooks.json:stop:0:0"]\ntrusted_hash = "sha256:12"\nenabled = false\n',
      },
      { codexHook: 'untrusted', ...OF_CODEX },
    ],
    [
      'our plugin of Codex with a trust',
      {
        '.codex/config.toml':
          '[plugins."tool-loop-guard@m"]\nenabled = true\n[hooks.state]\n' +
          '"tool-loop-guard@m:hooks/hooks.json:pre_tool_use:0:0" = { trusted_hash = "s:1" }\n' +
          '"tool-loop-guard@m:hooks/hooks.json:post_tool_use:0:0" = { trusted_hash = "s:1" }\n',
        '.codex/plugins/cache/m/tool-loop-guard/1.0.0/hooks/hooks.json': CODEX_HOOK,
      },
      { codexHook: 'trusted', ...OF_CODEX },
    ],
    [
      'our plugin of Codex that is switched off',
      {
        '.codex/config.toml':
          '[plugins."tool-loop-guard@m"]\nenabled = false\n[hooks.state."tool-loop-guard@m:x"]\ntrusted_hash = "s:1"\n',
      },
      {},
    ],
    [
      'our hooks of Codex in its settings, one of them for one tool',
      {
        '.codex/config.toml':
          '[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "tool-loop-guard hook"\n' +
          '[[hooks.PostToolUse]]\nmatcher = "shell"\n' +
          'hooks = [{ type = "command", command = "tool-loop-guard hook" }]\n' +
          '[hooks.state]\n"~/.codex/config.toml:pre_tool_use:0:0" = { trusted_hash = "s:1" }\n' +
          '"~/.codex/config.toml:post_tool_use:0:0" = { trusted_hash = "s:1" }\n',
      },
      { codexHook: 'trusted', agents: agentsWith({ codex: { hook: 'ours', matchers: 'shell' } }) },
    ],
    [
      'settings of Codex that are no TOML',
      { '.codex/config.toml': 'a = 1\nb = ' },
      { agents: agentsWith({ codex: { unreadable: '.codex/config.toml, line 2' } }) },
    ],
    [
      'files that are no JSON',
      { '.claude/settings.json': '[', '.copilot/settings.json': 'x', '.codex/hooks.json': '' },
      { agents: agentsWith({ claude: { unreadable: '.claude/settings.json, line 1' } }) },
    ],
  ];
  for (const [what, files, expected] of FOUND) {
    it(`include ${what}`, () => {
      machine = { ...machine, environment: { PATH: dirname(write('bin/tool-loop-guard', '', 0o700)) } };
      write('bin/package.json', '{ "name": "tool-loop-guard", "version": "1.0.0" }');
      Object.entries(files).forEach(([name, content]) => write(name, content.replaceAll('~', machine.home)));
      const told = JSON.stringify(facts()).replaceAll(`${machine.home}/`, '');
      assert.deepEqual(JSON.parse(told), JSON.parse(JSON.stringify({ ...BARE, ...expected })));
    });
  }

  it('find a program like the hook: as recorded by the extension, or on the PATH', () => {
    const program = write('bin/node', '', 0o700);
    const onPath = { PATH: `/nowhere:${dirname(program)}` };
    assert.equal(readMachineFacts({ ...machine, environment: onPath }).hasProgram, true);
    const named = { TOOL_LOOP_GUARD_NODE: program };
    assert.equal(readMachineFacts({ ...machine, environment: named }).hasProgram, false, 'no variable is believed');
    const written = write('.local/state/tool-loop-guard/node', `${program}\n`);
    assert.equal(facts().hasProgram, true);
    rmSync(written);
    write('.local/state/tool-loop-guard/node', `${program}x\n`);
    assert.equal(facts().hasProgram, false);
  });

  it('respect variables that move the programs', () => {
    const file = write('elsewhere/settings.json', '{ "disableAllHooks": true }');
    const environment = { CLAUDE_CONFIG_DIR: join(machine.home, 'elsewhere') };
    assert.equal(readMachineFacts({ ...machine, environment }).agents['claude']?.hooksOff?.file, file);
  });
});

describe('a folder’s effect on the guard', () => {
  let home: string;
  let machine: Machine;
  let project: string;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'home-'));
    machine = { home, environment: {}, platform: 'linux', claudeManagedFolder: join(home, 'managed') };
    project = join(home, 'projects/one');
    mkdirSync(join(project, 'inside'), { recursive: true });
    mkdirSync(join(project, '.git'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  function put(name: string, content: string): string {
    const path = join(project, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  const OFF = '{ // off\n "disableAllHooks": true }';
  const GEMINI_OFF = '{ "hooksConfig": { "disabled": ["tool-loop-guard"] } }';
  for (const [agent, name, content] of [
    ['claude', '.claude/settings.json', OFF],
    ['claude', '.claude/settings.local.json', OFF],
    ['copilot', '.github/copilot/settings.json', OFF],
    ['copilot', '.claude/settings.json', OFF],
    ['gemini', '.gemini/settings.json', '{ "hooksConfig": { "enabled": false } }'],
    ['gemini', '.gemini/settings.json', GEMINI_OFF],
    ['qwen', '.qwen/settings.json', OFF],
  ] as const) {
    it(`is reported with its file: ${agent} by ${name}`, () => {
      const file = put(name, content);
      const offFor = (folders: string[]) => readMachineFacts(machine, folders).agents[agent]?.hooksOff?.file;
      assert.equal(offFor([project]), file);
      assert.equal(offFor([join(project, 'inside')]), file, 'from a folder inside');
      assert.equal(offFor([]), undefined, 'of no folder');
    });
  }

  it('is reported if its variables control a hook', () => {
    const file = put('.claude/settings.json', '{ "env": { "HOME": "/x", "LD_PRELOAD": "y", "PATH": "z" } }');
    assert.equal(readMachineFacts(machine, [project]).folderVariables, `HOME, LD_PRELOAD (${file})`);
  });

  it('is reported if its file has a byte order mark that the agent refuses', () => {
    const [, gemini] = ['.claude/settings.json', '.gemini/settings.json'].map((name) => put(name, '\uFEFF{}'));
    const { agents } = readMachineFacts(machine, [project]);
    assert.deepEqual([agents['claude']?.unreadable, agents['gemini']?.unreadable], [undefined, `${gemini}, line 1`]);
  });

  it('is reported if a file that is too large to read may turn hooks off or set variables', () => {
    const file = put('.claude/settings.json', `{ "disableAllHooks": true, "x": "${'x'.repeat(5_000_000)}" }`);
    const { agents, folderVariables } = readMachineFacts(machine, [project]);
    assert.deepEqual([agents['claude']?.unreadable, folderVariables], [file, `? (${file})`]);
    assert.deepEqual(withoutVariablesOf([project], { TOOL_LOOP_MODE: 'warn', PATH: 'x' }, home), { PATH: 'x' });
  });

  for (const [name, content] of [
    ['.vscode/settings.json', '{ "terminal.integrated.env.linux": { "TOOL_LOOP_MODE": "warn" } }'],
    ['.devcontainer/devcontainer.json', '{ // mine\n "containerEnv": { "TOOL_LOOP_MODE": "warn" } }'],
    ['.devcontainer.json', '{ "remoteEnv": { "TOOL_LOOP_MODE": "warn" } }'],
    ['.envrc', 'export TOOL_LOOP_MODE=warn\n'],
    ['.envrc', 'A=1; true && declare -x "TOOL_LOOP_MODE=warn"\n'],
    ['scripts.env', 'TOOL_LOOP_MODE=warn\n'],
    ['.mise.toml', '[env]\nTOOL_LOOP_MODE = "warn"\n'],
    ['mise.dev.toml', 'env = { TOOL_LOOP_MODE = "warn" }\n'],
    ['.config/mise/config.toml', 'env.TOOL_LOOP_MODE = "warn"\n'],
    ['.devcontainer/x/devcontainer.json', '{ "containerEnv": { "TOOL_LOOP_MODE": "warn" } }'],
    ['app.code-workspace', '{ "settings": { "terminal.integrated.env.linux": { "TOOL_LOOP_MODE": "warn" } } }'],
  ] as const) {
    it(`has no variable from ${name}: ${content.trim()}`, () => {
      put(name, content);
      assert.deepEqual(withoutVariablesOf([project], { TOOL_LOOP_MODE: 'warn' }, home), {});
    });
  }

  it('has no variable from a repository, but those of the user', () => {
    put('.claude/settings.json', '{ "env": { "TOOL_LOOP_MOD\\u0045": "warn" } }');
    put('.env', '# mine\nexport tool_loop_enabled = false\nOTEL_EXPORTER_OTLP_ENDPOINT: http://x\n');
    writeFileSync(join(home, '.env'), 'TOOL_LOOP_MAX_REPEATS=9\n');
    const environment = {
      TOOL_LOOP_MODE: 'warn',
      TOOL_LOOP_ENABLED: 'false',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x',
      TOOL_LOOP_MAX_REPEATS: '9',
      PATH: '/bin',
    };
    assert.deepEqual(withoutVariablesOf([join(project, 'inside')], environment, home), {
      TOOL_LOOP_MAX_REPEATS: '9',
      PATH: '/bin',
    });
    assert.deepEqual(withoutVariablesOf([home], environment, home), environment);
  });
});

describe('tool-loop-guard doctor', () => {
  const machine: Machine = {
    home: '/nowhere',
    environment: {},
    platform: 'linux',
    claudeManagedFolder: '/nowhere',
  };

  it('prints facts and sessions as JSON', async () => {
    const output = new PassThrough();
    await runDoctor({ isJson: true, folder: '/nowhere', programFolder: '/nowhere' }, output, machine);
    output.end();
    const { machine: facts, sessions } = JSON.parse(await text(output)) as {
      machine: MachineFacts;
      sessions: { type: string; protection: string; obstacles: { id: string }[] }[];
    };
    assert.deepEqual(facts, JSON.parse(JSON.stringify(BARE)));
    assert.deepEqual(
      sessions.find(({ type }) => type === 'claudeCode'),
      {
        type: 'claudeCode',
        name: 'Claude Code',
        protection: 'not',
        obstacles: [
          {
            id: 'noHook',
            level: 'not',
            why: 'These sessions need hooks of their own, and have none.',
            remedy: 'Run "Tool Loop Guard: Guard Other Agents…" in VS Code, or tool-loop-guard install in a terminal.',
            remedyBy: { title: 'Add hooks', command: 'toolLoopGuard.protectAgents', given: [] },
          },
        ],
      },
    );
  });
});
