import type { Translate } from '../words/language';
import { type Obstacle, obstaclesOf } from './checks';
import type { ProtectionFacts, WindowFacts } from './facts';
import type { ProbedJudge } from './liveProbe';
import { SESSION_TYPES, type SessionType, type Way } from './sessionTypes';

/** `unknown`: nobody can tell, or only a window of VS Code. */
export type Protection = 'guarded' | 'partly' | 'not' | 'unknown';

/** One kind of session: whether it is guarded, by what, and if not, why and what to do. */
export interface ProtectionRow {
  readonly type: string;
  readonly name: string;
  readonly protection: Protection;
  /** By what calls reach the guard; told for what is guarded, in part or whole. */
  readonly way: Way;
  readonly obstacles: readonly Obstacle[];
  /**
   * Who was asked about the latest calls of such a session, including `nobody`; undefined if none was seen,
   * or if this kind of session can't be seen.
   */
  readonly seen: ProbedJudge | 'nobody' | undefined;
  /** Whether sessions of this kind can be seen. */
  readonly canBeSeen?: true;
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
    .flatMap(({ obstacles }) => obstacles.filter(({ id }) => ['warnsOnly', 'late', 'variables'].includes(id)))
    .map(({ why }) => why);
  return [...new Set(sentences)];
}

const SEEN_TYPES: readonly string[] = ['local', 'copilot', 'claude'];

/** Sessions of VS Code's own agent leave nothing behind that could be read, so only their hooks tell of them. */
function seenOf(id: string, { window, sessions }: ProtectionFacts): ProtectionRow['seen'] {
  if (id === 'local') {
    return window?.isLocalAsked === true ? 'window' : undefined;
  }
  const latest = sessions.find(({ type }) => type === id);
  return latest && (latest.judge ?? 'nobody');
}

function rowOf(type: SessionType, facts: ProtectionFacts, translate: Translate): ProtectionRow {
  const obstacles = obstaclesOf(type, facts, translate);
  const isOnlyForWindow = facts.window === undefined && type.needsWindow(facts.machine);
  const level = (['not', 'unknown', 'partly'] as const).find((each) => obstacles.some((one) => one.level === each));
  return {
    type: type.id,
    name: type.name(translate),
    protection: level === 'not' || !isOnlyForWindow ? (level ?? 'guarded') : 'unknown',
    way: type.way(facts.machine),
    obstacles,
    seen: seenOf(type.id, facts),
    ...(facts.window !== undefined && SEEN_TYPES.includes(type.id) ? { canBeSeen: true } : {}),
  };
}
