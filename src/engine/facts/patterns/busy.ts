import { definePatterns } from './pattern';

/** What the call needs is taken, or answers nobody for now: later, the same call may work. */
export const BUSY = definePatterns('busy', {
  tooManyRequests: {
    keywords: ['too many requests', 'rate limit', 'retry after', 'retry-after', 'try again', 'overloaded'],
    match:
      /\btoo many requests\b|\brate limit(?:ed)?\b[^\n]{0,40}\b(?:exceeded|reached|hit)\b|\bretry[- ]after\b|\btry again (?:later|in (?:a|\d))|\b(?:is|currently) overloaded\b/i,
    says: 'busy',
    examples: ['HTTP 429 Too Many Requests', 'API rate limit exceeded for user ID 7', 'Please try again later.'],
    not: ['The rate limit is 60 requests', 'Fix the error and try again.'],
    from: ['gh', 'MCP servers', 'unknown'],
    because: 'Servers word it like this; only a pause before the next attempt makes it a wait.',
  },
  unavailable: {
    keywords: ['unavailable', 'bad gateway', 'gateway time'],
    match: /\b(?:service (?:is )?(?:temporarily )?unavailable|50[24] (?:bad gateway|gateway time-?out))\b/i,
    says: 'busy',
    examples: ['503 Service Unavailable', '502 Bad Gateway'],
    not: ['The service is available', 'unavailable option'],
    from: ['curl', 'nginx'],
    because: 'It is how servers answer while they start.',
  },
  locked: {
    keywords: [
      ...['could not get lock', 'unable to acquire the dpkg', 'unable to lock', 'database is locked', 'holding the'],
      ...['sperre', "d'obtenir le verrou", 'no se pudo', 'ロック', '获得锁', 'dpkg 前端锁'],
    ],
    match:
      /Could not get lock |Unable to acquire the dpkg frontend lock|Unable to lock the administration|\bdatabase is locked\b|\bcurrently holding the (?:yum|dnf) lock|Sperre \S{1,200} konnte nicht erlangt werden|Erlangen der Sperre |Impossible d'obtenir le verrou|No se pudo (?:bloquear \/|reservar el uso de la interfaz dpkg)|ロック \S{1,200} が取得できませんでした|无法获得锁|无法获取 dpkg 前端锁/i,
    says: 'busy',
    examples: [
      'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 712 (unattended-upgr)',
      'Error: database is locked',
      'E: Sperre /var/lib/dpkg/lock konnte nicht erlangt werden. Sie wird von Prozess 71 gehalten.',
      "E: Impossible d'obtenir le verrou /var/lib/dpkg/lock. Il est occupé par le processus 71",
      'E: No se pudo bloquear /var/lib/dpkg/lock. El proceso 71 lo está usando',
      'E: ロック /var/lib/dpkg/lock が取得できませんでした',
      'E: 无法获得锁 /var/lib/dpkg/lock。锁正由进程 71 持有',
    ],
    not: ['The lock was released', 'Die Sperre ist frei.', 'No se pudo abrir el archivo', 'ロックしました'],
    from: ['apt', 'dnf', 'sqlite'],
    because: 'It is in the message catalogs of APT, and what SQLite and DNF print.',
  },
});
