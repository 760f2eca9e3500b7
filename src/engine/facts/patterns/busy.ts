import { definePatterns } from './pattern';

/** What the call needs is taken, or answers nobody for now: later, the same call may work. */
export const BUSY = definePatterns('busy', {
  tooManyRequests: {
    keywords: ['too many requests', 'rate limit'],
    match: /\btoo many requests\b|\brate limit(?:ed)?\b[^\n]{0,40}\b(?:exceeded|reached|hit)\b/i,
    examples: ['HTTP 429 Too Many Requests', 'API rate limit exceeded for user ID 7'],
    not: ['The rate limit is 60 requests', 'There were many requests.'],
    from: ['gh', 'MCP servers', 'unknown'],
  },
  comeBack: {
    keywords: ['retry after', 'retry-after', 'try again', 'overloaded'],
    match: /\bretry[- ]after\b|\btry again (?:later|in (?:a|\d))|\b(?:is|currently) overloaded\b/i,
    examples: ['Please try again later.', 'Retry after 5 s', 'The server is overloaded'],
    not: ['Fix the error and try again.', 'overloaded functions'],
    from: ['HTTP services', 'MCP servers'],
  },
  unavailable: {
    keywords: ['unavailable', 'bad gateway', 'gateway time'],
    match: /\b(?:service (?:is )?(?:temporarily )?unavailable|50[24] (?:bad gateway|gateway time-?out))\b/i,
    examples: ['503 Service Unavailable', '502 Bad Gateway'],
    not: ['The service is available', 'unavailable option'],
    from: ['curl', 'nginx'],
  },
  locked: {
    keywords: ['could not get lock', 'unable to acquire the dpkg', 'database is locked', 'holding the'],
    match: /Could not get lock |Unable to acquire the dpkg |\bdatabase is locked\b|\bholding the (?:yum|dnf) lock/i,
    examples: [
      'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 712 (unattended-upgr)',
      'Error: database is locked',
    ],
    not: ['The lock was released', 'The database is closed'],
    from: ['apt catalog', 'dnf', 'sqlite'],
  },
  lockedInGermanOrFrench: {
    keywords: ['sperre', "d'obtenir le verrou"],
    match: /Sperre \S{1,200} konnte nicht erlangt werden|Erlangen der Sperre |Impossible d'obtenir le verrou/i,
    examples: [
      'E: Sperre /var/lib/dpkg/lock konnte nicht erlangt werden. Sie wird von Prozess 71 gehalten.',
      "E: Impossible d'obtenir le verrou /var/lib/dpkg/lock. Il est occupé par le processus 71",
    ],
    not: ['Die Sperre ist frei.', 'Le verrou est libre'],
    from: ['apt catalog'],
  },
  lockedInSpanish: {
    keywords: ['no se pudo'],
    match: /No se pudo (?:bloquear \/|reservar el uso de la interfaz dpkg)/i,
    examples: ['E: No se pudo bloquear /var/lib/dpkg/lock. El proceso 71 lo está usando'],
    not: ['No se pudo abrir el archivo'],
    from: ['apt catalog'],
  },
  lockedInJapaneseOrChinese: {
    keywords: ['ロック', '获得锁', 'dpkg 前端锁'],
    match: /ロック \S{1,200} が取得できませんでした|无法获得锁|无法获取 dpkg 前端锁/i,
    examples: ['E: ロック /var/lib/dpkg/lock が取得できませんでした', 'E: 无法获得锁 /var/lib/dpkg/lock。'],
    not: ['ロックしました', '锁已释放'],
    from: ['apt catalog'],
  },
});
