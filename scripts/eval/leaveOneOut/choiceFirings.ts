/** Judges all sessions with many choices of settings, and each of them no more often than needed. */
import type { RecordedCall } from '../../../src/engine/replay';
import { parseConfiguration } from '../../../src/core/settings/parse/parse';
import { DETECTOR_IDS } from '../../../src/engine/rules/registry';
import type { SessionFirings } from '../score';
import { recordedCalls, simulateCalls } from '../simulate';
import type { Session } from '../traces';
import { type Choice, detectorsOf, keenest } from './tunable';

interface Prepared {
  readonly session: Session;
  readonly calls: readonly RecordedCall[];
}

/**
 * @returns the firings of all sessions with a choice. A session in which a detector finds nothing at its strictest is
 * not judged again when only that detector's settings change.
 */
export function choiceFirings(sessions: readonly Session[]): (choice: Choice) => SessionFirings[] {
  const judge = ({ calls }: Prepared, choice: Choice): SessionFirings['firings'] =>
    // Only what the score reads is kept: the firings of many choices are in memory at once.
    simulateCalls(calls, parsed(choice)).map(({ index, severity, detector }) => ({ index, severity, detector }));
  const parsed = remembering((choice: Choice) => parseConfiguration({ user: choice }));
  const eventful = sessions
    .map((session): Prepared => ({ session, calls: recordedCalls(session) }))
    .filter((prepared) => judge(prepared, keenest()).length > 0);
  const touched = new Map(
    DETECTOR_IDS.map((id) => [
      id,
      new Set(eventful.filter((prepared) => judge(prepared, keenest(id)).some(({ detector }) => detector === id))),
    ]),
  );
  const usual = new Map(eventful.map((prepared) => [prepared.session, judge(prepared, {})]));
  return (choice) => {
    const detectors = detectorsOf(choice);
    const isTouched = (prepared: Prepared): boolean =>
      detectors === undefined || [...detectors].some((id) => touched.get(id)?.has(prepared));
    const changed = new Map(eventful.filter(isTouched).map((prepared) => [prepared.session, judge(prepared, choice)]));
    return sessions.map((session) => ({
      source: session.source,
      id: session.id,
      calls: session.calls.length,
      firings: changed.get(session) ?? usual.get(session) ?? [],
    }));
  };
}

/** Keeps the answer to the question that was asked last. */
function remembering<Question, Answer>(answerTo: (question: Question) => Answer): (question: Question) => Answer {
  let last: { readonly question: Question; readonly answer: Answer } | undefined;
  return (question) => {
    if (last?.question !== question) {
      last = { question, answer: answerTo(question) };
    }
    return last.answer;
  };
}
