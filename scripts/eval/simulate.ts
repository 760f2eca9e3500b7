/** Plays a recorded session to our detectors as the engine would: judge the call, then take its outcome into the window. */
import { createHash } from 'node:crypto';
import stringify from 'fast-json-stable-stringify';
import type { DetectorSettings } from '../../src/core/detectors/registry';
import { strongestFinding } from '../../src/core/detectors/registry';
import { classify } from '../../src/core/outcome';
import { recommended } from '../../src/core/recommended';
import type { WindowEntry } from '../../src/core/window';
import type { Firing } from './score';
import type { Session, TraceCall } from './traces';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function parsedArguments(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function entryOf(call: TraceCall, index: number): WindowEntry {
  const value = parsedArguments(call.arguments);
  const text = stringify(value) ?? '';
  return {
    index,
    callId: String(index),
    round: call.turn,
    tool: call.name,
    signature: sha256(`${call.name}\n${text}`),
    argumentsText: text.slice(0, 1000),
    argumentsValue: text.length <= 10_000 ? value : undefined,
    atMs: 0,
    outcome: undefined,
  };
}

/** Results come hashed, as the whole text was never stored; what the text says is read from its first characters. */
function outcomeOf(call: TraceCall): WindowEntry['outcome'] {
  return {
    digest: call.resultSha,
    shapeDigest: call.resultNorm,
    text: call.result ?? undefined,
    length: call.resultLen,
    isError: call.isError,
    kind: classify(call.result ?? undefined, call.resultLen, call.isError),
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
    if (call.userTurnBefore) history = [];
    const candidate = entryOf(call, index);
    const finding = strongestFinding({ candidate, history }, settings);
    if (finding) firings.push({ index, rung: finding.certainty === 'certain' ? 'block' : 'warn', detector: finding.detector });
    candidate.outcome = outcomeOf(call);
    history = [...history.slice(-(windowSize - 1)), candidate];
  });
  return firings;
}
