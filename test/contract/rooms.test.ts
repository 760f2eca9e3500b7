import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const SOURCE = resolve(__dirname, '../../src');

/** What each room may import besides itself. */
const ROOMS: Record<string, { readonly rooms: readonly string[]; readonly packages: RegExp }> = {
  core: { rooms: ['core'], packages: /^(fast-json-stable-stringify|fastest-levenshtein|picomatch|lru-cache|zod)$/ },
  node: { rooms: ['core', 'node'], packages: /^(node:|jsonc-parser$|zod$)/ },
  vscode: { rooms: ['core', 'node', 'vscode'], packages: /^(vscode$|node:)/ },
};

/** What core must not do: read a clock, wait, roll dice, write. */
const FORBIDDEN_IN_CORE =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.|\bsetTimeout\b|\bsetInterval\b|\bsetImmediate\b|\bqueueMicrotask\b|\bMath\.random\b|\bprocess\.|\bconsole\.|\bBuffer\b|\bcrypto\b/;

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

function imports(text: string): string[] {
  return [...text.matchAll(/(?:from\s+|import\s+|import\(\s*|require\(\s*)'([^']+)'/g)].map(
    (match) => match[1] as string,
  );
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '');
}

describe('rooms', () => {
  for (const [room, allowed] of Object.entries(ROOMS)) {
    it(`${room} imports only what it may`, () => {
      const found = files(join(SOURCE, room));
      assert.ok(found.length > 3);
      for (const file of found) {
        for (const name of imports(readFileSync(file, 'utf8'))) {
          if (name.startsWith('.')) {
            if (room === 'vscode' && name.endsWith('/api/tool-loop-guard')) {
              continue;
            }
            const target = relative(SOURCE, resolve(dirname(file), name)).split(sep)[0] ?? '';
            assert.ok(allowed.rooms.includes(target), `${relative(SOURCE, file)} imports ${name}`);
          } else {
            assert.match(name, allowed.packages, `${relative(SOURCE, file)} imports ${name}`);
          }
        }
      }
    });
  }

  it('core has no clock, no timer, no dice and no output', () => {
    for (const file of files(join(SOURCE, 'core'))) {
      assert.doesNotMatch(withoutComments(readFileSync(file, 'utf8')), FORBIDDEN_IN_CORE, relative(SOURCE, file));
    }
  });

  it('doors only construct and order', () => {
    for (const name of readdirSync(SOURCE).filter((entry) => entry.endsWith('.ts'))) {
      assert.ok(readFileSync(join(SOURCE, name), 'utf8').split('\n').length <= 130, name);
    }
  });

  it('nothing is called utils, and no module holds changing state', () => {
    for (const file of files(SOURCE)) {
      assert.doesNotMatch(file, /util|helper|misc/i);
      assert.doesNotMatch(readFileSync(file, 'utf8'), /^(?:export )?let /m, relative(SOURCE, file));
    }
  });
});
