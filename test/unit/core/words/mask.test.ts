import assert from 'node:assert/strict';
import { isSecretName, maskText, maskValue } from '../../../../src/core/words/secrets/mask';
import { maskedArguments, shortSignature } from '../../../../src/core/words/quoting';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';

describe('masking', () => {
  for (const name of [
    'password',
    'userPassword',
    'API_KEY',
    'apiKey',
    'x-api-key',
    'Authorization',
    'access_token',
    'refreshToken',
    'clientSecret',
    'private_key',
    'Cookie',
    'credentials',
    'pwd',
  ]) {
    it(`hides the value of a field called ${name}`, () => {
      assert.ok(isSecretName(name));
      assert.doesNotMatch(maskedArguments({ [name]: 'marker-value' }), /marker/);
      assert.doesNotMatch(maskedArguments({ outer: [{ [name]: { user: 'marker' } }] }), /marker/);
    });
  }

  for (const name of ['path', 'query', 'command', 'max_tokens', 'tokenCount', 'keyboard', 'passenger', 'author']) {
    it(`shows the value of a field called ${name}`, () => {
      assert.match(maskedArguments({ [name]: 'plain' }), /plain/);
    });
  }

  const shapes: Record<string, string> = {
    'a JWT': JWT,
    'an OpenAI key': 'sk-proj-abcdefghijklmnop1234567890',
    'a GitHub token': 'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    'an AWS key id': 'AKIAIOSFODNN7EXAMPLE',
    'a Slack token': 'xoxb-123456789012-abcdefghijkl',
    'a hexadecimal key': 'd41d8cd98f00b204e9800998ecf8427e',
    'a random key': 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY9',
    'a private key': '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----',
  };
  for (const [what, secret] of Object.entries(shapes)) {
    it(`hides ${what} wherever it stands`, () => {
      const kernel = secret.slice(8, 24);
      assert.ok(!maskText(`run with ${secret} now`).includes(kernel));
      assert.ok(!maskedArguments({ note: [`x ${secret}`] }).includes(kernel));
    });
  }

  const contexts = [
    'curl -H "Authorization: Bearer abcdef123456" https://example.org',
    'mysql --password hunter22 -u root',
    'export DB_PASSWORD=hunter22',
    'postgres://admin:hunter22@db.example.org/x',
    '{"apiKey": "hunter22", "x": 1}',
    "token='hunter22'",
    'login --token=hunter22',
  ];
  for (const text of contexts) {
    it(`hides the secret in ${text}`, () => {
      const masked = maskText(text);
      assert.doesNotMatch(masked, /hunter22|abcdef123456/);
      assert.match(masked, /\*\*\*/);
    });
  }

  it('hides secrets in arguments that are text and no valid JSON', () => {
    assert.doesNotMatch(maskedArguments('{"password": "hunter22", "path":'), /hunter22/);
  });

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
