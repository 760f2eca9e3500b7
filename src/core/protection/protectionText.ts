import type { Translate } from '../words/language';
import type { Protection, ProtectionRow } from './protectionTable';

/** The table of the protection for a terminal: one paragraph for each kind of session. */
export function protectionPlainText(rows: readonly ProtectionRow[], translate: Translate): string {
  return rows
    .map(({ name, protection, obstacles }) => {
      const remedies = [...new Set(obstacles.map(({ remedy }) => remedy))].filter((remedy) => remedy !== '').join(' ');
      const lines = [`${name}: ${levelText(protection, translate)}`, reasonsText(obstacles), remedies];
      return lines.filter((line) => line !== '').join('\n    ');
    })
    .join('\n');
}

/** A level in one or two words. */
export function levelText(protection: Protection, translate: Translate): string {
  switch (protection) {
    case 'guarded':
      return translate('guarded');
    case 'partly':
      return translate('partly guarded');
    case 'not':
      return translate('not guarded');
    case 'unknown':
      return translate('unknown');
  }
}

/** What is in the way. */
export function reasonsText(obstacles: ProtectionRow['obstacles']): string {
  return obstacles.map(({ why }) => why).join(' ');
}
