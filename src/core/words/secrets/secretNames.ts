import { NAME, NAMED, NAMING, SECRET_IN_EXAMPLES as S, type SecretRow, VALUE, SECRET_WORDS } from './secretRow';

/** Secrets by the name before them, in the order in which they are searched for. */
export const SECRET_NAMES: readonly SecretRow[] = [
  {
    id: 'name and value beside each other',
    keywords: NAMING.split('|'),
    expression: new RegExp(
      String.raw`(?<kept>\\{0,7}["'](?:${NAMING})\\{0,7}["']\s{0,4}:\s{0,4}\\{0,7}["'][^"'\\\n]{0,80}?${NAME}` +
        String.raw`[^"'\\\n]{0,80}\\{0,7}["']\s{0,4},(?:[^{}\n]{0,80},)?\s{0,4}\\{0,7}["'](?:${NAMED})\\{0,7}["']\s{0,4}:\s{0,4})${VALUE}`,
      'gi',
    ),
    examples: [`{"name": "Authorization", "value": "${S}"}`, `{"selector":"#password","text":"${S}"}`],
    not: ['{"name": "Accept", "value": "application/json"}', '{"selector":"#search","text":"shoes"}'],
  },
  {
    id: 'headers',
    keywords: ['authorization', 'cookie', 'x-'],
    expression: new RegExp(
      String.raw`(?<kept>\b(?:(?:proxy-)?authorization|(?:set-)?cookie|x-[a-z-]{0,30}(?:key|token|secret|auth))` +
        String.raw`\\{0,7}["']?\s{0,4}[:=]\s{0,4}\\{0,7}["']?)(?!\*\*\*)[^\n\r"'\\]{2,}`,
      'gi',
    ),
    examples: [`Authorization: Token ${S}`, `Cookie: a=${S}; c=d`],
    not: ['Content-Type: text/html'],
  },
  {
    id: 'bearer',
    keywords: ['bearer'],
    expression: /(?<kept>\b(?:[Bb]earer|BEARER)\s{1,4})[\w.~+/=-]{6,}/g,
    examples: [`Bearer ${S}`],
    not: ['a bearing of steel'],
  },
  {
    id: 'basic',
    keywords: ['basic', 'negotiate'],
    expression:
      /(?<kept>\b(?:[Bb]asic|BASIC|[Nn]egotiate)\s{1,4})(?=[\w.~+/=-]{0,200}(?:[\d=]|[a-z][A-Z]))[\w.~+/=-]{6,}/g,
    examples: [`Basic ${S}`],
    not: ['the basic structure'],
  },
  {
    id: 'block of YAML',
    keywords: ['|', '>'],
    expression: new RegExp(String.raw`(?<kept>${NAME}["']?\s?:\s?[|>][-+]?\n[ \t]{1,20})[^\n]{1,1000}`, 'gi'),
    examples: [`password: |\n  ${S} x`, `  client_secret: >-\n    ${S}`],
    not: ['script: |\n  npm test'],
  },
  {
    id: 'string of several lines',
    keywords: ["'''", '"""'],
    expression: new RegExp(String.raw`(?<kept>${NAME}\s?[=:]\s?(?:'''|"""))[^'"]{1,1000}`, 'gi'),
    examples: [`password = '''${S}'''`, `token = """\n${S}"""`],
    not: ["description = '''one'''"],
  },
  {
    id: 'name on a line, value on the next',
    expression: new RegExp(
      String.raw`(?<kept>${NAME}["']?[ \t]?[:=][ \t]?\n[ \t]{0,20})(?=\S{0,200}\d)(?![-#{[]|["']?[\w-]{1,60}["']?:)\S{4,1000}`,
      'gi',
    ),
    examples: [`password:\n  ${S}`, `API key:\n${S}`],
    not: ['tokens:\n  count: 4', 'secrets:\n  - one'],
  },
  {
    id: 'assignment',
    expression: new RegExp(
      String.raw`(?<kept>${NAME}(?:\\{0,7}["'\x60])?\]?` +
        String.raw`(?:\s{0,4}(?::?=(?![=>])|:(?![:=])|>|%3[adAD])\s{0,4}|\s{1,4}(?:is|was)\s{1,4}))${VALUE}`,
      'gi',
    ),
    examples: [
      `password = ${S}`,
      `"apiKey": "${S}"`,
      `token%3D${S}`,
      `os.environ['TOKEN'] = '${S}'`,
      `<password>${S}`,
      `password := "${S}"`,
      `contraseña=${S}`,
      `Passwort: ${S}`,
      `the password is ${S}`,
      `cookies={"a": "${S}"}`,
    ],
    not: ['x = y == z ? a : b', 'class PasswordField extends Field {}'],
  },
  {
    id: 'pair of texts',
    keywords: ['=>', ',', 'value='],
    expression: new RegExp(
      String.raw`(?<kept>${NAME}\]?(?:\\{0,7}["'\x60]\s{0,4}(?:=>|,|value=)|\s{0,4}=>)\s{0,4})(?=\\{0,7}["'\x60])${VALUE}`,
      'gi',
    ),
    examples: [
      `'password' => '${S}'`,
      `:password => '${S}'`,
      `type('input[name=password]', '${S}')`,
      `setenv("TOKEN", "${S}")`,
      `<add key="ApiKey" value="${S}"/>`,
    ],
    not: ["['name', 'one']", 'tokens.map((token) => token.text)', 'tokens.filter(token => !token.end)'],
  },
  {
    id: 'option',
    keywords: ['-'],
    expression: new RegExp(
      String.raw`(?<kept>(?<![\w-])--?[A-Za-z0-9-]{0,40}(?:${SECRET_WORDS}|pass|pw|otp)\d?\s{1,4})${VALUE}`,
      'gi',
    ),
    examples: [`--token ${S}`, `plink -pw ${S} host`],
    not: ['--port 8080'],
  },
  {
    id: 'name and value with a digit',
    expression: new RegExp(
      String.raw`(?<kept>${NAME}\s{1,4})(?=[^\s"'\\,;&<>(){}]{0,60}\d)(?!\*\*\*)[^\s"'\\,;&<>(){}]{4,}`,
      'gi',
    ),
    examples: [`password ${S}`],
    not: ['password reset'],
  },
  {
    id: 'text of SQL',
    keywords: ['password', 'identified'],
    expression: new RegExp(
      String.raw`(?<kept>\b(?:password|identified\s{1,4}(?:with\s{1,4}[\w'"]{1,40}\s{1,4})?(?:by|as)(?:\s{1,4}password)?)` +
        String.raw`\s{1,4})(?=["'])${VALUE}`,
      'gi',
    ),
    examples: [
      `ALTER USER me WITH PASSWORD 'p-${S}'`,
      `CREATE USER 'me'@'%' IDENTIFIED BY 'p-${S}'`,
      `IDENTIFIED WITH caching_sha2_password BY 'p-${S}'`,
    ],
    not: ['a user identified by name'],
  },
  {
    id: 'pass in a name',
    keywords: ['pass', 'pw', 'otp', '_auth'],
    expression: new RegExp(
      String.raw`(?<kept>(?<![A-Za-z])(?:(?:pass|pw|PW|otp|OTP)[:=]|_auth\s?=\s?|(?:SSH|PG|DB|FTP|SMTP|LDAP|MYSQL|RSYNC|SUDO)PASS=|` +
        String.raw`[A-Za-z0-9]{0,30}(?:_pass|_PASS|[a-z]Pass)\\{0,7}["']?\s{0,4}[:=]\s{0,4})\\{0,7}["']?)` +
        String.raw`(?![=*])[^\s"'\\,;&]{2,}`,
      'g',
    ),
    examples: [
      `DB_PASS=${S}`,
      `dbPass: ${S}`,
      `pass:${S}`,
      `PW=${S}`,
      `otp=${S}`,
      `:_auth=${S}`,
      `SSHPASS=${S} sshpass -e ssh host`,
    ],
    not: ['a compass: north', 'BYPASS=1', 'user_auth_flow.ts'],
  },
  {
    id: 'key in a name of capitals',
    keywords: ['_'],
    expression: new RegExp(
      String.raw`(?<kept>(?<![A-Za-z0-9])[A-Z][A-Z0-9_]{0,40}_(?:KEY|PASS|SAS|PAT|DSN|AUTH|CREDS?)\s?[:=]\s?["']?)` +
        String.raw`(?![=*])[^\s"'\\;&]{4,}`,
      'g',
    ),
    examples: [`STRIPE_KEY=${S}`],
    not: ['PRIMARY_COLOR=blue'],
  },
  {
    id: 'session in a cookie',
    keywords: ['sess', 'sid'],
    expression:
      /(?<kept>\b(?:PHPSESSID|JSESSIONID|ASPSESSIONID\w{0,20}|ASP\.NET_SessionId|connect\.sid|laravel_session)\s?[=:]\s?)(?!\*\*\*)[^\s"';,&]{4,}/gi,
    examples: [`PHPSESSID=${S}`, `connect.sid=s%3A${S}`],
    not: ['session=1 of 4'],
  },
  {
    id: 'user and password of a library',
    keywords: ['auth'],
    expression: new RegExp(
      String.raw`(?<kept>\b(?:auth\s?=\s?|(?:HTTP)?(?:Basic|Digest|Proxy)Auth)\(\s?["'][^"'\n]{0,80}["']\s?,\s?)(?=["'])${VALUE}`,
      'g',
    ),
    examples: [`auth=('me', '${S}')`, `HTTPBasicAuth("me", "${S}")`],
    not: ["auth=('one')"],
  },
  {
    id: 'signature in a URL',
    keywords: ['code=', 'key=', 'sig', 'auth='],
    expression: /(?<kept>[?&](?:code|key|sig|signature|auth|X-Amz-Signature)=)(?!\*\*\*)[^\s&"'#]{12,}/gi,
    examples: [`?sig=${S}`],
    not: ['?key=name'],
  },
];
