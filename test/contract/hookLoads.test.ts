import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
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
  it('loads no library that checks settings and states', () => {
    const loaded = loadedWith(join(SOURCE, 'engineOfHook.ts'));
    const files = [...loaded].map((name) => relative(SOURCE, name).replaceAll('\\', '/'));
    assert.ok(files.includes('engine/guard.ts') && files.includes('node/files/stateFile.ts'), files.join(' '));
    assert.deepEqual(
      [...loaded].filter((name) => /^(?:zod|picomatch|jsonc-parser)/.test(name)),
      [],
    );
  });

  it('loads no part of Node that only other hooks need', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tool-loop-guard-loads-'));
    try {
      const hook = await bundleHook(folder);
      const told = join(folder, 'told.cjs');
      const list = join(folder, 'list.json');
      writeFileSync(
        told,
        `const { writeFileSync } = require('node:fs');
        process.on('exit', () => writeFileSync(${JSON.stringify(list)}, JSON.stringify(process.moduleLoadList)));`,
      );
      const others = Object.entries(process.env).filter(([name]) => !name.startsWith('TOOL_LOOP'));
      const env = { ...Object.fromEntries(others), HOME: folder, USERPROFILE: folder };
      const input = {
        session_id: 'a',
        hook_event_name: 'PreToolUse',
        tool_name: 'Read',
        tool_input: { file_path: 'b' },
        tool_use_id: 'c',
      };
      // The second call reads what the first has written.
      for (let call = 0; call < 2; call++) {
        execFileSync(process.execPath, ['--require', told, hook], { env, input: JSON.stringify(input), stdio: 'pipe' });
      }
      const loaded = JSON.parse(readFileSync(list, 'utf8')) as string[];
      assert.ok(loaded.includes('NativeModule crypto'), loaded.join('\n'));
      for (const name of [
        'net',
        'perf_hooks',
        'fs/promises',
        'internal/fs/promises',
        'internal/fs/sync_write_stream',
      ]) {
        assert.ok(!loaded.includes(`NativeModule ${name}`), name);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(30_000);
});
