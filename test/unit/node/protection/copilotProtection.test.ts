import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { copilotFileState } from '../../../../src/node/protection/copilotHookFile';
import { CopilotProtection } from '../../../../src/node/protection/copilotProtection';

const SCRIPTS = resolve(__dirname, '../../../../plugin');

describe('the hook file of Copilot sessions', () => {
  let home: string;
  let plugin: string;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'home-'));
    plugin = join(home, 'extension', 'plugin');
    mkdirSync(plugin, { recursive: true });
    for (const name of ['hook.sh', 'hook.cmd', 'package.json']) {
      cpSync(join(SCRIPTS, name), join(plugin, name));
    }
    for (const name of ['hook', 'engineOfHook', 'telemetry']) {
      writeFileSync(join(plugin, `${name}.js`), '// one');
    }
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const protection = (version = '1.0.0'): CopilotProtection => new CopilotProtection(plugin, version, {}, home);
  const path = (): string => join(home, '.copilot', 'hooks', 'tool-loop-guard.json');
  const copies = (): string => join(home, '.local', 'state', 'tool-loop-guard', 'hook');
  const state = () => copilotFileState({}, home);

  /** Every file of the home folder but the extension, with its content. */
  function files(): Record<string, string> {
    const entries = readdirSync(home, { recursive: true, withFileTypes: true });
    return Object.fromEntries(
      entries
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('extension'))
        .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
    );
  }

  it('is planned without writing anything, as it is written then', () => {
    const { before, after, path: planned } = protection().plan();
    assert.deepEqual([before, planned, files()], [undefined, path(), {}]);
    protection().apply();
    assert.equal(readFileSync(path(), 'utf8'), after);
  });

  it('starts a copy of the plugin that stays, for this user only', () => {
    protection().apply();
    const copy = join(copies(), '1.0.0');
    assert.deepEqual(readdirSync(copy).toSorted(), [
      '.digests.json',
      'engineOfHook.js',
      'hook.cmd',
      'hook.js',
      'hook.sh',
      'package.json',
      'telemetry.js',
    ]);
    assert.ok(readFileSync(path(), 'utf8').includes(JSON.stringify(copy).slice(1, -1)));
    assert.deepEqual(
      [path(), copy, copies()].map((each) => statSync(each).mode & 0o077),
      [0, 0, 0],
    );
    assert.deepEqual([state(), protection().isOn], ['ours', true]);
  });

  it('has entries for every event that the plugin has too', () => {
    protection().apply();
    const { hooks } = JSON.parse(readFileSync(path(), 'utf8')) as { readonly hooks: object };
    for (const event of [
      'userPromptSubmitted',
      'preToolUse',
      'postToolUse',
      'postToolUseFailure',
      'permissionRequest',
    ]) {
      assert.ok(Object.hasOwn(hooks, event), event);
    }
  });

  it('is written once, whatever often it is asked for', () => {
    protection().apply();
    const once = files();
    protection().apply();
    assert.deepEqual(files(), once);
  });

  it('is taken back so that nothing of it is left', () => {
    protection().apply();
    protection().remove();
    assert.deepEqual(files(), {});
    assert.deepEqual([existsSync(dirname(path())), existsSync(copies()), state()], [false, false, 'absent']);
  });

  it('leaves the hook files of others alone, and their folder', () => {
    mkdirSync(dirname(path()), { recursive: true });
    writeFileSync(join(dirname(path()), 'other.json'), '{"version":1}');
    const before = files();
    protection().apply();
    protection().remove();
    assert.deepEqual(files(), before);
  });

  it('gives back what a person had written under the same name', () => {
    const own = '{ "version": 1, "hooks": { "preToolUse": [{ "command": "node cli.js hook" }] } }';
    mkdirSync(dirname(path()), { recursive: true });
    writeFileSync(path(), own);
    assert.equal(state(), 'foreign');
    assert.equal(protection().plan().before, own);
    protection().apply();
    protection('1.1.0').update();
    assert.equal(state(), 'ours');
    protection('1.1.0').remove();
    assert.deepEqual(files(), { [path()]: own });
  });

  it('is brought to a newer version, never to an older one, and never where the user has none', () => {
    assert.equal(protection('1.0.0').update(), false);
    assert.deepEqual(files(), {});
    protection('1.9.0').apply();
    assert.equal(protection('1.9.0').update(), false);
    assert.equal(protection('1.8.0').update(), false);
    assert.equal(protection('1.10.0').update(), true);
    assert.ok(readFileSync(path(), 'utf8').includes('1.10.0'));
    protection('1.11.0').update();
    assert.deepEqual(readdirSync(copies()).toSorted(), ['1.10.0', '1.11.0', 'protection.json']);
  });

  it('is called broken when the copy has gone, and is mended by the same version', () => {
    protection().apply();
    rmSync(join(copies(), '1.0.0'), { recursive: true });
    assert.equal(state(), 'broken');
    assert.equal(protection().update(), true);
    assert.equal(state(), 'ours');
  });

  it('writes no hook file when what it would start cannot be copied', () => {
    rmSync(join(plugin, 'hook.js'));
    assert.throws(() => protection().apply(), /hook\.js/);
    assert.equal(state(), 'absent');
  });

  it('refuses a home folder whose path would end the quotes of a command', () => {
    const odd = new CopilotProtection(plugin, '1.0.0', {}, join(home, 'a"b'));
    assert.throws(() => odd.apply(), /cannot stand in a hook command/);
  });
});
