import type { ArgumentFacts, ModelName, RecordedOutcome, Moment } from './facts/call';
import type { GuardEvent, GuardPorts } from './ports';
import type { DetectorId } from './rules/registry';
import { Guard } from './guard';
import type { Hash } from './facts/signature';
import type { Detection } from './decision/verdict';

export interface RecordedCall {
  readonly tool: string;
  readonly arguments: unknown;
  /** An absolute path, if the recording contains it. */
  readonly folder?: string | undefined;
  readonly facts?: ArgumentFacts | undefined;
  readonly moment?: Moment | undefined;
  /** The subagent; undefined for the main agent. */
  readonly agent?: string | undefined;
  /** Equal for calls that one model turn issued in parallel. If undefined, the time decides. */
  readonly round?: string | undefined;
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

interface ReplayOptions {
  readonly model?: ModelName | undefined;
  /** Gets the events, in which the conversation has this ID. */
  readonly listener?: { readonly conversationId: string; readonly report: (event: GuardEvent) => void } | undefined;
  readonly explains?: boolean | undefined;
}

/** The ID of a replayed conversation without a listener. */
export const REPLAYED = 'replayed';

/** Plays a recorded session to the guard. Nothing is simulated after a firing: the session goes on as recorded. */
export class Replay {
  readonly #guard: Guard;
  readonly #conversationId: string;
  readonly #model: ModelName | undefined;
  #fault: { readonly error: unknown } | undefined;
  #index = 0;

  constructor(
    settingsFor: GuardPorts['settingsFor'],
    hash: Hash,
    { model, listener, explains = false }: ReplayOptions = {},
  ) {
    this.#conversationId = listener?.conversationId ?? REPLAYED;
    this.#model = model;
    this.#guard = new Guard({
      hash,
      settingsFor,
      report: (event) => {
        if (event.kind === 'fault') {
          this.#fault ??= { error: event.error };
        }
        listener?.report(event);
      },
      observeOnly: true,
      explains: () => explains,
    });
  }

  /** @throws if the guard failed */
  play(call: RecordedCall, model: ModelName | undefined = this.#model): Firing | undefined {
    const conversationId = this.#conversationId;
    if (call.afterUserMessage) {
      this.#guard.beginTurn(conversationId);
    }
    const index = this.#index++;
    const id = String(index);
    const { tool, arguments: given, folder, agent, round, facts, moment } = call;
    const asked = { id, tool, arguments: given, folder, agent, round, model, facts, moment };
    const verdict = this.#guard.check(conversationId, asked, call.atMs);
    if (call.outcome !== undefined) {
      this.#guard.record(conversationId, { callId: id, recorded: call.outcome, result: call.result }, call.doneMs);
    } else if (call.isUnseen === true) {
      this.#guard.record(conversationId, { callId: id, result: undefined, isError: false });
    }
    if (this.#fault !== undefined) {
      throw new Error(`The guard failed in a replay: ${String(this.#fault.error)}`);
    }
    const detection = verdict.action === 'allow' ? verdict.hint : verdict.detection;
    const severity = verdict.action === 'allow' ? 'hint' : verdict.action === 'warn' ? 'warn' : 'block';
    return detection && { index, severity, detector: detection.finding.detector, detection };
  }
}

/** @throws if the guard failed */
export function replay(
  calls: Iterable<RecordedCall>,
  settingsFor: GuardPorts['settingsFor'],
  hash: Hash,
  options: ReplayOptions = {},
): Firing[] {
  const session = new Replay(settingsFor, hash, options);
  const firings: Firing[] = [];
  for (const call of calls) {
    const firing = session.play(call);
    if (firing !== undefined) {
      firings.push(firing);
    }
  }
  return firings;
}
