import type { Translate } from '../words/language';
import { type Obstacle, obstaclesOf } from './checks';
import type { ProtectionFacts, WindowFacts } from './facts';
import type { SeenSession } from './liveProbe';
import { SESSION_TYPES, type SessionType } from './sessionTypes';

/** `unknown`: nobody can tell, or only a window of VS Code. */
export type Protection = 'guarded' | 'partly' | 'not' | 'unknown';

/** One kind of session: whether it is guarded, and if not, why and what to do. */
export interface ProtectionRow {
  readonly type: string;
  readonly name: string;
  readonly protection: Protection;
  readonly obstacles: readonly Obstacle[];
  /** The session of this kind that was seen last, by the calls in its file. */
  readonly latest: SeenSession | undefined;
}

/**
 * Says of each kind of session whether it is guarded.
 * @param outside the sessions of agents outside VS Code
 */
export function protectionTable(
  facts: ProtectionFacts,
  outside: readonly SessionType[],
  translate: Translate,
): readonly ProtectionRow[] {
  return [...SESSION_TYPES, ...outside].map((type) => rowOf(type, facts, translate));
}

/**
 * What is in the way of the sessions that a new chat of this window gets.
 * @returns undefined when they are guarded
 */
export function gapOfNewChats(
  facts: ProtectionFacts & { readonly window: WindowFacts },
  translate: Translate,
): Obstacle | undefined {
  const type = SESSION_TYPES.find(({ id }) => id === facts.window.newChat);
  // What a session did is told of that session, not of new ones.
  const row = type && rowOf(type, { ...facts, sessions: [] }, translate);
  return row?.obstacles.find(({ level }) => level === 'not');
}

/** The kinds of sessions that a person may start in a window and take to be guarded, by the names of the products. */
export const EXPECTED_SESSIONS: Readonly<Record<string, string>> = {
  local: 'Local',
  copilot: 'Copilot',
  claude: 'Claude',
};

/** The names of those that are not guarded. */
export function notGuardedIn(rows: readonly ProtectionRow[]): readonly string[] {
  return rows
    .filter(({ type, protection }) => protection === 'not' && type in EXPECTED_SESSIONS)
    .map(({ name }) => name);
}

/** What weakens the guard in such sessions, in sentences. */
export function weakenedIn(rows: readonly ProtectionRow[]): readonly string[] {
  const sentences = rows
    .filter(({ type }) => type in EXPECTED_SESSIONS)
    .flatMap(({ obstacles }) => obstacles.filter(({ id }) => ['stopsLate', 'variables'].includes(id)))
    .map(({ why }) => why);
  return [...new Set(sentences)];
}

function rowOf(type: SessionType, facts: ProtectionFacts, translate: Translate): ProtectionRow {
  const obstacles = obstaclesOf(type, facts, translate);
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
