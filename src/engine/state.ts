import type { ModelName } from './facts/call';
import { completeFinding, type DetectorId, type StoredFinding } from './rules/finding';
import type { Action, EngineSettings } from './rules/settings';
import type { StoredSinceMessage } from './ledger/sinceMessage';
import type { Counts } from './conversationTotals';
import type { Chance } from './decision/chances';
import type { Nudge } from './decision/nudges';
import type { Snapshot } from './snapshot';
import { restoredEntry, type RenameTool, type StoredEntry, storedEntry } from './ledger/storedEntry';
import type { Detection, Verdict } from './decision/verdict';

/** Raised when a field changes its meaning; a state of another version is not read. */
export const STATE_VERSION = 1;

/** How many answers since the last message are stored. */
const STORED_ANSWERS = 100;

/** The part of a detection that later texts need. */
interface StoredDetection {
  readonly callId: string;
  readonly tool: string;
  readonly finding: StoredFinding;
  /** The settings that are named when the detection is told again. */
  readonly settings?: { readonly ttlSeconds?: number | undefined } | undefined;
  readonly action: Action;
  readonly model?: ModelName | undefined;
  readonly afterChance: boolean;
}

/**
 * The state of a conversation as JSON, for surfaces that are a new process at every call.
 *
 * Contains digests, sketches of words, tool names, indexes, times, kinds, and counts, but no text of arguments or
 * results, so no secret gets into a file this way. For this reason, `similar`, which compares arguments, finds nothing
 * across processes (calls themselves are still compared by digest).
 */
export interface ConversationState {
  readonly version: typeof STATE_VERSION;
  readonly counts: Counts;
  readonly detections: number;
  readonly nextIndex: number;
  readonly round: { readonly name?: string | undefined; readonly number: number };
  readonly model?: ModelName | undefined;
  readonly entries: readonly StoredEntry[];
  readonly sinceMessage?: StoredSinceMessage | undefined;
  readonly chances: readonly {
    readonly signature: string;
    readonly detection: StoredDetection;
    readonly round: number;
    readonly atMs: number;
    readonly heeded: boolean;
  }[];
  readonly nudges?:
    | readonly {
        readonly callId: string;
        readonly detection: StoredDetection;
        readonly index: number;
        readonly round: number;
        readonly told: boolean;
      }[]
    | undefined;
  readonly stop?:
    | {
        readonly detection: StoredDetection;
        readonly atMs: number;
        readonly signatures?: readonly string[] | undefined;
      }
    | undefined;
  readonly hasStarted?: boolean | undefined;
  readonly message?:
    | {
        readonly digest?: string | undefined;
        readonly isFirstCall?: boolean | undefined;
        readonly before?: readonly StoredEntry[] | undefined;
      }
    | undefined;
  readonly warning?: { readonly detector: DetectorId; readonly count: number; readonly index: number } | undefined;
  readonly verdicts: readonly {
    readonly callId: string;
    readonly action: Verdict['action'];
    readonly detection?: StoredDetection | undefined;
  }[];
}

/** @param conceal removes argument text from the tool names */
export function stateOf(snapshot: Snapshot, conceal: RenameTool): ConversationState {
  const { entries, chances, nudges = [], stop, verdicts, round, sinceMessage, message = {}, ...plain } = snapshot;
  return {
    ...plain,
    version: STATE_VERSION,
    round: { ...round },
    message: { ...message, before: message.before?.map((entry) => storedEntry(entry, conceal)) },
    sinceMessage: sinceMessage === undefined ? undefined : storedSince(sinceMessage),
    entries: entries.map((entry) => storedEntry(entry, conceal)),
    chances: chances.map(([signature, chance]) => ({
      ...chance,
      signature,
      detection: storedDetection(chance.detection, conceal),
    })),
    nudges: nudges.map(([callId, nudge]) => ({
      ...nudge,
      callId,
      detection: storedDetection(nudge.detection, conceal),
    })),
    stop: stop === undefined ? undefined : { ...stop, detection: storedDetection(stop.detection, conceal) },
    verdicts: verdicts.map(([callId, verdict]) =>
      verdict.action === 'allow'
        ? { callId, action: verdict.action }
        : { callId, action: verdict.action, detection: storedDetection(verdict.detection, conceal) },
    ),
  };
}

/** Only the newest answers, because it is written at every call; but all tasks, because a limit may count that many. */
function storedSince(since: StoredSinceMessage): StoredSinceMessage {
  const { answers, failures } = since;
  return {
    ...since,
    answers: answers.slice(-STORED_ANSWERS),
    failures: failures === undefined || failures.length === 0 ? undefined : failures.slice(-STORED_ANSWERS),
  };
}

/** What a state doesn't contain, because it is known where the state is read. */
interface StateContext {
  readonly conversationId: string;
  /** The current settings; they describe earlier detections, except for the values in the state. */
  readonly settings: EngineSettings;
  /** Undoes what `conceal` did, as far as it can. */
  readonly reveal: RenameTool;
}

/** Reads a state. The arguments of earlier detections are gone: their `arguments` are undefined. */
export function snapshotOf(state: ConversationState, { conversationId, settings, reveal }: StateContext): Snapshot {
  // Detections of one loop share their settings.
  const known = new Map([[settings.ttlSeconds, settings]]);
  const settingsOf = (ttlSeconds = settings.ttlSeconds): EngineSettings => {
    const found = known.get(ttlSeconds) ?? { ...settings, ttlSeconds };
    known.set(ttlSeconds, found);
    return found;
  };
  const detection = (stored: StoredDetection): Detection => ({
    ...stored,
    conversationId,
    finding: completeFinding(stored.finding),
    tool: reveal(stored.tool),
    arguments: undefined,
    settings: settingsOf(stored.settings?.ttlSeconds),
    model: stored.model,
  });
  const { counts, detections, nextIndex, round, model, hasStarted, warning, stop, message = {} } = state;
  return {
    counts,
    detections,
    nextIndex,
    model,
    hasStarted,
    warning,
    message: { ...message, before: message.before?.map((entry) => restoredEntry(entry, reveal)) },
    sinceMessage: state.sinceMessage,
    round: { name: round.name, number: round.number },
    entries: state.entries.map((entry) => restoredEntry(entry, reveal)),
    chances: state.chances.map(({ signature, ...chance }): [string, Chance] => [
      signature,
      { ...chance, detection: detection(chance.detection) },
    ]),
    nudges: (state.nudges ?? []).map(({ callId, ...nudge }): [string, Nudge] => [
      callId,
      { ...nudge, detection: detection(nudge.detection) },
    ]),
    stop: stop === undefined ? undefined : { ...stop, detection: detection(stop.detection) },
    verdicts: state.verdicts.flatMap(({ callId, action, detection: stored }): [string, Verdict][] => {
      if (action === 'allow') {
        return [[callId, { action }]];
      }
      return stored === undefined ? [] : [[callId, { action, detection: detection(stored) }]];
    }),
  };
}

function storedDetection(
  { callId, tool, finding, settings, action, model, afterChance }: Detection,
  conceal: RenameTool,
): StoredDetection {
  return {
    callId,
    tool: conceal(tool),
    finding: { ...finding, calls: [...finding.calls], steps: finding.steps.map((step) => [...step]) },
    settings: { ttlSeconds: settings.ttlSeconds },
    action,
    model,
    afterChance,
  };
}
