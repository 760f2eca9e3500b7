import { SECRET_IN_EXAMPLES as S, type SecretRow, VALUE } from './secretRow';

/** A password after an option of a command. */
const PASSWORD_OPTION = String.raw`(?!\*\*\*)[^\s"'-][^\s"']{0,200}`;

/** A password in a command, perhaps in quotes. */
const WORD = String.raw`(?!\*\*\*)[^\s"'|;&]{1,200}`;

export const SECRET_COMMANDS: readonly SecretRow[] = [
  {
    id: 'user and password of a command',
    keywords: ['-u', '--user', '--proxy-user'],
    expression:
      /(?<kept>\s(?:-u|-U|--user|--proxy-user)[\s=]{0,4}["']?[^\s:"']{1,80}:)(?!\d{1,6}\b|\*\*\*)[^\s"']{1,200}/g,
    examples: [`curl -u user:p-${S} https://example.org`],
    not: ['docker run -u 1000:1000 image'],
  },
  {
    id: 'user and password of HTTPie',
    keywords: ['http', 'xh'],
    expression:
      /(?<kept>(?<![\w/:.-])(?:https?|xhs?)\s[^\n|;&]{0,200}?(?:-a|--auth)[\s=]["']?[^\s:"']{1,80}:)(?!\*\*\*)[^\s"']{1,200}/g,
    examples: [`http -a me:p-${S} example.org`, `https --auth=me:p-${S} example.org`],
    not: ['http --all example.org'],
  },
  {
    id: 'cookies of curl',
    keywords: ['curl'],
    expression:
      /(?<kept>\bcurl\b[^\n|;&]{0,300}?\s(?:-b|--cookie[\s=])[\s=]{0,4}["']?)(?!\*\*\*)[^\s"'=]{1,80}=[^"'\n]{2,}/g,
    examples: [`curl -b "sid=${S}" https://example.org`, `curl -bsid=${S} https://example.org`],
    not: ['curl -b cookies.txt https://example.org'],
  },
  {
    id: 'password behind -p of a database',
    keywords: [
      'mysql',
      'mariadb',
      'mongo',
      'sshpass',
      '7z',
      'user',
      'twine',
      'steghide',
      'cqlsh',
      'snowsql',
      'security',
    ],
    expression: new RegExp(
      String.raw`(?<kept>\b(?:mysql|mariadb|mongo|sshpass|7z|user(?:mod|add)|twine|steghide|cqlsh|snowsql|security\s[a-z]{1,10}-)[a-z]{0,10}\b[^\n|;&]{0,200}?[\s"']-p["',\s]{0,6})` +
        PASSWORD_OPTION,
      'g',
    ),
    examples: [`mysql -u me -p${S}`, `usermod -p ${S} me`, `snowsql -p ${S}`, `security unlock-keychain -p ${S}`],
    not: ['mkdir -p build/out && cp -p a b', 'echo security of mkdir -p build'],
  },
  {
    id: 'password of a login',
    keywords: ['login'],
    expression: new RegExp(
      String.raw`(?<kept>\b(?:docker|podman|helm|nerdctl|skopeo|buildah|oc|az)\b[^\n|;&]{0,80}?\blogin\b` +
        String.raw`[^\n|;&]{0,200}?[\s"']-p["',\s=]{0,6})${PASSWORD_OPTION}`,
      'g',
    ),
    examples: [`docker login -u me -p ${S}`],
    not: ['docker run -p 8080:80 image'],
  },
  {
    id: 'password behind -a, -w, -P',
    keywords: ['redis-cli', 'ldap', 'sqlcmd', 'zip', 'bcp', 'ykman', 'ipmitool', 'security'],
    expression: new RegExp(
      String.raw`(?<kept>\b(?:redis-cli|ldap[a-z]{3,8}|sqlcmd|bcp|ykman|ipmitool|unzip|zip|security\s[a-z]{1,10}-[a-z-]{1,20})\b[^\n|;&]{0,200}?` +
        String.raw`[\s"'](?:-[aw]["',\s=]{1,6}|-P["',\s=]{0,6}))${PASSWORD_OPTION}`,
      'g',
    ),
    examples: [`redis-cli -a ${S}`, `zip -P${S} a.zip a`, `security add-generic-password -w ${S}`],
    not: ['zip -r a.zip folder', 'unzip -aa a.zip'],
  },
  {
    id: 'password that is piped to a command',
    keywords: ['|'],
    expression:
      /(?<kept>\b(?:echo|printf)\s(?:-[ne]{1,2}\s|["']?%s(?:\\n)?["']?\s)?["']?)(?!\*\*\*|\$[A-Za-z{(])[^|"'\n]{1,200}(?=["']?\s{0,4}\|\s{0,4}(?:sudo\s(?:-\w{1,10}\s){0,4}-\w{0,6}S|(?:sudo\s)?chpasswd\b|[^|\n]{0,120}--password-stdin\b|[^|\n]{0,80}--stdin\b|gh\ssecret\sset\b|secret-tool\b))/g,
    examples: [
      `echo ${S} | sudo -S apt-get update`,
      `echo "me:${S}" | chpasswd`,
      `printf '%s' "${S}" | docker login -u me --password-stdin`,
      `echo ${S} | gh secret set NAME`,
      `printf ${S} | secret-tool store --label=app user me`,
    ],
    not: ['echo done | tee log.txt', 'echo "$VALUE" | gh secret set NAME'],
  },
  {
    id: 'text of a here-string',
    keywords: ['<<<'],
    expression: new RegExp(String.raw`(?<kept>(?<!<)<<<\s{0,4})(?!\\{0,7}["']?\$[A-Za-z{(])${VALUE}`, 'g'),
    examples: [`sudo -S ls <<< '${S}'`, `gh auth login --with-token <<<${S}`, `chpasswd <<< me:${S}`],
    not: ['<<<<<<< HEAD', 'gh auth login --with-token <<< "$VALUE"', 'jq . <<<\\"$text\\"'],
  },
  {
    id: 'word behind a login',
    keywords: ['login', 'unlock'],
    expression:
      /(?<kept>\b(?:vault|cargo|bw)\s(?:login|unlock)(?:\s{1,4}(?:-\S{1,80}|[\w.+-]{1,80}@\S{1,80})){0,6}\s{1,4})(?!-|\w{1,40}=|\*\*\*)[^\n|;&]{2,200}/g,
    examples: [
      `vault login ${S}`,
      `cargo login --registry mine ${S}`,
      `bw login me@example.org ${S}`,
      `bw unlock ${S}`,
    ],
    not: ['vault login -method=oidc role=me', 'cargo login --help'],
  },
  {
    id: 'login in a configuration',
    keywords: ['http-basic', '-token.', '-oauth.', 'bearer.'],
    expression:
      /(?<kept>\b(?:http-basic|[a-z]{1,20}-(?:token|oauth)|bearer)\.[\w.-]{1,100}\s{1,4})(?!\*\*\*)[^\n|;&]{2,200}/g,
    examples: [`poetry config pypi-token.pypi ${S}`, `composer config --global http-basic.example.org me ${S}`],
    not: ['composer config --unset http-basic.example.org'],
  },
  {
    id: 'password of htpasswd',
    keywords: ['htpasswd'],
    expression: new RegExp(
      String.raw`(?<kept>\bhtpasswd\s{1,4}(?:-[a-zA-Z]{0,6}n[a-zA-Z]{0,6}|-[a-zA-Z]{1,6}\s{1,4}[^\s"']{1,200})\s{1,4}` +
        String.raw`[^\s"']{1,80}\s{1,4}["']?)${WORD}`,
      'g',
    ),
    examples: [`htpasswd -bc .htpasswd me ${S}`, `htpasswd -nb me ${S}`],
    not: ['htpasswd -c .htpasswd me'],
  },
  {
    id: 'passphrase of a key',
    keywords: ['ssh-keygen', 'openssl'],
    expression: new RegExp(
      String.raw`(?<kept>\b(?:ssh-keygen\b[^\n|;&]{0,200}?\s-[NP]|openssl\b[^\n|;&]{0,200}?\s-[kK])\s{1,4}["']?)${WORD}`,
      'g',
    ),
    examples: [`ssh-keygen -t ed25519 -N ${S} -f key`, `openssl enc -aes-256-cbc -k ${S}`],
    not: ['ssh-keygen -t ed25519 -N "" -f key'],
  },
  {
    id: 'user and password of Oracle',
    keywords: ['sqlplus', 'sqlldr', 'expdp', 'impdp', 'rman', 'jdbc'],
    expression:
      /(?<kept>\b(?:(?:sqlplus|sqlldr|expdp|impdp|rman)\s(?:[^\n|;&]{0,80}\s)?["']?|jdbc:[a-z]{1,20}:[a-z]{1,20}:)[\w$#]{1,60}\/)(?!\*\*\*)[^\s@"'/]{1,200}/g,
    examples: [`sqlplus -s me/${S}@db`, `jdbc:oracle:thin:me/${S}@host:1521:db`],
    not: ['sqlplus @/srv/scripts/one.sql'],
  },
  {
    id: 'password of a share',
    keywords: ['net'],
    expression: new RegExp(
      String.raw`(?<kept>\bnet\s{1,4}use\s(?:[^\n]{0,200}?\s)?(?:/user:[^\s"']{1,100}|\\\\[^\s"']{1,200})\s{1,4})(?!/)["']?${WORD}`,
      'gi',
    ),
    examples: [`net use Z: \\\\host\\share ${S} /user:me`, `net use Z: /user:me ${S}`],
    not: ['net use Z: /delete'],
  },
  {
    id: 'secure string of PowerShell',
    keywords: ['securestring'],
    expression: new RegExp(
      String.raw`(?<kept>ConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?["']?)(?![-$])${WORD}`,
      'gi',
    ),
    examples: [`ConvertTo-SecureString "${S}" -AsPlainText -Force`],
    not: ['ConvertTo-SecureString $text -AsPlainText'],
  },
  {
    id: 'secret of GitHub CLI',
    keywords: ['secret set'],
    expression: new RegExp(
      String.raw`(?<kept>\bgh\ssecret\sset\b[^\n|;&]{0,120}?\s(?:-b|--body)[\s=]["']?)${WORD}`,
      'g',
    ),
    examples: [`gh secret set NAME --body ${S}`, `gh secret set NAME -b"${S}"`.replace('-b"', '-b "')],
    not: ['gh secret list'],
  },
  {
    id: 'values of Vault',
    keywords: ['vault'],
    expression: /(?<kept>\bvault\s(?:kv\s)?(?:put|write|patch)\s[^\n|;&=]{1,200}=)(?![@*])[^\n|;&]{1,1000}/g,
    examples: [`vault kv put secret/app user=me value=${S}`],
    not: ['vault kv get secret/app'],
  },
  {
    id: 'line for pgpass',
    keywords: ['pgpass'],
    expression: /(?<kept>["'\s](?:[\w.*-]{1,60}:){4})(?!\*\*\*)[^\s"']{1,200}(?=[^\n]{0,80}pgpass)/g,
    examples: [`echo "db:5432:app:me:${S}" >> ~/.pgpass`],
    not: ['cat ~/.pgpass'],
  },
  {
    id: 'what Expect sends',
    keywords: ['send'],
    expression:
      /(?<kept>\bsend\s{1,4}(?:--?\w{0,10}\s{1,4}){0,2}\\{0,3}["'])(?!\*\*\*)[^"'\\\n]{1,200}(?=\\{1,4}[rn])/g,
    examples: [`expect -c 'spawn su; expect word; send "${S}\\r"'`, `send -- "${S}\\n"`],
    not: ['send "hello" to the list', 'send mail'],
  },
  {
    id: 'address of MongoDB',
    keywords: ['mongo'],
    expression:
      /(?<kept>\bmongo[a-z]{0,10}\s(?:[^\n|;&]{0,200}?\s)?["']?[^\s:"'/]{1,80}:)(?!\*\*\*)[^\s"'/@]{1,200}(?=@)/g,
    examples: [`mongosh me:${S}@db`],
    not: ['mongosh db:27017/app'],
  },
  {
    id: 'literal of kubectl',
    keywords: ['from-literal'],
    expression: new RegExp(String.raw`(?<kept>--from-literal[=\s]["']?[^\s"'=]{1,100}=["']?)${WORD}`, 'g'),
    examples: [`kubectl create secret generic app --from-literal=key=${S}`],
    not: ['kubectl create secret generic app --from-file=a.txt'],
  },
  {
    id: 'user and password behind -u, -U',
    keywords: ['lftp', 'smbclient', 'rpcclient', 'smbget'],
    expression: new RegExp(
      String.raw`(?<kept>\b(?:lftp|smbclient|rpcclient|smbget)\b[^\n|;&]{0,200}?\s(?:-u|-U|--user)[\s=]{0,2}["']?` +
        String.raw`[^\s"'%,]{1,80}[%,])${WORD}`,
      'g',
    ),
    examples: [`lftp -u me,${S} ftp.example.org`, `smbclient //host/share -U me%${S}`],
    not: ['smbclient -L host -U me'],
  },
  {
    id: 'password of Rclone',
    keywords: ['rclone'],
    expression: new RegExp(
      String.raw`(?<kept>\brclone\b[^\n|;&]{0,200}?\s(?:obscure|(?:--[\w-]{0,30})?pass(?:word)?)[\s=]{1,4}["']?)${WORD}`,
      'g',
    ),
    examples: [`rclone config create remote webdav user me pass ${S}`, `rclone obscure ${S}`],
    not: ['rclone copy a remote:b'],
  },
  {
    id: 'key of a wireless network',
    keywords: ['psk', 'wpa_passphrase'],
    expression: new RegExp(
      String.raw`(?<kept>\bpsk["']?\s{0,4}[=:]\s{0,4}\\{0,3}["']?|\bwpa_passphrase\s{1,4}\S{1,80}\s{1,4}["']?)${WORD}`,
      'gi',
    ),
    examples: [`network={\n psk="${S}"\n}`, `wpa_passphrase net ${S}`],
    not: ['key_mgmt=WPA-PSK'],
  },
  {
    id: 'line of pgpass',
    keywords: [':'],
    expression: /(?<kept>^[\w.*-]{1,80}:(?:\d{4,5}|\*):[\w.*-]{1,60}:[\w.*-]{1,60}:)(?!\*\*\*)\S{1,200}$/gm,
    examples: [`db.example.org:5432:app:me:${S}`, `*:*:*:me:${S}`],
    not: ['src/one.ts:1204:12: error TS2304'],
  },
];
