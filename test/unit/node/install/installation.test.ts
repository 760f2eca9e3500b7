import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { guardFile, type OutsideAgent } from '../../../../src/node/agents/agent';
import { OUTSIDE_AGENT_IDS, OUTSIDE_AGENTS } from '../../../../src/node/agents/registry';
import { Installation } from '../../../../src/node/install/installation';
import { newFolderForEach } from '../../../fakes/newFolder';
import { copyPlugin } from '../../../fakes/pluginCopy';

const agentOf = (id: string): OutsideAgent => OUTSIDE_AGENTS.find((agent) => agent.id === id) as OutsideAgent;

/** Folders that variables name. */
const FOLDER_OF = {
  CLAUDE_CONFIG_DIR: 'c',
  CODEX_HOME: 'x',
  COPILOT_HOME: 'p',
  XDG_CONFIG_HOME: 'o',
  GEMINI_CLI_HOME: 'g',
  QWEN_HOME: 'q',
};

const FOREIGN = `{
  // My own hook.
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./lint.sh" }] }, // keep
    ],
    "BeforeTool": [{ "hooks": [{ "type": "command", "command": "./look.sh" }] }]
  },
  "env": { "SECRET_TOKEN": "s3cr3t-s3cr3t-s3cr3t" }
}
`;

