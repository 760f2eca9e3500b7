/** Stands where a secret was. */
export const MASK = '***';

/** What a name is made of that says: my value is a secret. */
const SECRET_WORDS =
  'pass(?:word|wd|phrase|code)|secret|token|api[-_ ]?key|' +
  '(?:access|account|admin|anon|deploy|encryption|host|license|master|private|service|session|shared|signing|ssh|' +
  'webhook)[-_ ]?key|credentials?|authori[sz]ation|cookie|connection[-_ ]?string|bearer|jwt|pwd';

/** `token` in names that only count or name tokens. */
const NO_SECRET = /tokens?[-_]?(?:s$|count|limit|type|usage|budget|id|iz)|max_?tokens|secret[-_]?name/i;

const SECRET_NAME = new RegExp(
  `${SECRET_WORDS}|^(?:pin|auth|otp|cvv|cvc|sas|dsn)$|[-_](?:pass|auth|otp|pat|dsn|sas)$|^pass$`,
  'i',
);
const CAMEL_SECRET_NAME = /[a-z](?:Pass|Auth|Otp|Pat|Pwd)$|^[A-Z][A-Z0-9]{0,30}_KEY$/;

/** Values that are secrets by their shape, whatever stands before them. */
const SECRET_SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  // The dot is looked for first: without one, no part of a long run is read twice.
  /(?<![\w-])(?=[\w-]+\.)[\w-]*?\beyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]*)?/g,
  /\b(?:sk|pk|rk|whsec)[-_](?:[a-z]{1,20}[-_]){0,5}[A-Za-z0-9_-]{12,}/g,
  new RegExp(
    String.raw`\b(?:gh[oprsu]_|github_pat_|glpat-|npm_|pypi-|xox[a-z]-|xapp-|hf_|shpat_|dop_v1_|AIza|ya29\.|SG\.|` +
      String.raw`glsa_|lin_api_|dckr_pat_|nvapi-|gsk_|hvs\.|sbp_|ATATT|AGE-SECRET-KEY-1)[\w.-]{10,}`,
    'g',
  ),
  /\b(?:AKIA|ASIA|AROA)[A-Z0-9]{12,}/g,
  /\b[0-9a-fA-F]{32,}\b/g,
];

/** What could be a random text in base 64 or alike; {@link isRandom} decides. */
const RANDOM_SHAPE = /[A-Za-z0-9+/_-]{32,}={0,2}/g;
const UUID = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/**
 * From one character to the next the kind (small, capital, digit) changes in random text at half of the places, in
 * names and paths at a tenth.
 */
const RANDOM_CHANGES = 0.25;

/**
 * A value behind a name: in quotes up to the closing one, else up to the next space or separator. A text that is masked
 * already is left.
 */
const VALUE =
  String.raw`(?:\\{1,7}"(?:[^"\\\n]|\\[^"\\\n]){1,1000}|"(?:[^"\\\n]|\\[^\n]){1,1000}|` +
  String.raw`'(?:[^'\\\n]|\\[^\n]){1,1000}|\x60[^\x60]{1,1000}|[{[][^}\]\n]{1,1000}|` +
  String.raw`(?!\*\*\*)[^\s"'\x60\\,;&<>(){}]{2,1000})`;
