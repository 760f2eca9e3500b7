import { oneLine } from '../words/quoting';
import type { Translate } from '../words/language';
import { type Obstacle, obstaclesOf } from './checks';
import { type ProtectionFacts, type WindowFacts, SESSION_TYPES, type SessionType } from './facts';
import type { SeenSession } from './sessionProbe';

/** `unknown`: nobody can know, or only a VS Code window. */
export type Protection = 'guarded' | 'partly' | 'not' | 'unknown';

export interface ProtectionRow {
  readonly type: string;
  readonly name: string;
  readonly protection: Protection;
  readonly obstacles: readonly Obstacle[];
  /** Seen last, by the calls in its file. */
  readonly latest: SeenSession | undefined;
}

/** @param outside the sessions of agents outside VS Code */
export function protectionTable(
  facts: ProtectionFacts,
  outside: readonly SessionType[],
  translate: Translate,
): readonly ProtectionRow[] {
  return [...SESSION_TYPES, ...outside].map((type) => rowOf(type, facts, translate));
}

/** What prevents protection of new chats in this window; undefined if they are guarded. */
export function gapOfNewChats(
  facts: ProtectionFacts & { readonly window: WindowFacts },
  translate: Translate,
): Obstacle | undefined {
  const type = SESSION_TYPES.find(({ id }) => id === facts.window.newChat);
  // What a session did says nothing about new ones.
  const row = type && rowOf(type, { ...facts, sessions: [] }, translate);
  return row?.obstacles.find(({ level }) => level === 'not');
}

/** Sessions that a user may start in a window and expect to be guarded. */
const EXPECTED_SESSIONS: readonly string[] = ['local', 'copilot', 'claude'];

export function notGuardedIn(rows: readonly ProtectionRow[]): readonly string[] {
  return rows
    .filter(({ type, protection }) => protection === 'not' && EXPECTED_SESSIONS.includes(type))
    .map(({ name }) => name);
}

export function weakenedIn(rows: readonly ProtectionRow[]): readonly string[] {
  const sentences = rows
    .filter(({ type }) => EXPECTED_SESSIONS.includes(type))
    .flatMap(({ obstacles }) => obstacles.filter(({ id }) => ['hooksChanged', 'stopsLate', 'variables'].includes(id)))
    .map(({ why }) => why);
  return [...new Set(sentences)];
}

function rowOf(type: SessionType, facts: ProtectionFacts, translate: Translate): ProtectionRow {
  // Names from files, such as variables and matchers, are untrusted text.
  const obstacles = obstaclesOf(type, facts, translate).map((each) => ({ ...each, why: oneLine(each.why) }));
  const isOnlyForWindow = facts.window === undefined && type.needsWindow(facts.machine);
  const level = (['not', 'unknown', 'partly'] as const).find((each) => obstacles.some((one) => one.level === each));
  return {
    type: type.id,
    name: type.name(translate),
    protection: level === 'not' || !isOnlyForWindow ? (level ?? 'guarded') : 'unknown',
    obstacles,
    latest: facts.sessions.find((session) => session.type === type.id),
  };
}

export function protectionPlainText(rows: readonly ProtectionRow[], translate: Translate): string {
  return rows
    .map(({ name, protection, obstacles }) => {
      const remedies = [...new Set(obstacles.map(({ remedy }) => remedy))].filter((remedy) => remedy !== '').join(' ');
      const lines = [`${name}: ${levelText(protection, translate)}`, reasonsText(obstacles), remedies];
      return lines.filter((line) => line !== '').join('\n    ');
    })
    .join('\n');
}

export const SIGNS: Readonly<Record<Protection, string>> = { guarded: '✓', partly: '◐', not: '✗', unknown: '–' };

export function levelText(protection: Protection, translate: Translate): string {
  const texts: Record<Protection, string> = {
    guarded: translate('guarded'),
    partly: translate('partly guarded'),
    not: translate('not guarded'),
    unknown: translate('unknown'),
  };
  return texts[protection];
}

export function reasonsText(obstacles: ProtectionRow['obstacles']): string {
  return obstacles.map(({ why }) => why).join(' ');
}
