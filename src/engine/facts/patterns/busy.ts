import { definePatterns } from './pattern';

/** What the call needs is taken, or doesn't answer for now: later, the same call may work. */
export const BUSY = definePatterns('busy', {
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
