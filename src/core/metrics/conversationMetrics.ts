import { BoundedMap } from '../../engine/values/boundedMap';
import type { FeedbackVerdict } from '../events/events';
import { isSameLoop } from '../../engine/rules/finding';
import type { Detection } from '../../engine/decision/verdict';
import type { WindowEntry } from '../../engine/ledger/entry';
import { FURTHER, type Savings } from './savings';
import { emptyTally, type RunningTally, type MetricsTally } from './tally';
import type { DetectorId } from '../../engine/rules/registry';

/** Detections of which it is remembered what they saved and what a person said of them. */
const REMEMBERED_DETECTIONS = 200;

/** Agents of which it is remembered where their last loop was. */
const REMEMBERED_AGENTS = 100;

/** What is remembered of a detection. Numbers and digests only. */
interface Remembered {
  readonly signature: string;
  readonly loop: LastLoop;
  saved: Savings | undefined;
  isFine: boolean;
}

/** The loop that an agent was found in last. */
interface LastLoop {
  readonly detector: DetectorId;
  /** Running number of its last call. */
  index: number;
  end: 'stopped' | 'recovered' | undefined;
}

/** Counts what happens in one conversation. */
export class ConversationMetrics {
  readonly #tally: RunningTally = emptyTally();
  /** By call id. */
  readonly #detections = new BoundedMap<string, Remembered>(REMEMBERED_DETECTIONS);
  /**
   * Signatures whose refusal was taken and counted as saved since the last message: a stop of the same call saves
   * nothing more.
   */
  readonly #mitigated = new Set<string>();
  /** By agent: each agent numbers its own calls. */
  readonly #lastLoops = new BoundedMap<string, LastLoop>(REMEMBERED_AGENTS);

  get tally(): MetricsTally {
    return this.#tally;
  }

  /** What the detection at this call saved; undefined when nothing. */
  savedBy(callId: string): Savings | undefined {
    return this.#detections.get(callId)?.saved;
  }

  ran(): void {
    this.#tally.calls += 1;
  }

  refusedAfterwards(): void {
    this.#tally.refusedAfterwards += 1;
  }

  /** @param agent the subagent that made the call; undefined for the main agent */
  found(detection: Detection, entry: WindowEntry, agent: string | undefined): void {
    const { action, finding } = detection;
    if (action === 'continue') {
      return;
    }
    const known = this.#lastLoops.get(agent ?? '');
    const isNew = known === undefined || !isSameLoop(finding, known.index);
    const loop: LastLoop = isNew ? { detector: finding.detector, index: entry.index, end: undefined } : known;
    loop.index = entry.index;
    if (isNew) {
      this.#tally.loops[finding.detector] += 1;
    }
    this.#lastLoops.set(agent ?? '', loop);
    this.#detections.set(detection.callId, { signature: entry.signature, loop, saved: undefined, isFine: false });
    if (action === 'break') {
      this.#end(loop, 'stopped');
    }
    if (action === 'warn' || action === 'nudge' || action === 'ask') {
      this.#tally.warnings += 1;
      return;
    }
    this.#tally.calls += 1;
    this.#tally[action === 'chance' ? 'chances' : 'stops'] += 1;
    if (action === 'break' && !this.#mitigated.has(entry.signature)) {
      this.#save(detection.callId);
    }
  }

  nudged(): void {
    this.#tally.nudges += 1;
  }

  /** A call that was refused would have run; whether a nudged one would have come again nobody knows. */
  mitigated({ callId, action }: Detection): void {
    this.#tally.mitigations += 1;
    const loop = this.#detections.get(callId)?.loop;
    if (loop !== undefined && loop.end === undefined) {
      this.#end(loop, 'recovered');
    }
    if (action === 'nudge') {
      return;
    }
    const signature = this.#detections.get(callId)?.signature;
    if (signature !== undefined) {
      this.#mitigated.add(signature);
      this.#save(callId);
    }
  }

  /** The last word counts: who first said "fine" may say "loop" later. */
  reported(callId: string, verdict: FeedbackVerdict): void {
    const isFine = verdict === 'fine';
    const known = this.#detections.get(callId);
    if ((known?.isFine ?? false) === isFine) {
      return;
    }
    this.#tally.reportedFine += isFine ? 1 : -1;
    if (known !== undefined) {
      known.isFine = isFine;
      if (isFine) {
        this.#count(known, undefined);
      }
    }
  }

  /** The size of the requests that this detection saved is known now. */
  measured(callId: string, tokensPerRequest: number): void {
    const known = this.#detections.get(callId);
    if (known?.saved !== undefined && known.saved.tokens === undefined) {
      this.#count(known, { ...known.saved, tokens: known.saved.requests * tokensPerRequest });
    }
  }

  /** Calls made before no longer count towards a loop. */
  beginAnew(): void {
    this.#mitigated.clear();
    this.#lastLoops.clear();
  }

  /** A loop that the model had left may be stopped later; then it counts as stopped. */
  #end(loop: LastLoop, end: 'stopped' | 'recovered'): void {
    if (loop.end === 'recovered') {
      this.#tally.loopsRecovered[loop.detector] -= 1;
    }
    if (loop.end !== 'stopped') {
      this.#tally[end === 'stopped' ? 'loopsStopped' : 'loopsRecovered'][loop.detector] += 1;
      loop.end = end;
    }
  }

  #save(callId: string): void {
    const known = this.#detections.get(callId);
    if (known === undefined || known.saved !== undefined) {
      return;
    }
    this.#count(known, FURTHER);
  }

  /** Counts these savings in place of those that were counted before. */
  #count(known: Remembered, saved: Savings | undefined): void {
    for (const [each, sign] of [
      [known.saved, -1],
      [saved, 1],
    ] as const) {
      this.#tally.savedCalls += sign * (each?.calls ?? 0);
      this.#tally.savedRequests += sign * (each?.requests ?? 0);
      this.#tally.savedTokensMeasured += sign * (each?.tokens ?? 0);
    }
    known.saved = saved;
  }
}