const OPENING_QUOTE = /^\\{0,7}["'\x60]/;
const NAME =
  String.raw`(?<![A-Za-z0-9])[A-Za-z0-9_.-]{0,40}(?:${SECRET_WORDS})` + '(?:[-_ ]?(?:key|hash|value|base|data)){0,2}';

/** A password that stands behind an option of a command. */
const PASSWORD_OPTION = String.raw`(?!\*\*\*)[^\s"'-][^\s"']{0,200}`;

/** Each keeps what it names `kept` and masks the rest. */
const SECRET_CONTEXTS: readonly RegExp[] = [
  // {"name": "Authorization", "value": "x"}
  new RegExp(
    String.raw`(?<kept>\\{0,7}["'](?:name|key|header|variable|field)\\{0,7}["']\s{0,4}:\s{0,4}\\{0,7}["']${NAME}` +
      String.raw`\\{0,7}["']\s{0,4},\s{0,4}\\{0,7}["'](?:values?|val|content|data|default)\\{0,7}["']\s{0,4}:` +
      String.raw`\s{0,4})${VALUE}`,
    'gi',
  ),
  // Authorization: Token x, Cookie: a=b; c=d
  new RegExp(
    String.raw`(?<kept>\b(?:(?:proxy-)?authorization|(?:set-)?cookie|x-[a-z-]{0,30}(?:key|token|secret|auth))` +
      String.raw`\\{0,7}["']?\s{0,4}[:=]\s{0,4}\\{0,7}["']?)(?!\*\*\*)[^\n\r"'\\]{2,}`,
    'gi',
  ),
  /(?<kept>\b(?:[Bb]earer|BEARER)\s{1,4})[\w.~+/=-]{6,}/g,
  /(?<kept>\b(?:[Bb]asic|BASIC|[Nn]egotiate)\s{1,4})(?=[\w.~+/=-]{0,200}(?:[\d=]|[a-z][A-Z]))[\w.~+/=-]{6,}/g,
  // password = x, "apiKey": "x", token%3Dx, os.environ['TOKEN'] = 'x', <password>x
  new RegExp(
    String.raw`(?<kept>${NAME}(?:\\{0,7}["'\x60])?\]?` +
      String.raw`(?:\s{0,4}(?:=(?![=>])|:(?![:=])|>|%3[adAD])\s{0,4}|\s{1,4}(?:is|was)\s{1,4}))${VALUE}`,
    'gi',
  ),
  // 'password' => 'x', setenv("TOKEN", "x"), <add key="ApiKey" value="x"/>
  new RegExp(String.raw`(?<kept>${NAME}\\{0,7}["'\x60]\s{0,4}(?:=>|,|value=)\s{0,4})(?=\\{0,7}["'\x60])${VALUE}`, 'gi'),
  // --token x, password x
  new RegExp(String.raw`(?<kept>(?<![\w-])--?[A-Za-z0-9-]{0,40}(?:${SECRET_WORDS}|pass)\s{1,4})${VALUE}`, 'gi'),
  new RegExp(String.raw`(?<kept>${NAME}\s{1,4})(?=[^\s"'\\,;&<>(){}]{0,60}\d)(?!\*\*\*)[^\s"'\\,;&<>(){}]{4,}`, 'gi'),
  // DB_PASS=x, dbPass: x, pass:x, STRIPE_KEY=x
  new RegExp(
    String.raw`(?<kept>(?<![A-Za-z])(?:pass[:=]|[A-Za-z0-9]{0,30}(?:_pass|_PASS|[a-z]Pass)\\{0,7}["']?` +
      String.raw`\s{0,4}[:=]\s{0,4})\\{0,7}["']?)(?![=*])[^\s"'\\,;&]{2,}`,
    'g',
  ),
  new RegExp(
    String.raw`(?<kept>(?<![A-Za-z0-9])[A-Z][A-Z0-9_]{0,40}_(?:KEY|PASS|SAS|PAT|DSN|AUTH|CREDS?)\s?[:=]\s?["']?)` +
      String.raw`(?![=*])[^\s"'\\;&]{4,}`,
    'g',
  ),
  // ?sig=x
  /(?<kept>[?&](?:code|key|sig|signature|auth|X-Amz-Signature)=)(?!\*\*\*)[^\s&"'#]{12,}/gi,
  // curl -u user:x, mysql -p x, docker login -p x, redis-cli -a x
  /(?<kept>\s(?:-u|-U|--user|--proxy-user)[\s=]{0,4}["']?[^\s:"']{1,80}:)(?!\d{1,6}\b|\*\*\*)[^\s"']{1,200}/g,
  new RegExp(
    String.raw`(?<kept>\b(?:mysql|mariadb|mongo|sshpass|7z)[a-z]{0,10}\b[^\n|;&]{0,200}?[\s"']-p["',\s]{0,6})` +
      PASSWORD_OPTION,
    'g',
  ),
  new RegExp(
    String.raw`(?<kept>\b(?:docker|podman|helm|nerdctl|skopeo|buildah|oc|az)\b[^\n|;&]{0,80}?\blogin\b` +
      String.raw`[^\n|;&]{0,200}?[\s"']-p["',\s=]{0,6})${PASSWORD_OPTION}`,
    'g',
  ),
  new RegExp(
    String.raw`(?<kept>\b(?:redis-cli|ldap[a-z]{3,8}|sqlcmd|unzip|zip)\b[^\n|;&]{0,200}?` +
      String.raw`[\s"'](?:-a|-w|-P)["',\s=]{1,6})${PASSWORD_OPTION}`,
    'g',
  ),
];

/** A field of JSON that stands in a longer text or was cut off. */
const QUOTED_FIELD = new RegExp(
  String.raw`(?<kept>\\{0,7}["'](?<name>[A-Za-z][\w.-]{0,60})\\{0,7}["']\s{0,4}:\s{0,4})${VALUE}`,
  'g',
);

/** The part of a URL that says who asks. */
const USER_INFO = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)([^\s/"'<>?#]{1,300})@/gi;

/** A user name alone is no secret unless it is as long as a token. */
const USER_NAME_CHARACTERS = 20;

/** True when a field of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return name.length <= 200 && (SECRET_NAME.test(name) || CAMEL_SECRET_NAME.test(name)) && !NO_SECRET.test(name);
}

/**
 * Masks what looks like a secret, by what stands before it and by its shape. The time grows with the length of the
 * text; callers bound it.
 * Sources of the shapes: the token formats that GitHub, AWS, Stripe, Slack, OpenAI, Google and others publish for
 * secret scanning.
 */
export function maskSecrets(text: string): string {
  let masked = text.replace(
    USER_INFO,
    (_whole, scheme: string, userInfo: string) => `${scheme}${maskedUserInfo(userInfo)}@`,
  );
  for (const context of [...SECRET_CONTEXTS, QUOTED_FIELD]) {
    masked = masked.replace(context, (...match) => {
      const whole = match[0];
      const { kept, name } = match.at(-1) as { readonly kept: string; readonly name?: string };
      if (name !== undefined && !isSecretName(name)) {
        return whole;
      }
      const [quote = ''] = OPENING_QUOTE.exec(whole.slice(kept.length)) ?? [];
      return `${kept}${quote}${MASK}`;
    });
  }
  for (const shape of SECRET_SHAPES) {
    masked = masked.replace(shape, MASK);
  }
  return masked.replace(RANDOM_SHAPE, (run) => (isRandom(run) ? MASK : run));
}

function maskedUserInfo(userInfo: string): string {
  const [user = '', ...password] = userInfo.split(':');
  const name = user.length >= USER_NAME_CHARACTERS ? MASK : user;
  return password.length === 0 ? name : `${name}:${MASK}`;
}

function isRandom(run: string): boolean {
  if (UUID.test(run) || !/\d/.test(run) || !/[A-Z]/.test(run) || !/[a-z]/.test(run)) {
    return false;
  }
  let changes = 0;
  for (let at = 1; at < run.length; at++) {
    const [before, kind] = [kindOf(run.charCodeAt(at - 1)), kindOf(run.charCodeAt(at))];
    changes += before !== kind && before !== SEPARATOR && kind !== SEPARATOR ? 1 : 0;
  }
  return changes >= RANDOM_CHANGES * run.length;
}

const SEPARATOR = 3;

function kindOf(code: number): number {
  if (code >= 97) {
    return 0;
  }
  return code >= 65 && code <= 90 ? 1 : code >= 48 && code <= 57 ? 2 : SEPARATOR;
}
