import type { Translate } from '../words/language';
import { agentName, type SeenSession } from './liveProbe';
import type { Protection, ProtectionRow } from './protectionTable';
import type { Way } from './sessionTypes';

/** Characters of a session's id that tell it from others. */
const ID_CHARACTERS = 8;

/** The table of the protection for a terminal: one paragraph for each kind of session. */
export function protectionPlainText(rows: readonly ProtectionRow[], translate: Translate): string {
  return rows
    .map((row) => {
      const remedies = [...new Set(row.obstacles.map(({ remedy }) => remedy))]
        .filter((remedy) => remedy !== '')
        .join(' ');
      const level = levelText(row.protection, translate);
      const lines = [`${row.name}: ${level}`, rowText(row, translate), remedies];
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

/** By what a kind of session is guarded, or why it is not. */
export function rowText(row: ProtectionRow, translate: Translate): string {
  const reasons = row.obstacles.map(({ why }) => why);
  return (
    row.protection === 'not' || row.protection === 'unknown'
      ? [...reasons, ...contraryText(row, translate)]
      : [wayText(row.way, translate), ...seenText(row, translate), ...reasons]
  ).join(' ');
}

/**
 * A session may keep what it began with, and nobody tells by what way its hooks asked: it does not speak for new ones.
 */
function contraryText({ seen }: ProtectionRow, translate: Translate): string[] {
  return seen === 'window' || seen === 'otherWindow' ? [translate('The most recent session is guarded.')] : [];
}

/** Says so if the protection follows from settings alone. */
function seenText({ seen, canBeSeen }: ProtectionRow, translate: Translate): string[] {
  switch (seen) {
    case 'window':
      return [translate('Checked by this window.')];
    case 'otherWindow':
      return [translate('Checked by another window.')];
    case 'hookAlone':
    case 'nobody':
      return [];
    case undefined:
      return canBeSeen ? [translate('No such session has been seen yet.')] : [];
  }
}

function wayText(way: Way, translate: Translate): string {
  switch (way) {
    case 'pluginHooks':
      return translate('Guarded by this extension.');
    case 'userHooks':
      return translate('By hooks in your own settings.');
    case 'guardedModel':
      return translate('By the model: calls are checked in its answers.');
    case 'participant':
      return translate('Checks its own calls.');
  }
}

/** What was seen of one session, in one line. */
export function sessionText(
  { type, sessionId, folder, model, judge, calls }: SeenSession,
  translate: Translate,
): string {
  const session = translate('{agent} session {id} in {folder}, model {model}', {
    agent: agentName(type),
    id: sessionId.slice(0, ID_CHARACTERS),
    folder: folder ?? translate('an unknown folder'),
    model: model ?? translate('unknown'),
  });
  switch (judge) {
    case 'window':
      return calls === 1
        ? translate('{session}: guarded by this window, 1 call checked.', { session })
        : translate('{session}: guarded by this window, {calls} calls checked.', { session, calls });
    case 'otherWindow':
      return calls === 1
        ? translate('{session}: guarded by another window, 1 call checked.', { session })
        : translate('{session}: guarded by another window, {calls} calls checked.', { session, calls });
    case 'hookAlone':
      return calls === 1
        ? translate('{session}: guarded by the hook alone, 1 call checked.', { session })
        : translate('{session}: guarded by the hook alone, {calls} calls checked.', { session, calls });
    case undefined:
      return calls === 1
        ? translate('{session}: not guarded, 1 call unchecked.', { session })
        : translate('{session}: not guarded, {calls} calls unchecked.', { session, calls });
  }
}
