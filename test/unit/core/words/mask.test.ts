import assert from 'node:assert/strict';
import { maskText, maskValue } from '../../../../src/core/words/secrets/mask';
import { maskedArguments, shortSignature } from '../../../../src/core/words/quoting';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';

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
