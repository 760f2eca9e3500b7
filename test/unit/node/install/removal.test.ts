import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { guardFile } from '../../../../src/node/agents/agent';
import { OUTSIDE_AGENTS } from '../../../../src/node/agents/registry';
import { afterExtension } from '../../../../src/node/commands/agentsCommand';
import { Installation } from '../../../../src/node/install/installation';
import { Removal } from '../../../../src/node/install/removal';
import { sharedFolder } from '../../../../src/node/plugin/sharedFolder';
import type { Machine } from '../../../../src/node/protection/machineFacts';
import { temporaryStateFolder } from '../../../../src/node/state/stateFolder';
import { copyPlugin } from '../../../fakes/pluginCopy';
import { Sink } from '../../../fakes/sink';

const FOREIGN = '{\n  "model": "opus"\n}\n';

describe('the removal of everything', () => {
  let home: string;
  let machine: Machine;
  let installation: Installation;
  let extension: string;
  const temporary = tmpdir();

  beforeEach(() => {
    home = mkdtempSync(join(temporary, 'home-'));
    process.env['TMPDIR'] = mkdtempSync(join(home, 'tmp-'));
    extension = join(home, '.vscode', 'extensions', 'tool-loop-guard.tool-loop-guard-1.0.0');
    machine = {
      home,
      environment: { PATH: join(home, 'bin') },
      platform: 'linux',
      claudeManagedFolder: join(home, 'managed'),
    };
    installation = new Installation(copyPlugin(extension, '1.0.0'), '1.0.0', machine);
  });
  afterEach(() => {
    process.env['TMPDIR'] = temporary;
    rmSync(home, { recursive: true, force: true });
  });

  function put(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** All agents with our hooks, one of them with settings of its own, and states. */
  function installAll(): void {
    put(join(home, '.claude', 'settings.json'), FOREIGN);
    OUTSIDE_AGENTS.forEach(({ id }) => installation.install(id));
    put(join(sharedFolder(home), 'sessions', 'one.json'), '{}');
    put(join(home, 'storage', 'metrics.json'), '{}');
  }

  it('leaves nothing of ours in the home and temporary folders, and everything of others as it was', () => {
    installAll();
    put(join(temporaryStateFolder(), 'sessions', 'one.json'), '{}');
    const removal = new Removal(installation, machine, [join(home, 'storage')]);
    const paths = removal.changes().map(({ path }) => path);
    assert.ok(paths.includes(join(home, '.claude', 'settings.json')), paths.join('\n'));
    assert.deepEqual(removal.agents().length, OUTSIDE_AGENTS.length);
    assert.deepEqual(removal.run().kept, []);
    assert.equal(readFileSync(join(home, '.claude', 'settings.json'), 'utf8'), FOREIGN);
    const left = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !name.startsWith('.vscode') && /tool-loop-guard|metrics/.test(name),
    );
    assert.deepEqual(left, []);
    for (const agent of OUTSIDE_AGENTS.filter(({ id }) => id !== 'claude')) {
      assert.equal(existsSync(guardFile(agent, machine)), false, agent.name);
    }
    assert.deepEqual([removal.changes(), removal.run()], [[], { removed: [], kept: [] }]);
  });

  it('removes our lines where an agent had its folder before', () => {
    const work = join(home, 'work', 'settings.json');
    put(work, FOREIGN);
    const there = { ...machine, environment: { ...machine.environment, CLAUDE_CONFIG_DIR: dirname(work) } };
    new Installation(join(extension, 'plugin'), '1.0.0', there).install('claude');
    installAll();
    const removal = new Removal(installation, machine);
    assert.ok(removal.changes().some(({ path }) => path === work));
    assert.deepEqual(removal.run().kept, []);
    assert.equal(readFileSync(work, 'utf8'), FOREIGN);
    assert.equal(installation.copy.written, undefined);
  });

  it('keeps the copy where an agent has it as a plugin, and says so', () => {
    installAll();
    put(join(home, '.codex', 'config.toml'), `source = ${JSON.stringify(installation.copy.folder)}\n`);
    const { kept } = new Removal(installation, machine).run();
    assert.deepEqual(
      kept.map(({ path }) => path),
      [installation.copy.folder],
    );
    assert.notEqual(installation.copy.written, undefined);
    assert.equal(existsSync(join(sharedFolder(home), 'sessions')), false);
  });

  it('follows no link', () => {
    put(join(home, 'mine', 'precious.txt'), 'mine');
    mkdirSync(dirname(sharedFolder(home)), { recursive: true });
    symlinkSync(join(home, 'mine'), sharedFolder(home));
    new Removal(installation, machine).run();
    assert.ok(existsSync(join(home, 'mine', 'precious.txt')));
  });

  describe('after the extension was removed', () => {
    const told = (): string => {
      const output = new Sink();
      afterExtension(join(extension, 'dist'), output, machine);
      return output.text;
    };

    it('happens where nobody else needs it', () => {
      installAll();
      assert.match(told(), /^Removed: /m);
      assert.equal(existsSync(sharedFolder(home)), false);
    });

    it('does not happen where another VS Code or the command line needs it', () => {
      installAll();
      mkdirSync(join(home, '.cursor', 'extensions', 'tool-loop-guard.tool-loop-guard-1.0.0'), { recursive: true });
      assert.match(told(), /^Nothing was removed\. Still in use by: .*\.cursor/);
      assert.ok(existsSync(installation.copy.folder));
    });
  });
});
