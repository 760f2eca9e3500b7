import type { CallSigns, RecordedOutcome } from './window';
import type { GuardEvent } from './events';
import type { DetectorId } from './finding';
import { Guard } from './guard';
import type { ModelName } from './call';
import type { Moment } from './moment';
import type { GuardPorts } from './ports';
import type { Hash } from './signature';
import type { Detection } from './verdict';

/** One call of a recorded session, with what became of it. */
export interface RecordedCall {
  readonly tool: string;
  readonly arguments: unknown;
  /** What was read from the arguments, where the recording no longer has them. */
  readonly signs?: CallSigns | undefined;
  /** Set for what is no call: see {@link Moment}. */
  readonly moment?: Moment | undefined;
  /** The sub-agent that made the call; undefined for the main agent. */
  readonly agent?: string | undefined;
  /** Equal for calls that one model turn issued in parallel. */
  readonly round: string;
  /** A real user message came between the previous call and this one. */
  readonly afterUserMessage: boolean;
  /** Milliseconds on any clock; without it the calls follow each other at once. */
  readonly atMs: number;
  /** When the answer came, on the clock of `atMs`; undefined when nobody knows. */
  readonly doneMs?: number | undefined;
  readonly outcome: RecordedOutcome | undefined;
  /** As the model read it, where the recording has it. */
  readonly result?: unknown;
}

/** Where the guard would have acted in a recorded session. */
export interface Firing {
  /** Index of the call that would have been warned about or held back. */
  readonly index: number;
  readonly severity: 'warn' | 'block';
  readonly detector: DetectorId;
  readonly detection: Detection;
}

/** Who wants to know what happens in a replay. */
interface ReplayListener {
  /** What the replayed conversation is to be called. */
  readonly conversationId: string;
  readonly report: (event: GuardEvent) => void;
}

/** What is known of the session besides its calls, and who wants to know what happens. */
export interface ReplayOptions {
  readonly model?: ModelName | undefined;
  readonly listener?: ReplayListener | undefined;
}

/** The id of a replayed conversation when the caller gives none. */
export const REPLAYED = 'replayed';

/**
 * Plays a recorded session to the guard. Nothing is simulated after a firing: the recorded session goes on as
 * it did, every call of it ran.
 *
 * @returns all firings, in the order of the calls; a call fires once at most
 * @throws when the guard failed
 */
export function replay(
  calls: Iterable<RecordedCall>,
  settingsFor: GuardPorts['settingsFor'],
  hash: Hash,
  { model, listener }: ReplayOptions = {},
): Firing[] {
  const conversationId = listener?.conversationId ?? REPLAYED;
  const faults: unknown[] = [];
  const guard = new Guard({
    hash,
    settingsFor,
    report: (event) => {
      if (event.kind === 'fault') {
        faults.push(event.error);
      }
      listener?.report(event);
    },
    observeOnly: true,
  });
  const firings: Firing[] = [];
  let index = 0;
  for (const call of calls) {
    if (call.afterUserMessage) {
      guard.beginTurn(conversationId);
    }
    const id = String(index);
    const { tool, arguments: given, agent, round, signs, moment } = call;
    const asked = { id, tool, arguments: given, agent, round, model, signs, moment };
    const verdict = guard.check(conversationId, asked, call.atMs);
    if (verdict.action !== 'allow') {
      const { detection } = verdict;
      firings.push({
        index,
        severity: verdict.action === 'warn' ? 'warn' : 'block',
        detector: detection.finding.detector,
        detection,
      });
    }
    if (call.outcome !== undefined) {
      guard.record(conversationId, { callId: id, recorded: call.outcome, result: call.result }, call.doneMs);
    }
    index += 1;
  }
  if (faults.length > 0) {
    throw new Error(`The guard failed in a replay: ${String(faults[0])}`);
  }
  return firings;
}
