import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { AgentFacts, MachineFacts } from '../../../../src/core/protection/facts';
import { guardFile } from '../../../../src/node/agents/agent';
import { OUTSIDE_AGENTS } from '../../../../src/node/agents/registry';
import { Installation } from '../../../../src/node/install/installation';
import { copilotExtension } from '../../../../src/node/plugin/copilotExtension';
import { runDoctor } from '../../../../src/node/commands/agentReport';
import { withoutVariablesOf } from '../../../../src/node/protection/folderFiles';
import { type Machine, readMachineFacts } from '../../../../src/node/protection/machineFacts';
import { copyPlugin } from '../../../fakes/pluginCopy';

function agentsWith(changes: Readonly<Record<string, Partial<AgentFacts>>>): MachineFacts['agents'] {
  const facts = { hook: 'absent', hooksOff: undefined, unreadable: undefined } as const;
  const ofCopilot = { ...facts, endsOnlyShell: true } as const;
  return Object.fromEntries(
    OUTSIDE_AGENTS.map(({ id }) => [id, { ...(id === 'copilot' ? ofCopilot : facts), ...changes[id] }]),
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

const ROOT = resolve(__dirname, '../../../..');

/** By the agents' names, as the documents describe hooks by hand. */
const BY_HAND = Object.fromEntries(
  readFileSync(join(ROOT, 'docs/contributing/hooks.md'), 'utf8')
    .split('```json\n')
    .flatMap((block) => {
      const [text = ''] = block.split('```');
      const agent = / --harness (\w+)"/.exec(text)?.[1];
      return text.startsWith('{') && agent !== undefined ? [[agent, text] as const] : [];
    }),
);
const { claude: CLAUDE_HOOKS = '', codex: CODEX_HOOKS = '', copilot: COPILOT_HOOKS = '' } = BY_HAND;

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

  function addProgram(name = 'tool-loop-guard'): void {
    machine = { ...machine, environment: { PATH: dirname(write('bin/tool-loop-guard', '', 0o700)) } };
    write('bin/package.json', JSON.stringify({ name, version: '1.0.0' }));
  }

  const stateOf = (id: string): string | undefined => facts().agents[id]?.hook;

  for (const agent of OUTSIDE_AGENTS.filter(({ guard }) => guard.kind !== 'module')) {
    it(`know hooks of ${agent.name} that the documents describe, and doubt each part of them`, () => {
      const documented = BY_HAND[agent.id] ?? assert.fail(`No hooks by hand are documented for ${agent.id}.`);
      const path = guardFile(agent, machine).slice(machine.home.length + 1);
      const stateWith = (text: string): string | undefined => {
        write(path, text);
        return stateOf(agent.id);
      };
      assert.equal(stateWith(documented), 'broken', 'without the program');
      addProgram('other');
      assert.equal(stateWith(documented), 'changed', 'with a program of the same name');
      addProgram();
      assert.equal(stateWith(documented), 'ours');
      assert.equal(stateWith(documented.replaceAll(/ --harness \w+/g, '')), 'ours');
      for (const [from, to] of [
        [/\w*PreToolUse|preToolUse|BeforeTool/g, 'Other'],
        [/PostToolUse"|postToolUse"|AfterTool"/g, 'Other"'],
        ['"type": "command"', '"type": "command", "async": true'],
        ['"type": "command"', '"type": "command", "matcher": "Read"'],
        ['"type": "command"', '"type": "command", "if": "Bash(ls)"'],
        ['"type": "command"', '"type": "command", "env": { "TOOL_LOOP_MODE": "warn" }'],
        ['"type": "command", ', ''],
        ['"tool-loop-guard hook', '"A=warn tool-loop-guard hook'],
        [/--harness \w+/g, '--harness opencode'],
        [/20(000)?/g, '0.02'],
      ] as const) {
        assert.equal(stateWith(documented.replaceAll(from, to)), 'changed', `${String(from)}: ${to}`);
      }
      assert.equal(stateWith(documented.replaceAll('"type"', '"description": "x", "matcher": "*", "type"')), 'ours');
      assert.equal(stateWith(documented.replace(/UserPromptSubmit|userPromptSubmitted|BeforeAgent/, 'Other')), 'ours');
    });
  }

  it('claim nothing if nothing is installed, also as JSON', async () => {
    const output = new PassThrough();
    await runDoctor({ isJson: true, folder: '/nowhere', programFolder: '/nowhere' }, output, machine);
    output.end();
    const told = JSON.parse(await text(output)) as { readonly machine: MachineFacts };
    assert.deepEqual(told.machine, JSON.parse(JSON.stringify(BARE)));
  });

  const inClaude = (text: string) => ({ '.claude/settings.json': text });
  const inCodex = (config: string) => ({ '.codex/hooks.json': CODEX_HOOKS, '.codex/config.toml': config });
  const trust = (source: string): string =>
    ['pre', 'post'].map((when) => `"${source}:${when}_tool_use:0:0" = { trusted_hash = "s:1" }\n`).join('');
  const PLUGIN_OF_CODEX = '[plugins."tool-loop-guard@m"]\nenabled = true\n[hooks.state]\n';
  const tables = (matcher: string): string =>
    ['UserPromptSubmit', 'PreToolUse', 'PostToolUse']
      .map(
        (event) => `[[hooks.${event}]]\n${matcher}hooks = [{ type = "command", command = "tool-loop-guard hook" }]\n`,
      )
      .join('');

  const FOUND: readonly (readonly [what: string, files: Readonly<Record<string, string>>, Partial<MachineFacts>])[] = [
    [
      'our hook of Claude Code, in a file that it can’t read',
      inClaude(CLAUDE_HOOKS.replace('{\n', '{\n/* mine */')),
      { agents: agentsWith({ claude: { hook: 'ours', unreadable: '.claude/settings.json, line 2' } }) },
    ],
    ['a plugin that is switched off', inClaude('{ "enabledPlugins": { "tool-loop-guard@m": false } }'), {}],
    ['hooks of others', inClaude('{ "hooks": { "Stop": [{ "hooks": [{ "command": "ls" }] }] } }'), {}],
    [
      'disableAllHooks of Claude Code',
      inClaude('{ "disableAllHooks": true }'),
      { agents: agentsWith({ claude: { hooksOff: offIn('.claude/settings.json') } }) },
    ],
    [
      'managed disableAllHooks',
      { 'managed/managed-settings.d/10.json': '{ "disableAllHooks": true }' },
      { agents: agentsWith({ claude: { hooksOff: offIn('managed/managed-settings.d/10.json') } }) },
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
      'a hand-written file under our name',
      { '.copilot/hooks/tool-loop-guard.json': COPILOT_HOOKS },
      { agents: agentsWith({ copilot: { hook: 'ours' } }), copilotFile: 'ours' },
    ],
    [
      'a file of Copilot under our name without a hook before calls',
      { '.copilot/hooks/tool-loop-guard.json': COPILOT_HOOKS.replace('"preToolUse"', '"stop"') },
      { agents: agentsWith({ copilot: { hook: 'changed' } }) },
    ],
    ['a hook file of others', { '.copilot/hooks/other.json': '{ "hooks": {} }' }, {}],
    [
      'our plugin of Copilot CLI without its files',
      {
        '.copilot/config.json':
          '{ "installedPlugins": [{ "name": "tool-loop-guard", "enabled": true, "cache_path": "~/copy" }] }',
      },
      { agents: agentsWith({ copilot: { hook: 'broken' } }) },
    ],
    ['our hook of Codex without a trust', inCodex(''), { codexHook: 'untrusted', ...OF_CODEX }],
    [
      'our hook of Codex with a trust',
      inCodex(`model = "x"\n[hooks.state]\n${trust('~/.codex/hooks.json')}`),
      { codexHook: 'trusted', ...OF_CODEX },
    ],
    [
      'our hook of Codex with a trust in something else',
      inCodex(`[hooks.state]\n${trust('other')}`),
      { codexHook: 'untrusted', ...OF_CODEX },
    ],
    [
      'our hook of Codex without a trust, next to a trusted one that only names us',
      inCodex(
        '[[hooks.PreToolUse]]\nhooks = [{ type = "command", command = "echo tool-loop-guard" }]\n' +
          `[hooks.state]\n${trust('~/.codex/config.toml')}`,
      ),
      { codexHook: 'untrusted', ...OF_CODEX },
    ],
    [
      'our hook of Codex with a trust in one event only, and all hooks off',
      inCodex(`[features]\nhooks = false\n[hooks.state]\n${trust('~/.codex/hooks.json').replace('post', 'other')}`),
      {
        codexHook: 'untrusted',
        agents: agentsWith({
          codex: { hook: 'ours', hooksOff: { file: '.codex/config.toml', setting: 'features.hooks' } },
        }),
      },
    ],
    [
      'a hook of Codex that is trusted and switched off',
      inCodex(`[hooks.state]\n${trust('~/.codex/hooks.json').replaceAll(' }', ', enabled = false }')}`),
      { codexHook: 'untrusted', ...OF_CODEX },
    ],
    [
      'our plugin of Codex in two versions',
      {
        '.codex/config.toml': PLUGIN_OF_CODEX,
        '.codex/plugins/cache/m/tool-loop-guard/1.0.0/hooks/hooks.json': '{}',
        '.codex/plugins/cache/m/tool-loop-guard/2.0.0/hooks/hooks.json': '{}',
      },
      { agents: agentsWith({ codex: { hook: 'changed' } }) },
    ],
    [
      'our hooks of Codex in its settings',
      { '.codex/config.toml': `${tables('')}[hooks.state]\n${trust('~/.codex/config.toml')}` },
      { codexHook: 'trusted', ...OF_CODEX },
    ],
    [
      'our hooks of Codex in its settings, for one tool',
      { '.codex/config.toml': `${tables('matcher = "shell"\n')}[hooks.state]\n${trust('~/.codex/config.toml')}` },
      { agents: agentsWith({ codex: { hook: 'changed' } }) },
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
      addProgram();
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

  describe('with an installation', () => {
    const STATE = '.local/state/tool-loop-guard';

    beforeEach(() => {
      const installation = new Installation(copyPlugin(join(machine.home, 'extension'), '1.0.0'), '1.0.0', machine);
      OUTSIDE_AGENTS.forEach(({ id }) => installation.install(id));
    });

    const inClaude = (change: (text: string) => string) => (): void => {
      write('.claude/settings.json', change(readFileSync(join(machine.home, '.claude/settings.json'), 'utf8')));
    };
    const addPlugin = inClaude((text) => {
      const market = { source: { source: 'directory', path: join(machine.home, STATE, 'agents') } };
      const plugin = { enabledPlugins: { 'tool-loop-guard@m': true }, extraKnownMarketplaces: { m: market } };
      return JSON.stringify({ ...(JSON.parse(text) as object), ...plugin });
    });
    const plugin = (): void => {
      write('.claude/settings.json', '{}');
      addPlugin();
    };
    const inFolder = (): void => {
      inClaude((text) => {
        write('project/.claude/settings.json', text);
        return '{}';
      })();
      machine = { ...machine, folder: join(machine.home, 'project') };
    };
    const CASES: readonly (readonly [what: string, state: string, ...prepare: readonly (() => void)[]])[] = [
      ['its lines', 'ours', () => undefined],
      ['its lines in a folder', 'ours', inFolder],
      ['its lines beside others', 'ours', inClaude((text) => text.replace('"PreToolUse": [', '$& { "hooks": [] },'))],
      [
        'a command for another shell',
        'changed',
        inClaude((text) => text.replaceAll('"timeout"', '"bash": "true", $&')),
      ],
      ['an edited command', 'changed', inClaude((text) => text.replaceAll('; then', ' && false; then'))],
      ['commands that do nothing', 'changed', inClaude((text) => text.replaceAll('"trap', '"true # trap'))],
      [
        'a copy of anybody’s',
        'changed',
        inClaude((text) => text.replaceAll('/agents/plugin', '/../tool-loop-guard/agents/plugin')),
      ],
      ...['hook.sh', 'hook.js', 'engineOfHook.js', '.digests.json'].map(
        (name) => [`a damaged ${name}`, 'broken', () => void write(`${STATE}/agents/plugin/${name}`, '')] as const,
      ),
      ['our plugin', 'ours', plugin],
      [
        'our plugin beside an edited command',
        'ours',
        inClaude((text) => text.replaceAll('; then', ' && false; then')),
        addPlugin,
      ],
      ['our plugin with a damaged hook.sh', 'broken', plugin, () => void write(`${STATE}/agents/plugin/hook.sh`, '')],
      [
        'our plugin with an edited command',
        'broken',
        plugin,
        () => void write(`${STATE}/agents/plugin/hooks/hooks.json`, '{ "hooks": {} }'),
      ],
      [
        'a plugin of which only the name is known',
        'changed',
        () => void write('.claude/settings.json', '{ "enabledPlugins": { "tool-loop-guard@m": true } }'),
      ],
    ];
    for (const [what, state, ...prepare] of CASES) {
      it(`tell of ${what} that it is ${state}`, () => {
        prepare.forEach((step) => step());
        assert.equal(stateOf('claude'), state);
      });
    }

    for (const [agent, file] of [
      ['gemini', '.gemini/.env'],
      ['gemini', '.env'],
      ['qwen', '.qwen/.env'],
      ['codex', '.codex/.env'],
    ] as const) {
      it(`name a variable that ${agent} reads from ~/${file}`, () => {
        const path = write(file, '# mine\nexport TOOL_LOOP_MODE="warn" # for now\n');
        assert.equal(facts().agents[agent]?.settings?.stopsLate, `TOOL_LOOP_MODE (${path})`);
      });
    }

    const REFUSED: readonly (readonly [agent: string, file: string, from: string, to: string, field: string])[] = [
      ['claude', '.claude/settings.json', '{', '{ "permissions": { "deny": "x" },', 'permissions.deny'],
      ['claude', '.claude/settings.json', '"Stop": [', '$& { "command": "true" },', 'hooks.Stop'],
      ['codex', '.codex/hooks.json', '{', '{ "version": 1,', 'version'],
    ];
    for (const [agent, file, from, to, field] of REFUSED) {
      it(`name a setting that ${agent} refuses, and all hooks with it: ${field}`, () => {
        const path = join(machine.home, file);
        write(file, readFileSync(path, 'utf8').replace(from, to));
        assert.equal(facts().agents[agent]?.unreadable, `${path}, ${field}`);
      });
    }

    it('know the hooks of every agent, and of Copilot its extension', () => {
      assert.deepEqual(
        OUTSIDE_AGENTS.map(({ id }) => stateOf(id)),
        OUTSIDE_AGENTS.map(() => 'ours'),
      );
      assert.equal(facts().agents['copilot']?.endsOnlyShell, true);
      write('.copilot/extensions/tool-loop-guard/extension.mjs', copilotExtension());
      assert.equal(facts().agents['copilot']?.endsOnlyShell, true, 'not loaded');
      write('.copilot/settings.json', '{ "experimental": true }');
      assert.equal(facts().agents['copilot']?.endsOnlyShell, undefined);
      write('.copilot/extensions/tool-loop-guard/extension.mjs', `${copilotExtension()}// Changed.\n`);
      assert.equal(facts().agents['copilot']?.endsOnlyShell, true, 'damaged');
    });
  });

  const OFF_BY: readonly (readonly [
    agent: string,
    variables: Record<string, string>,
    setting: string,
    file?: string,
  ])[] = [
    ['claude', { CLAUDE_CODE_SIMPLE: '1' }, 'CLAUDE_CODE_SIMPLE'],
    ['claude', {}, 'CLAUDE_CODE_SHELL_PREFIX', '.claude/settings.json'],
    ['opencode', { OPENCODE_PURE: '1' }, 'OPENCODE_PURE'],
    ['qwen', { QWEN_CODE_SYSTEM_SETTINGS_PATH: 'system.json' }, 'disableAllHooks', 'system.json'],
    ['gemini', { GEMINI_CLI_SYSTEM_SETTINGS_PATH: 'system.json' }, 'hooksConfig', 'system.json'],
    ['codex', {}, 'features.hooks', 'project/.codex/config.toml'],
  ];
  for (const [agent, variables, setting, file] of OFF_BY) {
    it(`say by what ${agent} is kept from running hooks: ${setting}`, () => {
      const project = join(machine.home, 'project');
      write('.claude/settings.json', '{ "env": { "CLAUDE_CODE_SHELL_PREFIX": "docker exec dev sh -c" } }');
      write('system.json', '{ "disableAllHooks": true, "hooksConfig": { "enabled": false } }');
      write('.codex/config.toml', `[projects."${project}"]\ntrust_level = "trusted"\n`);
      write('project/.codex/config.toml', '[features]\nhooks = false\n');
      const environment = Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [name, value.replace(/.*\.json/, join(machine.home, '$&'))]),
      );
      const { hooksOff } = readMachineFacts({ ...machine, environment }, [project]).agents[agent] ?? {};
      assert.deepEqual(hooksOff, { file: file && join(machine.home, file), setting });
    });
  }

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

  for (const [name, content, names] of [
    ['.claude/settings.json', '{ "env": { "HOME": "/x", "LD_PRELOAD": "y", "PATH": "z" } }', 'HOME, LD_PRELOAD'],
    ['.claude/settings.json', '{ "env": { "CLAUDE_CODE_SHELL_PREFIX": "x" } }', 'CLAUDE_CODE_SHELL_PREFIX'],
    ['.claude/settings.json', '{ "env": { "CLAUDE_CODE_SIMPLE": "1" } }', 'CLAUDE_CODE_SIMPLE'],
    ['.envrc', 'export A=1 "LD_PRELOAD=/x.so"\n', 'LD_PRELOAD'],
  ] as const) {
    it(`is reported if variables control a hook: ${names} in ${name}`, () => {
      const file = put(name, content);
      assert.equal(readMachineFacts(machine, [project]).folderVariables, `${names} (${file})`);
    });
  }

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
