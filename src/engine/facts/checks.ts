/*
 * Commands that look whether something is there or has happened, and change nothing. The world answers them, so the
 * same command may be answered otherwise later; a test, a build, or a script is answered by what the agent has written.
 */

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Programs that only look. */
const LOOKS = wordsOf(
  'curl wget http https xh nc ncat ping dig host nslookup telnet test [ [[ ls dir cat type head tail ' +
    'less stat file wc du find fd grep egrep rg ag jq awk sed sort uniq tr cut pgrep pidof ps top jobs ' +
    'lsof ss netstat uptime date pg_isready journalctl invoke-webrequest invoke-restmethod test-path ' +
    'test-connection test-netconnection get-content get-childitem get-item get-process get-service ' +
    'get-job select-string select-object',
);

/** Programs whose next word says whether they only look. */
const LOOKS_BY_WORD: Readonly<Record<string, RegExp>> = {
  docker: /^(?:ps|logs|inspect|images|compose (?:ps|logs)|container ls|port|stats)\b/,
  'docker-compose': /^(?:ps|logs)\b/,
  podman: /^(?:ps|logs|inspect)\b/,
  kubectl: /^(?:get|describe|logs|wait|rollout status)\b/,
  git: /^(?:status|log|show|fetch|ls-remote|branch)\b/,
  gh: /^(?:run|pr|release|issue|workflow|api) (?:view|list|checks|status|watch|download|repos)/,
  systemctl: /^(?:status|is-active|show)\b/,
  'redis-cli': /^(?:-\S+ \S+ )*ping\b/i,
  aws: /\b(?:describe|list|get|head|ls|wait)(?:-|\b)/,
  gcloud: /\b(?:describe|list)\b/,
  az: /\b(?:show|list|wait)\b/,
};

/** What stands around a look and does nothing of its own. */
const AROUND = wordsOf(
  'sleep timeout start-sleep wait cd pushd popd echo printf true false : set export exit break do done ' +
    'then fi else out-null write-output write-host',
);

const PAUSE = /(?:^|[\s;&|("'`])(?:sleep \d|timeout \/t \d|start-sleep\b)/i;
const QUOTED = /"(?:[^"\\]|\\.){0,2000}"|'[^']{0,2000}'/g;
/** Redirections that write nothing. */
const HARMLESS = /\d?>&\d|&?\d?>\s?(?:\/dev\/null|\$null|nul)\b/gi;
const SEPARATORS = /&&|\|\||[;|\n(){}]/;
/** What may stand before the program. */
const BEFORE = /^(?:(?:\w+=\S*|if|while|until|!|time|sudo|command|for \w+ in [^;]*|timeout (?:-\S+ )?\d+\w?)\s+)+/i;
/** How programs that look are told to act. */
const ACTS: Readonly<Record<string, RegExp>> = {
  curl: /\s(?:-X ?(?!GET|HEAD)[A-Z]|--request[ =](?!GET|HEAD)|-[dTF]\b|--(?:data|json|form|upload)|-[oO]\b|--output)/,
  wget: /\s--(?:post|method|body)/,
  find: /\s-(?:delete|exec|ok)/,
  sed: /\s-\w*i/,
  gh: /\s-X\b/,
};
const SHELL = /^(?:\S*\/)?(?:ba|z|da|k)?sh\s+-l?c\s+/;

/** How a command looks whether something is there: after a pause of its own, or at once. Undefined: it does more. */
export function checkIn(command: string): 'afterPause' | 'atOnce' | undefined {
  const plain = command.replace(SHELL, '').replace(QUOTED, 'Q').replace(HARMLESS, ' ');
  if (plain.includes('>')) {
    return undefined;
  }
  let looks = false;
  for (const part of plain.split(SEPARATORS)) {
    const [program = '', ...rest] = part.trim().replace(BEFORE, '').trim().split(/\s+/);
    const name = program.toLowerCase().replace(/^.*[\\/](?=.)/, '');
    if (name === '' || AROUND.has(name)) {
      continue;
    }
    const words = LOOKS_BY_WORD[name];
    if (!(words === undefined ? LOOKS.has(name) : words.test(rest.join(' '))) || ACTS[name]?.test(part) === true) {
      return undefined;
    }
    looks = true;
  }
  return looks ? (PAUSE.test(command) ? 'afterPause' : 'atOnce') : undefined;
}
