import type { ModelName, RecordedOutcome } from './facts/call';
import type { EngineSettings } from './rules/settings';
import type { StoredLastMessage } from './ledger/lastMessage';
import type { StoredSinceMessage } from './ledger/sinceMessage';
import type { ConversationTotalsSnapshot } from './conversationTotals';
import type { GuidanceSnapshot, Chance, Nudge } from './decision/guidance';
import type { Detection, Stop, Verdict } from './decision/verdict';
import type { WindowEntry } from './ledger/entry';
import { fieldWordsOf } from './facts/fieldWords';
import { wordsOf } from './facts/wordSketch';

/** The state of a conversation at a moment, to continue from elsewhere. */
export interface Snapshot extends GuidanceSnapshot, ConversationTotalsSnapshot {
  readonly detections: number;
  readonly nextIndex: number;
  readonly round: { readonly name?: string | undefined; readonly number: number };
  readonly entries: readonly WindowEntry[];
  readonly verdicts: readonly (readonly [string, Verdict])[];
  readonly message: StoredLastMessage;
}

/** Raised when a field changes its meaning; a state of another version is not read. */
export const STATE_VERSION = 1;

/** How many answers since the last message are stored. */
const STORED_ANSWERS = 100;

/** The part of a detection that later texts need. */
interface StoredDetection extends Pick<Detection, 'callId' | 'tool' | 'finding' | 'action' | 'afterChance'> {
  /** The settings that are named when the detection is told again. */
  readonly settings: Pick<EngineSettings, 'ttlSeconds'>;
  readonly model?: ModelName | undefined;
}

/** What holds a detection, with what is stored of that. */
type Stored<Holder> = Omit<Holder, 'detection'> & { readonly detection: StoredDetection };

/**
 * The state of a conversation as JSON, for surfaces that are a new process at every call.
 *
 * Contains digests, short hashes of words, tool names, indexes, times, kinds, and counts, but no text of arguments or
 * results, so no secret gets into a file this way. What is compared is stored: verdicts are the same across processes.
 */
export interface ConversationState extends Omit<
  Snapshot,
  'entries' | 'chances' | 'nudges' | 'stop' | 'message' | 'verdicts'
> {
  readonly version: typeof STATE_VERSION;
  readonly entries: readonly StoredEntry[];
  readonly chances: readonly (Stored<Omit<Chance, 'modelComplied'>> & {
    readonly signature: string;
    readonly heeded: boolean;
  })[];
  readonly nudges: readonly (Stored<Nudge> & { readonly callId: string })[];
  readonly stop?: Stored<Stop> | undefined;
  readonly message: Omit<StoredLastMessage, 'before'> & { readonly before?: readonly StoredEntry[] | undefined };
  readonly verdicts: readonly {
    readonly callId: string;
    readonly action: Verdict['action'];
    readonly detection?: StoredDetection | undefined;
  }[];
}

/** @param conceal removes argument text from the tool names */
export function stateOf(snapshot: Snapshot, conceal: RenameTool): ConversationState {
  const { entries, chances, nudges, stop, verdicts, round, sinceMessage, message, ...plain } = snapshot;
  return {
    ...plain,
    version: STATE_VERSION,
    round: { ...round },
    message: { ...message, before: message.before?.map((entry) => storedEntry(entry, conceal)) },
    sinceMessage: storedSince(sinceMessage),
    entries: entries.map((entry) => storedEntry(entry, conceal)),
    chances: chances.map(([signature, { round, atMs, modelComplied, detection }]) => ({
      signature,
      round,
      atMs,
      heeded: modelComplied,
      detection: storedDetection(detection, conceal),
    })),
    nudges: nudges.map((nudge) => ({
      ...nudge,
      callId: nudge.detection.callId,
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
  return { ...since, answers: answers.slice(-STORED_ANSWERS), failures: failures.slice(-STORED_ANSWERS) };
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
  const settingsOf = (ttlSeconds: number): EngineSettings => {
    const found = known.get(ttlSeconds) ?? { ...settings, ttlSeconds };
    known.set(ttlSeconds, found);
    return found;
  };
  const detection = (stored: StoredDetection): Detection => ({
    ...stored,
    conversationId,
    tool: reveal(stored.tool),
    arguments: undefined,
    settings: settingsOf(stored.settings.ttlSeconds),
    model: stored.model,
  });
  const { counts, detections, nextIndex, round, model, hasStarted, warning, stop, message } = state;
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
    chances: state.chances.map(({ signature, round, atMs, heeded, detection: stored }): [string, Chance] => [
      signature,
      { round, atMs, modelComplied: heeded, detection: detection(stored) },
    ]),
    nudges: state.nudges.map((nudge): Nudge => ({ ...nudge, detection: detection(nudge.detection) })),
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

/** A call of the window, as it is stored. */
interface StoredEntry extends Omit<WindowEntry, 'id' | 'seenBy' | 'argumentsValue' | 'wording' | 'step' | 'outcome'> {
  readonly callIds: readonly string[];
  readonly outcome?: RecordedOutcome | undefined;
}

/**
 * Changes a tool name on its way into or out of a state. The name contains the operation of a call (`plan:create`),
 * which is the text of an argument.
 */
export type RenameTool = (tool: string) => string;

/** What is stored of a call: of its handles only those that later calls may ask for. */
function storedEntry(entry: WindowEntry, conceal: RenameTool): StoredEntry {
  const {
    index,
    id,
    round,
    tool,
    signature,
    atMs,
    outcome,
    doneMs,
    limitMs,
    check,
    edits,
    moves,
    wait,
    reads,
    changes,
    task,
  } = entry;
  const { moment, momentsInRow, rush, unseen, compactions, excused } = entry;
  const isReport = outcome === undefined || outcome.life !== undefined;
  const { asksToWait, handles } = isReport ? entry : {};
  const place = { index, callIds: [id], round, tool: conceal(tool), signature, atMs, outcome, doneMs };
  const facts = {
    limitMs,
    check,
    edits,
    moves,
    asksToWait,
    handles,
    reads,
    changes,
    task,
    fields: fieldWordsOf(entry),
    words: wordsOf(entry),
  };
  return { ...place, ...facts, wait, moment, momentsInRow, rush, unseen, compactions, excused };
}

/** The call that was stored. Its arguments are gone. */
function restoredEntry({ callIds: [id = ''], ...stored }: StoredEntry, reveal: RenameTool): WindowEntry {
  return { outcome: undefined, ...stored, id, tool: reveal(stored.tool), seenBy: [], argumentsValue: undefined };
}