describe('an installation for agents outside VS Code', () => {
  let home: string;
  let plugin: string;
  let environment: NodeJS.ProcessEnv;

  newFolderForEach((folder) => {
    home = folder;
    environment = { PATH: join(home, 'bin') };
    release('1.0.0');
  });

  const release = (version: string): void => void (plugin = copyPlugin(join(home, 'extension'), version));

  const place = () => ({ home, environment, platform: 'linux' as const, claudeManagedFolder: join(home, 'managed') });
  const installation = (version = '1.0.0'): Installation => new Installation(plugin, version, place());
  const fileOf = (id: string): string => guardFile(agentOf(id), place());
  const agents = (): string => join(home, '.local/state/tool-loop-guard/agents');

  /** Every file of the home folder but the extension, with its content. */
  function files(): Record<string, string> {
    const entries = readdirSync(home, { recursive: true, withFileTypes: true });
    return Object.fromEntries(
      entries
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('extension'))
        .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
    );
  }

  function put(id: string, text: string): string {
    mkdirSync(dirname(fileOf(id)), { recursive: true });
    writeFileSync(fileOf(id), text);
    return fileOf(id);
  }

  for (const id of OUTSIDE_AGENT_IDS) {
    describe(`for ${agentOf(id).name}`, () => {
      it('is planned without writing anything, as it is written then, once', () => {
        const planned = installation().plan(id);
        assert.deepEqual([planned?.path, planned?.before, files()], [fileOf(id), undefined, {}]);
        installation().install(id);
        assert.equal(readFileSync(fileOf(id), 'utf8'), planned?.after);
        const once = files();
        assert.equal(installation().plan(id), undefined);
        installation().install(id);
        assert.deepEqual(files(), once);
        assert.ok(installation().isInstalled(id));
      });

      it('is restored when the files that it runs were removed', () => {
        installation().install(id);
        const whole = files();
        for (const name of readdirSync(join(agents(), '..'))) {
          rmSync(join(agents(), '..', name), { recursive: true });
        }
        assert.deepEqual([installation().isInstalled(id), installation().copy.isWhole], [true, false]);
        assert.notEqual(installation().plan(id), undefined);
        installation().install(id);
        assert.deepEqual([installation().copy.isWhole, installation().plan(id)], [true, undefined]);
        const records = /installed\.json$|protection\.json$/;
        const runnable = (found: object): string[] => Object.keys(found).filter((path) => !records.test(path));
        assert.deepEqual(runnable(files()), runnable(whole));
      });

      it('is taken back so that nothing of it is left, not even a folder', () => {
        const before = readdirSync(home);
        installation().install(id);
        installation().uninstall(id);
        assert.deepEqual(files(), {});
        assert.ok(!installation().isInstalled(id));
        assert.ok(!existsSync(agents()));
        assert.deepEqual(
          readdirSync(home).filter((name) => name !== '.local'),
          before,
        );
        assert.deepEqual(installation().planRemoval(id), []);
      });
    });
  }

  it('writes an extension of an agent only when told to, and leaves nothing of it', () => {
    const extension = () => installation().extensionOf('copilot') ?? assert.fail();
    assert.deepEqual(
      OUTSIDE_AGENT_IDS.filter((id) => installation().extensionOf(id)),
      ['copilot'],
    );
    installation().install('copilot');
    const before = files();
    const planned = extension().plan() ?? assert.fail();
    assert.equal(planned.path, join(home, '.copilot/extensions/tool-loop-guard/extension.mjs'));
    extension().write();
    assert.equal(extension().plan(), undefined);
    assert.deepEqual(
      installation()
        .planRemoval('copilot')
        .map(({ path }) => path),
      [planned.path, fileOf('copilot')],
    );
    extension().remove();
    assert.deepEqual(files(), before);
    assert.ok(!existsSync(join(home, '.copilot/extensions')));
    extension().write();
    installation().uninstall('copilot');
    assert.deepEqual(files(), {});
    assert.ok(!existsSync(join(home, '.copilot')));
  });

  it('removes hooks and an extension of an agent whose folder a variable has moved since', () => {
    installation().install('copilot');
    const extension = installation().extensionOf('copilot');
    extension?.write();
    environment['COPILOT_HOME'] = join(home, 'moved');
    installation().uninstall('copilot');
    assert.deepEqual(files(), {});
    assert.ok(!existsSync(join(home, '.copilot')));
  });

  it('leaves an extension of somebody else with its name alone', () => {
    const path = join(home, '.copilot/extensions/tool-loop-guard/extension.mjs');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'own();\n');
    assert.throws(() => installation().extensionOf('copilot')?.plan(), /is not ours/);
    installation().uninstall('copilot');
    assert.equal(readFileSync(path, 'utf8'), 'own();\n');
  });

  for (const id of ['claude', 'codex', 'gemini', 'qwen'] as const) {
    it(`keeps the hooks and comments of others, and gives ${agentOf(id).name} its file back byte for byte`, () => {
      const path = put(id, FOREIGN);
      chmodSync(path, 0o644);
      installation().install(id);
      const text = readFileSync(path, 'utf8');
      assert.ok(text.includes('// My own hook.') && text.includes('./lint.sh') && text.includes('// keep'));
      assert.equal(statSync(path).mode & 0o777, 0o644);
      assert.ok(!readFileSync(join(agents(), 'installed.json'), 'utf8').includes('s3cr3t'));
      installation().install(id);
      assert.equal(installation().planRemoval(id)[0]?.after, FOREIGN);
      installation().uninstall(id);
      assert.equal(readFileSync(path, 'utf8'), FOREIGN);
      assert.deepEqual(files(), { [path]: FOREIGN });
    });
  }

  it('takes out only its own lines when the file was changed since', () => {
    const path = put('claude', FOREIGN);
    installation().install('claude');
    writeFileSync(path, readFileSync(path, 'utf8').replace('./lint.sh', './other.sh'));
    assert.ok(installation().isInstalled('claude'));
    installation().uninstall('claude');
    const left = readFileSync(path, 'utf8');
    assert.ok(left.includes('./other.sh') && left.includes('// keep') && !left.includes('TOOL_LOOP_GUARD'));
  });

  it('keeps what a person has added to a file that it had made', () => {
    installation().install('codex');
    const path = fileOf('codex');
    writeFileSync(path, readFileSync(path, 'utf8').replace('{', '{ "mine": 1,'));
    installation().uninstall('codex');
    assert.match(readFileSync(path, 'utf8'), /"mine": 1/);
  });

  it('starts a copy in one place for all versions, for this user only, so that no line changes with a version', () => {
    installation('1.0.0').install('codex');
    const lines = readFileSync(fileOf('codex'), 'utf8');
    assert.ok(lines.includes(JSON.stringify(join(agents(), 'plugin')).slice(1, -1)));
    assert.deepEqual(
      [agents(), join(agents(), 'plugin'), join(agents(), 'plugin/hook.js')].map((path) => statSync(path).mode & 0o077),
      [0, 0, 0],
    );
    release('1.1.0');
    assert.equal(installation('1.1.0').update(), true);
    assert.equal(installation('1.1.0').update(), false);
    assert.equal(readFileSync(fileOf('codex'), 'utf8'), lines);
    assert.equal(readFileSync(join(agents(), 'plugin/hook.js'), 'utf8'), '// 1.1.0');
  });

  it('is brought to a newer version, never to an older one, and never where the user has none', () => {
    assert.equal(installation().update(), false);
    assert.deepEqual(files(), {});
    release('1.10.0');
    installation('1.10.0').install('claude');
    release('1.9.0');
    assert.equal(installation('1.9.0').update(), false);
    installation('1.9.0').install('claude');
    assert.equal(readFileSync(join(agents(), 'plugin/hook.js'), 'utf8'), '// 1.10.0');
  });

  it('plans to update a copy that is older, though the lines stay the same', () => {
    installation().install('codex');
    release('1.1.0');
    assert.equal(installation('1.1.0').plan('codex')?.path, agents());
    installation('1.1.0').install('codex');
    assert.equal(installation('1.1.0').plan('codex'), undefined);
    assert.equal(readFileSync(join(agents(), 'plugin/hook.js'), 'utf8'), '// 1.1.0');
    assert.equal(installation('1.0.0').plan('codex'), undefined, 'a newer one stays');
  });

  it('writes down a program that runs the hooks where there is none, and takes it back', () => {
    const program = join(home, 'node');
    writeFileSync(program, '', { mode: 0o700 });
    const written = join(home, '.local/state/tool-loop-guard/node');
    const withProgram = (): Installation => new Installation(plugin, '1.0.0', place(), program);
    withProgram().install('claude');
    assert.equal(readFileSync(written, 'utf8'), `${program}\n`);
    assert.equal(withProgram().plan('claude'), undefined);
    rmSync(written);
    assert.notEqual(withProgram().plan('claude'), undefined, 'without it, agents without Node go unguarded');
    withProgram().install('claude');
    withProgram().uninstall('claude');
    assert.ok(!existsSync(written));
    mkdirSync(dirname(written), { recursive: true });
    writeFileSync(written, '/bin/sh\n', { mode: 0o600 });
    withProgram().install('claude');
    withProgram().uninstall('claude');
    assert.equal(readFileSync(written, 'utf8'), '/bin/sh\n', 'that of a window stays');
  });

  it('adds the hook at the end of an answer only to a version of Claude Code that has it', () => {
    const folder = join(home, 'bin');
    mkdirSync(folder);
    writeFileSync(join(folder, 'claude'), '', { mode: 0o755 });
    const withVersion = (version: string): boolean => {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));
      return installation().plan('claude')?.after?.includes('PostToolBatch') === true;
    };
    assert.deepEqual(['2.0.76', '2.1.197', '2.1.330'].map(withVersion), [false, true, true]);
  });

  it('updates lines that an older version had written', () => {
    installation().install('claude');
    const path = fileOf('claude');
    const older = readFileSync(path, 'utf8').replaceAll('"timeout": 20', '"timeout": 10');
    writeFileSync(path, older);
    assert.equal(installation().plan('claude')?.before, older);
    assert.equal(installation().update(), true);
    assert.ok(!readFileSync(path, 'utf8').includes('"timeout": 10'));
    assert.equal(readFileSync(path, 'utf8').match(/TOOL_LOOP_GUARD_ROUTE=agent/g)?.length, 6);
  });

  it('has a marketplace next to the copy, which stays for as long as an agent knows it', () => {
    installation().install('codex');
    const { plugins } = JSON.parse(readFileSync(join(agents(), '.claude-plugin/marketplace.json'), 'utf8')) as {
      plugins: { source: string }[];
    };
    assert.ok(existsSync(join(agents(), plugins[0]?.source ?? '', 'hook.js')));
    put('claude', JSON.stringify({ extraKnownMarketplaces: { x: { source: { path: agents() } } } }));
    assert.ok(installation().isMarketplaceInUse);
    installation().uninstall('codex');
    assert.ok(existsSync(join(agents(), 'plugin/hook.js')));
    rmSync(fileOf('claude'));
    assert.ok(!installation().isMarketplaceInUse);
  });

  it('keeps the copy until the last agent is given up', () => {
    installation().install('claude');
    installation().install('gemini');
    installation().uninstall('claude');
    assert.ok(existsSync(join(agents(), 'plugin/hook.js')));
    installation().uninstall('gemini');
    assert.ok(!existsSync(agents()));
  });

  it('looks where each agent looks', () => {
    for (const [name, folder] of Object.entries(FOLDER_OF)) {
      environment[name] = join(home, folder);
    }
    assert.deepEqual(
      OUTSIDE_AGENT_IDS.map((id) => fileOf(id).slice(home.length)),
      [
        '/c/settings.json',
        '/x/hooks.json',
        '/p/hooks/tool-loop-guard.json',
        '/g/.gemini/settings.json',
        '/q/settings.json',
        '/o/opencode/plugin/tool-loop-guard.js',
      ],
    );
  });

  it('looks in the home folder where a variable is set to nothing, and never where it was started', () => {
    const expected = OUTSIDE_AGENT_IDS.map(fileOf);
    for (const name of Object.keys(FOLDER_OF)) {
      environment[name] = '';
    }
    assert.deepEqual(OUTSIDE_AGENT_IDS.map(fileOf), expected);
  });

  it('finds agents by their program or their folder', () => {
    assert.deepEqual(installation().found(), []);
    mkdirSync(join(home, '.codex'));
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin/gemini'), '#!/bin/sh\n', { mode: 0o755 });
    writeFileSync(join(home, 'bin/claude'), 'no program', { mode: 0o644 });
    assert.deepEqual(
      installation()
        .found()
        .map(({ id }) => id),
      ['codex', 'gemini'],
    );
  });

  it('writes what a link leads to, and leaves the link', () => {
    const real = join(home, 'dotfiles.json');
    writeFileSync(real, FOREIGN);
    mkdirSync(dirname(fileOf('claude')));
    symlinkSync(real, fileOf('claude'));
    installation().install('claude');
    assert.equal(readlinkSync(fileOf('claude')), real);
    assert.ok(readFileSync(real, 'utf8').includes('TOOL_LOOP_GUARD'));
    installation().uninstall('claude');
    assert.deepEqual([readlinkSync(fileOf('claude')), readFileSync(real, 'utf8')], [real, FOREIGN]);
  });

  it('leaves a file to its owner and its group', function () {
    const path = put('claude', FOREIGN);
    const { uid, gid } = statSync(path);
    const other = process.getuid?.() === 0 ? gid + 1 : process.getgroups?.().find((group) => group !== gid);
    if (other === undefined) {
      this.skip();
    }
    chownSync(path, uid, other);
    installation().install('claude');
    assert.deepEqual([statSync(path).uid, statSync(path).gid], [uid, other]);
  });

  it('leaves a file alone that is too large to be read, or has bytes that it could not write again', () => {
    for (const id of OUTSIDE_AGENT_IDS) {
      const file = put(id, '');
      for (const bytes of [Buffer.from(`{"a":"${'x'.repeat(4_200_000)}"}`), Buffer.from('{"a":"\xe4"}', 'latin1')]) {
        writeFileSync(file, bytes);
        assert.throws(() => installation().install(id), /can’t be read/, id);
        installation().uninstall(id);
        assert.ok(readFileSync(file).equals(bytes), id);
      }
    }
  });

  it('leaves a file alone that is read-only, that is no JSON, or that is somebody else’s', () => {
    const path = put('claude', FOREIGN);
    chmodSync(path, 0o444);
    assert.throws(() => installation().install('claude'), /read-only/);
    assert.equal(readFileSync(path, 'utf8'), FOREIGN);
    put('gemini', '{ "hooks": [');
    assert.throws(() => installation().plan('gemini'), /left as it is/);
    mkdirSync(dirname(fileOf('qwen')));
    symlinkSync(join(home, 'gone.json'), fileOf('qwen'));
    assert.throws(() => installation().install('qwen'), /a link to a file that isn’t there/);
    const own = put('opencode', 'export const Mine = () => ({});');
    assert.throws(() => installation().install('opencode'), /not ours/);
    assert.equal(readFileSync(own, 'utf8'), 'export const Mine = () => ({});');
    assert.deepEqual(installation().planRemoval('opencode'), []);
  });

  it('writes nothing when what the lines would start cannot be copied', () => {
    rmSync(join(plugin, 'hook.js'));
    assert.throws(() => installation().plan('claude'), /hook\.js is missing/);
    assert.throws(() => installation().install('claude'), /hook\.js/);
    assert.deepEqual(files(), {});
  });

  it('refuses a home folder whose path would end the quotes of a command', () => {
    const odd = new Installation(plugin, '1.0.0', { ...place(), home: join(home, 'a"b') });
    assert.throws(() => odd.plan('claude'), /cannot stand in a hook command/);
  });

  it('has commands that Windows’ shells read, where the agent runs there', () => {
    const { guard } = agentOf('gemini');
    assert.ok(guard.kind === 'lines');
    const lines = guard.lines('C:\\Users\\A B\\plugin', { ...place(), platform: 'win32' });
    const command = 'cmd /d /c if exist "C:\\Users\\A B\\plugin\\hook.cmd" "C:\\Users\\A B\\plugin\\hook.cmd" agent';
    assert.deepEqual(lines['BeforeTool'], {
      hooks: [{ name: 'tool-loop-guard', type: 'command', command, timeout: 20_000 }],
    });
  });
});
