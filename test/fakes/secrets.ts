import assert from 'node:assert/strict';

/** An invented secret in a text as people write it. */
export interface MarkedSecret {
  readonly what: string;
  readonly text: string;
  /** Must not be found anywhere; unlike anything that programs write. */
  readonly marks: readonly string[];
}

/** Keeps scanners for secrets from finding keys in the repository. */
const glued = (...parts: readonly string[]): string => parts.join('');

/** Without a telling name or shape, so only the text around it reveals the secret. */
let numbered = 0;
const plain = (): string => `quince${(numbered += 1)}damson`;

/** The same in each run. */
function random(length: number, alphabet: string, seed: number): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return alphabet[Math.floor((state / 2_147_483_648) * alphabet.length)];
  }).join('');
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const HEX = '0123456789abcdef';

/** A secret with a recognizable shape; part of its middle is the mark. */
function shaped(what: string, secret: string, text = `use ${secret} for it`): MarkedSecret {
  return { what, text, marks: [secret.slice(Math.max(4, secret.length - 16), secret.length - 2)] };
}

/** A secret that is recognized by the text around it. */
function around(what: string, write: (secret: string) => string): MarkedSecret {
  const secret = plain();
  return { what, text: write(secret), marks: [secret] };
}

const key = random(40, ALPHANUMERIC, 7);
const jwt = [
  { alg: 'HS256', typ: 'JWT' },
  { sub: '1234567890', name: 'Quince' },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');

export const SECRET_TEXTS: readonly MarkedSecret[] = [
  shaped('a JWT', `${jwt}.${random(43, ALPHANUMERIC, 1)}`),
  shaped('an AWS key id', glued('AK', 'IA', random(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 2))),
  shaped(
    'an AWS secret key',
    glued(random(13, ALPHANUMERIC, 31), '/', random(7, ALPHANUMERIC, 41), '/', random(18, ALPHANUMERIC, 51)),
  ),
  shaped('a GitHub token', glued('gh', 'p_', random(36, ALPHANUMERIC, 3))),
  shaped('a fine-grained GitHub token', glued('github', '_pat_', random(60, ALPHANUMERIC, 4))),
  shaped('a GitLab token', glued('gl', 'pat-', random(20, ALPHANUMERIC, 5))),
  shaped('an OpenAI key', glued('sk', '-proj-', random(48, ALPHANUMERIC, 6))),
  shaped('an Anthropic key', glued('sk', '-ant-api03-', random(60, ALPHANUMERIC, 8))),
  shaped('a Stripe key', glued('sk', '_live_', random(24, ALPHANUMERIC, 9))),
  shaped('a Slack token', glued('xo', 'xb-', random(12, '0123456789', 10), '-', random(24, ALPHANUMERIC, 11))),
  shaped('a Google key', glued('AI', 'za', random(35, ALPHANUMERIC, 12))),
  shaped('an npm token', glued('np', 'm_', random(36, ALPHANUMERIC, 13))),
  shaped('a SendGrid key', glued('S', 'G.', random(22, ALPHANUMERIC, 14), '.', random(43, ALPHANUMERIC, 15))),
  shaped('a hexadecimal key', random(64, HEX, 16)),
  shaped('base 64', Buffer.from(random(60, ALPHANUMERIC, 17)).toString('base64')),
  shaped('a random key', key),
  {
    what: 'a private key',
    text: glued(
      '-----BEGIN RSA PRIVATE',
      ' KEY-----\nMIIEquince',
      'damson\nAbCquincedamson\n-----END RSA PRIVATE',
      ' KEY-----',
    ),
    marks: ['quincedamson'],
  },
  {
    what: 'a private key that was cut off',
    text: glued('-----BEGIN OPENSSH PRIVATE', ' KEY-----\nb3BlbnNzaquincedamson'),
    marks: ['quincedamson'],
  },
  around('a URL with user and password', (secret) => `postgres://admin:${secret}@db.example.org:5432/shop`),
  around('a URL with a token as its user', (secret) => `https://${secret}${secret}@github.example.org/a/b.git`),
  around(
    'a URL with a token in its query',
    (secret) => `https://api.example.org/v1?page=2&access_token=${secret}&sort=up`,
  ),
  around('a signed URL', (secret) => `https://store.example.org/x?sv=2024&sig=${secret}%3D`),
  around('an environment variable', (secret) => `export DB_PASSWORD=${secret}`),
  around('an environment variable called KEY', (secret) => `STRIPE_KEY=${secret} npm start`),
  around('a line of a .env file', (secret) => `PORT=80\nSECRET_KEY_BASE="${secret} with spaces"\nDEBUG=1`),
  around('a PASS variable', (secret) => `SMTP_PASS=${secret}`),
  around('a connection string', (secret) => `Server=tcp:db.example.org;User Id=sa;Password=${secret};Encrypt=true`),
  around(
    'a storage connection string',
    (secret) => `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${secret}==;EndpointSuffix=x`,
  ),
  around('curl with a header', (secret) => `curl -H "Authorization: Bearer ${secret}" https://example.org`),
  around(
    'curl with a header of another scheme',
    (secret) => `curl -H 'Authorization: Token ${secret}' https://example.org`,
  ),
  around('curl with basic authentication', (secret) => `curl -u admin:${secret} https://example.org`),
  around('curl with a key header', (secret) => `curl -H "X-Api-Key: ${secret}"`),
  around('a cookie', (secret) => `Cookie: theme=dark; session=${secret}; lang=en`),
  around('mysql -p', (secret) => `mysql -h db -u root -p${secret} shop`),
  around('mysql --password', (secret) => `mysqldump --password ${secret} shop`),
  around('docker login', (secret) => `docker login -u me -p ${secret} registry.example.org`),
  around('sshpass', (secret) => `sshpass -p '${secret}' ssh me@host`),
  around('redis-cli', (secret) => `redis-cli -h cache -a ${secret} ping`),
  around('an option with =', (secret) => `deploy --api-token=${secret} --dry-run`),
  around('JSON', (secret) => `{"user": "me", "apiKey": "${secret} x", "port": 1}`),
  around('JSON in JSON', (secret) => JSON.stringify(JSON.stringify({ clientSecret: `${secret} y` }))),
  around('JSON that was cut off', (secret) => `{"a": 1, "refresh_token": "${secret}`),
  around('YAML', (secret) => `db:\n  user: me\n  password: ${secret}\n`),
  around('an ini file', (secret) => `[client]\npassword = ${secret}\nport = 3306`),
  around('XML', (secret) => `<user>me</user><password>${secret}</password>`),
  around('an XML setting', (secret) => `<add key="ApiSecret" value="${secret}" />`),
  around('code', (secret) => `const client = connect({ user: 'me', password: '${secret} z' });`),
  around('a call', (secret) => `os.environ["AUTH_TOKEN"] = "${secret}"`),
  around('another call', (secret) => `setenv("MAIL_PASSWORD", "${secret}", 1)`),
  around('a PHP array', (secret) => `['password' => '${secret}']`),
  around('plain words', (secret) => `The password is ${secret}, keep it.`),
  around('plain words without a verb', (secret) => `log in as me with password ${secret} please`),
];

const field = (name: string): readonly [string, string] => [name, plain()];

const FIELDS = [
  'password',
  'Passwd',
  'userPassword',
  'pwd',
  'pass',
  'dbPass',
  'smtp_pass',
  'passphrase',
  'token',
  'access_token',
  'refreshToken',
  'id_token',
  'Authorization',
  'proxy-authorization',
  'api_key',
  'apiKey',
  'x-api-key',
  'APIKEY',
  'client_secret',
  'secretAccessKey',
  'private_key',
  'accountKey',
  'sharedAccessKey',
  'Cookie',
  'set-cookie',
  'connectionString',
  'connection_string',
  'credentials',
  'auth',
  'otp',
  'pin',
  'jwt',
  'bearer',
  'signingKey',
  'session_key',
  'STRIPE_KEY',
  'dsn',
].map(field);

const argv = plain();
const header = plain();
const pair = plain();
const sibling = plain();
const attached = plain();

/** Realistic arguments, with a secret in each common place. */
export const SECRET_ARGUMENTS: Readonly<Record<string, unknown>> = {
  path: 'src/app.ts',
  ...Object.fromEntries(FIELDS),
  nested: { list: [{ credentials: { user: FIELDS[0]?.[1], more: [FIELDS[1]?.[1]] } }] },
  texts: SECRET_TEXTS.map(({ text }) => text),
  headers: [{ name: 'Authorization', value: header }],
  environment: [{ key: 'DB_PASSWORD', value: header }],
  pairs: [['X-Api-Key', pair]],
  argv: ['mysql', '-u', 'root', '-p', argv, '--password', argv],
};

/** Each text in its own call, so that none is hidden where a long text is cut. */
export const SECRET_CALLS: readonly (Readonly<Record<string, unknown>> | string)[] = [
  SECRET_ARGUMENTS,
  ...FIELDS.map(([name, secret]) => ({ path: 'src/app.ts', [name]: secret })),
  { headers: SECRET_ARGUMENTS['headers'], environment: SECRET_ARGUMENTS['environment'] },
  { pairs: SECRET_ARGUMENTS['pairs'], argv: SECRET_ARGUMENTS['argv'] },
  { selector: '#password', text: sibling },
  { element: 'Password field', ref: 'e5', text: sibling },
  { argv: ['mysql', '-uroot', `-p${attached}!`] },
  ...SECRET_TEXTS.map(({ text }) => ({ command: text })),
  ...SECRET_TEXTS.map(({ text }) => text),
];

const MARKS: readonly (readonly [string, string])[] = [
  ...SECRET_TEXTS.flatMap(({ what, marks }) => marks.map((mark): [string, string] => [what, mark])),
  ...FIELDS.map(([name, secret]): [string, string] => [`the field ${name}`, secret]),
  ['an item behind its flag', argv],
  ['a value beside its name', header],
  ['a pair', pair],
  ['a text for a field', sibling],
  ['an item behind the letter of its flag', attached],
];

/** Fails if a text contains a marked secret, plain or as in JSON, and names its kind. */
export function expectNoSecrets(text: string, where = 'the text'): void {
  const found = MARKS.filter(([, mark]) => text.includes(mark));
  assert.equal(
    found.length,
    0,
    found.length === 0
      ? ''
      : `${where} shows ${found.map(([what]) => what).join(', ')}: …` +
          `${text.slice(Math.max(0, text.indexOf(found[0]?.[1] ?? '') - 80), text.indexOf(found[0]?.[1] ?? '') + 60)}` +
          '…',
  );
}
