import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { bundleHook } from '../../bench/bundles';

const SOURCE = resolve(__dirname, '../../src');

/** An import that loads something when the file is loaded, and what is loaded. */
const LOADING = /^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)';$/gm;

/** Files of ours and packages that are loaded with a file, without those that are loaded on demand. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (!found.has(file)) {
    found.add(file);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(LOADING)) {
      const path = resolve(dirname(file), `${name}.ts`);
      if (name.startsWith('.') && existsSync(path)) {
        loadedWith(path, found);
      } else {
        found.add(name);
      }
    }
  }
  return found;
}

describe('a hook that decides alone', () => {
  it('loads no library that checks settings', () => {
    const loaded = loadedWith(join(SOURCE, 'engineOfHook.ts'));
    assert.ok(!loaded.has(join(SOURCE, 'core/settings/parse/parse.ts')));
    const files = [...loaded].map((name) => relative(SOURCE, name).replaceAll('\\', '/'));
    assert.ok(files.includes('engine/guard.ts') && files.includes('node/state/stateFile.ts'), files.join(' '));
    assert.deepEqual(
      [...loaded].filter((name) => /^(?:zod|picomatch|jsonc-parser)/.test(name)),
      [],
    );
  });

  describe('as it is shipped', () => {
    let folder: string;
    let hook: string;
    let home: string;

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tool-loop-guard-loads-'));
      hook = await bundleHook(folder);
    });
    beforeEach(() => {
      home = mkdtempSync(join(folder, 'home-'));
    });
    after(() => discard(folder));

    /** Asks about the same call, made once more, and returns what is printed and which parts of Node were loaded. */
    function ask(id: string): { readonly output: string; readonly errors: string; readonly loaded: string[] } {
      const told = join(folder, 'told.cjs');
      const list = join(home, 'list.json');
      writeFileSync(
        told,
        `const { writeFileSync } = require('node:fs');
        process.on('exit', () => writeFileSync(${JSON.stringify(list)}, JSON.stringify(process.moduleLoadList)));`,
      );
      const others = Object.entries(process.env).filter(([name]) => !name.startsWith('TOOL_LOOP'));
      const env = { ...Object.fromEntries(others), HOME: home, USERPROFILE: home };
      const call = { tool_name: 'Read', tool_input: { file_path: 'b' }, tool_use_id: id };
      const input = JSON.stringify({ session_id: 'a', hook_event_name: 'PreToolUse', ...call });
      const { stdout, stderr } = spawnSync(process.execPath, ['--require', told, hook], { env, input });
      const loaded = JSON.parse(readFileSync(list, 'utf8')) as string[];
      return { output: stdout.toString(), errors: stderr.toString(), loaded };
    }

    const state = (): string => join(home, '.local', 'state', 'tool-loop-guard');

    it('loads no part of Node that only other hooks need', () => {
      ask('1');
      // Reads what the first has written.
      const { loaded, errors } = ask('2');
      assert.equal(errors, '');
      assert.ok(loaded.includes('NativeModule crypto'), loaded.join('\n'));
      for (const name of ['net', 'perf_hooks', 'internal/fs/promises', 'internal/fs/sync_write_stream']) {
        assert.ok(!loaded.includes(`NativeModule ${name}`), name);
      }
    });

    it('checks settings and patterns where some are set', () => {
      mkdirSync(state(), { recursive: true });
      const settings = '{ /* mine */ "toolLoopGuard.tools": { "Re*": { "maxRepeats": 2, "ttlSeconds": "x" } } }';
      writeFileSync(join(state(), 'settings.json'), settings);
      const first = ask('1');
      assert.match(first.errors, /"x" isn’t valid for toolLoopGuard\.tools\["Re\*"\]\.ttlSeconds/);
      assert.equal(first.output, '');
      assert.match(ask('2').output, /deny|"continue":false/);
    });
  }).timeout(30_000);
});
