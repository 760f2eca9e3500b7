/** Plays a recorded session to our detectors as the engine would: judge the call, then take its outcome into the window. */
import { createHash } from 'node:crypto';
import type { DetectorSettings } from '../../src/core/detectors/registry';
import { strongestFinding } from '../../src/core/detectors/registry';
import { classify } from '../../src/core/outcome';
import { recommended } from '../../src/core/recommended';
import { signatureOf } from '../../src/core/signature';
import type { WindowEntry } from '../../src/core/window';
import type { Firing } from './score';
import type { Session, TraceCall } from './traces';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function entryOf(call: TraceCall, index: number): WindowEntry {
  const { digest, argumentsText, argumentsValue } = signatureOf(call.name, call.arguments, sha256);
  return {
    index,
    callId: String(index),
    round: call.turn,
    tool: call.name,
    signature: digest,
    argumentsText,
    argumentsValue,
    atMs: 0,
    outcome: undefined,
  };
}

/** Results come hashed, as the whole text was never stored; what the text says is read from its first characters. */
function outcomeOf({ result, resultSha, resultNorm, resultLen, isError }: TraceCall): WindowEntry['outcome'] {
  if (resultSha === null) {
    return undefined;
  }
  const text = result ?? undefined;
  const length = resultLen ?? 0;
  return {
    digest: resultSha,
    shapeDigest: resultNorm ?? resultSha,
    text,
    length,
    isError,
    kind: classify(text, length, isError),
  };
}

export function simulate(
  session: Session,
  settings: Partial<DetectorSettings> = recommended.detectors,
  windowSize = recommended.windowSize,
): Firing[] {
  const firings: Firing[] = [];
  let history: WindowEntry[] = [];
  session.calls.forEach((call, index) => {
    if (call.userTurnBefore) {
      history = [];
    }
    const candidate = entryOf(call, index);
    const finding = strongestFinding({ candidate, history }, settings);
    if (finding) {
      firings.push({ index, rung: finding.certainty === 'certain' ? 'block' : 'warn', detector: finding.detector });
    }
    candidate.outcome = outcomeOf(call);
    history = [...history.slice(-(windowSize - 1)), candidate];
  });
  return firings;
}
