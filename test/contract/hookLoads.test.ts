import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const SOURCE = resolve(__dirname, '../../src');

/** An import that isn't only of types, and what it loads. */
const LOADING = /^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)';$/gm;

/** Files of ours and packages that are loaded with a file, but not those loaded on demand. */
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
  it('loads no library for checking settings', () => {
    const loaded = loadedWith(join(SOURCE, 'engineOfHook.ts'));
    assert.ok(!loaded.has(join(SOURCE, 'core/settings/parse/parse.ts')));
    const files = [...loaded].map((name) => relative(SOURCE, name).replaceAll('\\', '/'));
    assert.ok(files.includes('engine/guard.ts') && files.includes('node/state/stateFolder.ts'), files.join(' '));
    assert.deepEqual(
      [...loaded].filter((name) => /^(?:zod|picomatch|jsonc-parser)/.test(name)),
      [],
    );
  });
});
