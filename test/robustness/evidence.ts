import assert from 'node:assert/strict';
import type { Detection } from '../../src/engine/decision/verdict';
import { type Answer, ANSWERS, callName } from './session';

/** One call as the test made it: nothing of it but its round comes from the guard. */
export interface MadeCall {
  readonly tool: string;
  readonly variant: number;
  round: string;
  readonly atMs: number;
  /** Of the turn of the conversation. */
  readonly turn: number;
  /** How often the counters had been reset before. */
  readonly resets: number;
  ran: boolean;
  /** What the call was answered when the finding was made; undefined while nobody has told. */
  answer: Answer | undefined;
}

const name = ({ tool, variant }: MadeCall): string => callName(tool, variant);
const known = (calls: readonly MadeCall[]): Answer[] =>
  calls.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
/** What an answer brings: a failure in which only numbers differ is no other failure. */
const said = ({ says, text, useless }: Answer): string | undefined => (useless ? says : text);
const allEqual = (values: readonly unknown[]): boolean => new Set(values).size <= 1;

/**
 * Checks a finding against the calls as they were made, without any code of the engine: that the calls it names are
 * there, ran, and are in order, without a longer pause than the TTL or a message that changed something, and that its
 * results compare as it says. What makes a loop of each kind is tested with its rule.
 *
 * @param made every call that the guard numbered, by its number; the judged one is the last
 */
export function assertEvidence({ finding, settings, afterChance }: Detection, made: readonly MadeCall[]): void {
  const { calls, count, threshold, certainty, detector } = finding;
  const evidence = calls.map((index) => made[index] ?? assert.fail(`there is no call ${index}`));
  const judged = evidence.at(-1) ?? assert.fail('no evidence');
  assert.equal(calls.at(-1), made.length - 1, 'the judged call is the last');
  assert.ok(
    calls.every((index, at) => at === 0 || index > (calls[at - 1] ?? 0)),
    'the calls are in order',
  );
  assert.ok(evidence.every(counts), 'no message in between has changed anything');
  assert.ok(count >= threshold && threshold >= 2, `${count} of ${threshold}`);
  const earlier = evidence.slice(0, -1);
  if (afterChance && certainty === 'certain') {
    // The call was refused before and comes again; how it came to be refused was checked then.
    assert.ok(count <= calls.length, `counts ${count} of ${calls.length} calls`);
    return;
  }
  assert.ok(
    earlier.every(({ ran }) => ran),
    'only calls that ran are evidence',
  );
  assert.ok(isSlowRow() || (calls[0] ?? -1) >= firstAfterPause(), 'no pause is longer than the TTL');
  if (detector === 'repeat') {
    assert.ok(allEqual(evidence.map(name)), 'identical calls');
    assert.equal(new Set(evidence.map(({ round }) => round)).size, evidence.length, 'each in a round of its own');
  }
  assertComparison();

  /** A warning about nothing but the identical call, however far apart. */
  function isSlowRow(): boolean {
    const since = made.slice(calls[0]).filter((call) => call === judged || (call.ran && counts(call)));
    return certainty === 'likely' && since.every((call) => name(call) === name(judged));
  }

  function counts({ turn, resets }: MadeCall): boolean {
    return resets === judged.resets && changedNothing(made, turn, judged.turn);
  }

  /** The number of the first call since the last pause: that lasts from the newest time on, whatever call it is of. */
  function firstAfterPause(): number {
    const ttlMs = settings.ttlSeconds * 1000;
    let first = 0;
    let newestMs = -Infinity;
    let lastMs = -Infinity;
    for (const [index, call] of made.entries()) {
      if (!counts(call) || !(call.ran || call === judged)) {
        continue;
      }
      // A clock that was set back by less is no pause.
      const isPause = call.atMs - newestMs > ttlMs || lastMs - call.atMs > ttlMs;
      first = isPause ? index : first;
      newestMs = isPause ? call.atMs : Math.max(newestMs, call.atMs);
      lastMs = call.atMs;
    }
    return first;
  }

  /** What the finding says of the answers, as far as it must be so whatever the detector. */
  function assertComparison(): void {
    const answers = known(earlier);
    switch (finding.results) {
      case 'unknown':
        assert.equal(answers.length, 0, 'no answer is known');
        break;
      case 'errors':
        assert.ok(answers.length > 0 && answers.every(({ useless, text }) => useless && text !== '[]'), 'all failed');
        break;
      case 'same':
        assert.ok(
          detector === 'stall' ||
            [...new Set(earlier.map(name))].every((each) =>
              allEqual(known(earlier.filter((call) => detector !== 'cycle' || name(call) === each)).map(said)),
            ),
          'the same',
        );
        break;
      case 'similar':
        assert.ok(allEqual(answers.map(({ says }) => says)), 'similar');
        break;
      case 'changed':
        assert.ok(new Set(answers.map(({ text }) => text)).size > 1, 'changed');
    }
  }
}

export const answerOf = (index: number): Answer => ANSWERS[index] ?? assert.fail(`no answer ${index}`);

/**
 * Whether the first call of each later turn was one of those before it, and answered as it had been answered then.
 * While it has no answer, the first call of the turn before decides.
 */
function changedNothing(made: readonly MadeCall[], from: number, to: number): boolean {
  const begins = made.flatMap(({ turn }, at) => (made[at - 1]?.turn === turn ? [] : [at]));
  const isKnown = (at: number): boolean => {
    const first = made[at];
    const earlier = made.slice(0, at);
    return earlier.some((call) => first && name(call) === name(first) && call.answer === first.answer);
  };
  return begins.every((at, index) => {
    const turn = made[at]?.turn ?? 0;
    return turn <= from || turn > to || isKnown(at === made.length - 1 ? (begins[index - 1] ?? at) : at);
  });
}
