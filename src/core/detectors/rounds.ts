import type { WindowEntry } from '../window';

/**
 * What the detectors share: the window seen as rounds. A round is what one model turn asked for. The model chose all calls of
 * a round before it saw any of their answers, so a round is one decision and one piece of evidence, and calls of the
 * candidate's own round prove nothing against it.
 */
export type Round = readonly WindowEntry[];

/** The rounds before the candidate's own, oldest first. */
export function earlierRounds(history: readonly WindowEntry[], candidate: WindowEntry): Round[] {
  const rounds: WindowEntry[][] = [];
  for (const entry of history) {
    if (entry.round === candidate.round) {continue;}
    const last = rounds.at(-1);
    if (last !== undefined && last[0]!.round === entry.round) {last.push(entry);}
    else {rounds.push([entry]);}
  }
  return rounds;
}

/** Whether an identical call got the same answer. An unknown answer counts as the same: nobody can show that it was new. */
export function sameAnswer(a: WindowEntry, b: WindowEntry): boolean {
  return a.outcome === undefined || b.outcome === undefined || a.outcome.digest === b.outcome.digest;
}

/**
 * Whether a call of this round brought news that may change what other calls answer: it succeeded and had not been made
 * before, or it was answered otherwise than the last time.
 */
export function hasNews(rounds: readonly Round[], at: number): boolean {
  return rounds[at]!.some(({ outcome, signature }) => {
    if (outcome === undefined) {return false;}
    const before = lastOf(rounds, at, signature);
    if (before === undefined) {return outcome.kind === 'plain';}
    return before.outcome !== undefined && before.outcome.digest !== outcome.digest;
  });
}

function lastOf(rounds: readonly Round[], end: number, signature: string): WindowEntry | undefined {
  for (let at = end - 1; at >= 0; at--) {
    const match = rounds[at]!.find((entry) => entry.signature === signature);
    if (match !== undefined) {return match;}
  }
  return undefined;
}

/** Calls of the candidate's own round prove nothing against it, but one that was answered already may speak for it. */
export function siblingsHaveNews(rounds: readonly Round[], history: readonly WindowEntry[], candidate: WindowEntry): boolean {
  const siblings = history.filter((entry) => entry.round === candidate.round && entry.outcome !== undefined);
  return siblings.length > 0 && hasNews([...rounds, siblings], rounds.length);
}

/** Whether the identical call is in the window: the cheapest question, asked before any other. */
export function askedBefore(history: readonly WindowEntry[], candidate: WindowEntry): boolean {
  for (const entry of history) {if (entry.signature === candidate.signature) {return true;}}
  return false;
}

/** What the answers of the calls in evidence were to each other, for the finding. */
export function compareAnswers(entries: readonly WindowEntry[]): 'same' | 'similar' | 'errors' | 'changed' | 'unknown' {
  const outcomes = entries.flatMap((entry) => (entry.outcome === undefined ? [] : [entry.outcome]));
  if (outcomes.length === 0) {return 'unknown';}
  if (outcomes.every((outcome) => outcome.kind === 'failed')) {return 'errors';}
  if (outcomes.every((outcome) => outcome.digest === outcomes[0]!.digest)) {return 'same';}
  if (outcomes.every((outcome) => outcome.shapeDigest === outcomes[0]!.shapeDigest)) {return 'similar';}
  return 'changed';
}
