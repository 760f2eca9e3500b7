/** What three modes would have done in recorded sessions, if a session simply continued until a stop. */
import { canonicalText } from '../../src/engine/values/canonical';
import type { Firing } from './score';
import type { Episode, Session } from './traces';
import type { Verdict } from './verdict';
import { isInLoop } from './verdict';

export const MODES = ['break', 'chance_then_break', 'nudge, chance, break'] as const;

type Mode = (typeof MODES)[number];

type Step = 'nudge' | 'chance' | 'break';

export interface ModeScore {
  readonly sessions: number;
  /** Loops that began before a stop, how many were ended, and how many led to a warning. */
  readonly loops: number;
  readonly ended: number;
  readonly told: number;
  /** Calls of these loops from the one at which an expert is sure: how many ran, and how many there were. */
  readonly wasted: number;
  readonly calls: number;
  readonly stoppedWrongly: number;
  /** Calls blocked there that didn't stop the session. */
  readonly blockedWrongly: number;
}

export const NOTHING: ModeScore = {
  sessions: 0,
  loops: 0,
  ended: 0,
  told: 0,
  wasted: 0,
  calls: 0,
  stoppedWrongly: 0,
  blockedWrongly: 0,
};

export function stepsOf(mode: Mode, session: Session, firings: readonly Firing[]): ReadonlyMap<number, Step> {
  const steps = new Map<number, Step>();
  const hadChance = new Set<string>();
  for (const { index, severity } of firings) {
    if (severity !== 'block') {
      continue;
    }
    const made = session.calls[index];
    const call = canonicalText([made?.name, made?.arguments]);
    const step = stepOf(mode, steps.size, hadChance.has(call));
    hadChance.add(call);
    steps.set(index, step);
    if (step === 'break') {
      break;
    }
  }
  return steps;
}

/** Like `decide` of the engine, for a call that was or wasn't given a chance before. */
function stepOf(mode: Mode, before: number, hadChance: boolean): Step {
  switch (mode) {
    case 'break':
      return 'break';
    case 'chance_then_break':
      return hadChance ? 'break' : 'chance';
    case 'nudge, chance, break':
      return (['nudge', 'chance'] as const)[before] ?? 'break';
  }
}

export function modeScore(
  mode: Mode,
  session: Session,
  firings: readonly Firing[],
  episodes: readonly Episode[],
  verdictAt: (session: Session, index: number) => Verdict,
): ModeScore {
  const steps = [...stepsOf(mode, session, firings)];
  const stop = steps.find(([, step]) => step === 'break')?.[0] ?? Infinity;
  const chances = steps.filter(([, step]) => step === 'chance').map(([index]) => index);
  const loops = episodes.filter(({ label, from }) => label === 'stuck' && from !== null && from <= stop);
  const spans = loops.map(({ since, to }) => ({ since: since ?? 0, to: to ?? 0 }));
  const ranIn = ({ since, to }: (typeof spans)[number]): number =>
    Math.max(0, Math.min(stop, to + 1) - since) - chances.filter((index) => index >= since && index <= to).length;
  const isWrong = (index: number): boolean => verdictAt(session, index) === 'wrong';
  return {
    sessions: 1,
    loops: loops.length,
    ended: loops.filter((episode) => isInLoop(episode, stop)).length,
    told: loops.filter((episode) => steps.some(([index, step]) => step !== 'break' && isInLoop(episode, index))).length,
    wasted: spans.reduce((sum, span) => sum + ranIn(span), 0),
    calls: spans.reduce((sum, { since, to }) => sum + to - since + 1, 0),
    stoppedWrongly: Number(stop !== Infinity && isWrong(stop)),
    blockedWrongly: chances.filter(isWrong).length,
  };
}

export function sumOf(a: ModeScore, b: ModeScore): ModeScore {
  const fields = Object.keys(NOTHING) as (keyof ModeScore)[];
  return Object.fromEntries(fields.map((field) => [field, a[field] + b[field]])) as unknown as ModeScore;
}
