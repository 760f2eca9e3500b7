import type { Call, ModelName, RecordedOutcome } from './facts/call';
import type { GuardPorts } from './ports';
import type { DetectorId } from './rules/registry';
import { Guard } from './guard';
import type { Hash } from './facts/signature';
import type { Detection } from './decision/verdict';
import type { Why } from './rules/finding';

type Given = 'tool' | 'arguments' | 'folder' | 'facts' | 'moment' | 'agent' | 'round';

export interface RecordedCall extends Pick<Call, Given> {
  /** A real user message came between the previous call and this one. */
  readonly afterUserMessage: boolean;
  /** Milliseconds on any clock; without it, the calls follow each other at once. */
  readonly atMs: number;
  /** When the answer came, on the clock of `atMs`. */
  readonly doneMs?: number | undefined;
  readonly outcome: RecordedOutcome | undefined;
  /** It has ended, and nobody could see its result. */
  readonly isUnseen?: boolean | undefined;
  /** A guard refused it when it was recorded, so it didn't run. */
  readonly isRefused?: boolean | undefined;
  /** As the model read it, if the recording has it. */
  readonly result?: unknown;
}

export interface Firing {
  readonly index: number;
  readonly severity: 'hint' | 'warn' | 'block';
  readonly detector: DetectorId;
  readonly detection: Detection;
}

/** The ID of the only conversation. */
const REPLAYED = 'replayed';

/** Plays a recorded session to the guard. Nothing is simulated after a firing: the session goes on as recorded. */
export class Replay {
  readonly #guard: Guard;
  #fault: { readonly error: unknown } | undefined;
  #index = 0;

  /** @param explain called with why each call that something was counted for got its verdict; takes its time */
  constructor(settingsFor: GuardPorts['settingsFor'], hash: Hash, explain?: (why: Why) => void) {
    this.#guard = new Guard({
      hash,
      settingsFor,
      report: (event) => {
        if (event.kind === 'fault') {
          this.#fault ??= { error: event.error };
        } else if (event.kind === 'weighed') {
          explain?.(event.why);
        }
      },
      observeOnly: true,
      explains: () => explain !== undefined,
    });
  }

  /** @throws if the guard failed */
  play(call: RecordedCall, model?: ModelName): Firing | undefined {
    if (call.afterUserMessage) {
      this.#guard.beginTurn(REPLAYED);
    }
    const index = this.#index++;
    const callId = String(index);
    const { tool, arguments: given, folder, agent, round, facts, moment, outcome, result } = call;
    const asked = { id: callId, tool, arguments: given, folder, agent, round, model, facts, moment };
    const verdict = this.#guard.check(REPLAYED, asked, call.atMs);
    if (outcome !== undefined) {
      this.#guard.record(REPLAYED, { callId, recorded: outcome, result }, call.doneMs);
    } else if (call.isUnseen === true) {
      this.#guard.record(REPLAYED, { callId, result: undefined, isError: false });
    }
    if (this.#fault !== undefined) {
      throw new Error(`The guard failed in a replay: ${String(this.#fault.error)}`);
    }
    const detection = verdict.action === 'allow' ? verdict.hint : verdict.detection;
    const severity = verdict.action === 'allow' ? 'hint' : verdict.action === 'warn' ? 'warn' : 'block';
    return detection && { index, severity, detector: detection.finding.detector, detection };
  }
}
