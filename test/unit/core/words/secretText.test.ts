import assert from 'node:assert/strict';
import { maskText, maskValue } from '../../../../src/core/words/secrets/mask';
import { maskedArguments, shortSignature } from '../../../../src/core/words/quoting';
import { expectNoSecrets, SECRET_CALLS, SECRET_TEXTS } from '../../../fakes/secrets';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';

/** What agents write all day: nothing of it is a secret, and a log without it tells nothing. */
const ORDINARY = [
  'src/components/UserProfileCard2/index.test.tsx',
  '/srv/checkout/packages/core/src/Http2/Client/ConnectionPool.java:120:14',
  'C:\\Users\\me\\source\\repos\\App1\\Program.cs',
  'mcp_Microsoft_Azure2_listResources_byGroup',
  'npm run build -- --watch --config webpack.config.js',
  'mkdir -p build/out && cp -p a b',
  'ssh -p 22 me@host ls -la',
  'docker run -u 1000:1000 -p 8080:80 --rm image:latest',
  'git log -p --author=me@example.org HEAD~3 -- src/app.ts',
  'git clone https://github.com/owner/repository.git',
  'ssh://git@github.com/owner/repository.git',
  'curl -X POST https://api.example.org/v1/items?page=2&sort=name',
  'SELECT id, name FROM users WHERE created_at > 2024-01-01 ORDER BY name',
  'const tokens = tokenize(source); return tokens.length;',
  'function authenticate(user) { return sessions.get(user.id); }',
  'class PasswordField extends Field {}',
  'max_tokens=400 temperature=0.2',
  'the basic structure of a bearing',
  'import { useState } from "react";',
  'test-run-2024-10-11-12-13-14-results-v2-final',
  '550e8400-e29b-41d4-a716-446655440000',
  'Error: ENOENT: no such file or directory, open "package.json"',
  'grep -rn "TODO" --include=*.ts src',
  'a compass: north',
  'x = y == z ? a : b',
  'const [first] = rows.map((row) => row.token);',
  'zip -r backup.zip src && unzip -P',
  'docker login && cargo build --release',
  'pw-record --list; pass the salt',
];

describe('secrets in texts', () => {
  for (const secret of SECRET_TEXTS) {
    it(`hides ${secret.what}`, () => expectNoSecrets(maskText(secret.text)));
  }

  it('hides them in arguments of every form, long and short', () => {
    for (const call of SECRET_CALLS) {
      expectNoSecrets(maskedArguments(call, Number.MAX_SAFE_INTEGER));
      expectNoSecrets(maskedArguments(JSON.stringify(call), Number.MAX_SAFE_INTEGER));
      expectNoSecrets(maskedArguments(`${JSON.stringify(call)} and more`, Number.MAX_SAFE_INTEGER));
      expectNoSecrets(shortSignature('tool', call));
    }
  });

  it('the helper finds each of them where nothing is masked', () => {
    for (const { text, what } of SECRET_TEXTS) {
      assert.throws(() => expectNoSecrets(text), new RegExp(what.replace(/[^\w ]/g, '.')));
    }
  });
});

describe('ordinary texts', () => {
  for (const text of ORDINARY) {
    it(`stay readable: ${text}`, () => assert.equal(maskText(text), text));
  }

  it('stay readable as arguments', () => {
    const call = {
      filePath: 'src/a.ts',
      query: 'token bucket',
      key: 'name',
      name: 'main',
      value: 'x',
      args: ['-p', 'build'],
      startLine: 1,
      tokenCount: 5,
      sort_key: 'id',
      element: 'Search field',
      text: 'shoes',
      argv: ['mkdir', '-p', 'mysql', '-h', 'db'],
    };
    assert.deepEqual(JSON.parse(maskedArguments(call)), call);
  });
});

describe('masking', () => {
  it('never shows what was cut off, nor half of a secret at a cut', () => {
    assert.doesNotMatch(maskText(`${'x '.repeat(2_043)}${JWT}`), /eyJ/);
  });

  it('hides a token behind a prefix, and an option far behind its command', () => {
    assert.doesNotMatch(maskText(`token-${JWT}`), /eyJ/);
    assert.doesNotMatch(
      maskedArguments(['-f', 'x'.repeat(9_000), 'mysql', '-u', 'root', '-p', 'hunter22']),
      /hunter22/,
    );
  });

  it('is bounded on deep, wide and circular values', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    assert.match(JSON.stringify(maskValue(circular)), /…/);
    assert.ok(JSON.stringify(maskValue(Array.from({ length: 100_000 }, () => ({ a: 1 })))).length < 100_000);
  });

  it('clips a signature to 50 characters on one line', () => {
    const signature = shortSignature('read_file', { path: 'a\nb'.repeat(100) });
    assert.equal(signature.length, 50);
    assert.ok(signature.startsWith('read_file:{"path":"a'));
    assert.doesNotMatch(shortSignature('x\ny', 'a\nb'), /\n/);
  });
});
