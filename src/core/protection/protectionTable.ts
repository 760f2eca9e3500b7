import type { Translate } from '../words/language';
import { factsOf, type MachineFacts, type ProtectionFacts, type WindowFacts } from './facts';
import type { ProbedJudge } from './liveProbe';
import type { ProtectionRemedy } from './reason';
import { reasonOf, type ReasonId } from './reasons';
import { SESSION_TYPES, type SessionType, type Way } from './sessionTypes';

/** `unknown`: only a window of VS Code can tell. */
export type Protection = 'guarded' | 'partly' | 'not' | 'unknown';

/** What stands in the way of a kind of session, in the person's language. */
export interface Obstacle {
  readonly id: ReasonId;
  readonly why: string;
  readonly remedy: string;
  readonly remedyBy: ProtectionRemedy | undefined;
}

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
  return row?.protection === 'not' ? row.obstacles[0] : undefined;
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

/**
 * A reason in the person's language.
 * @param agent whose hooks it is about
 */
export function protectionGap(id: ReasonId, machine: MachineFacts, translate: Translate, agent = ''): Obstacle {
  const { why, remedy, remedyBy } = reasonOf(id);
  const { hooksOff } = factsOf(machine, agent);
  return { id, why: why(translate, machine, hooksOff), remedy: remedy(translate, hooksOff), remedyBy };
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
  const ids = type.obstacles(facts);

  const isUnknown = facts.window === undefined && type.needsWindow(facts.machine);
  return {
    type: type.id,
    name: type.name(translate),
    protection: ids.some((id) => reasonOf(id).level === 'not')
      ? 'not'
      : isUnknown
        ? 'unknown'
        : ids.length > 0
          ? 'partly'
          : 'guarded',
    way: type.way(facts.machine),
    obstacles: ids.map((id) => protectionGap(id, facts.machine, translate, type.agent)),
    seen: seenOf(type.id, facts),
    ...(facts.window !== undefined && SEEN_TYPES.includes(type.id) ? { canBeSeen: true } : {}),
  };
}
