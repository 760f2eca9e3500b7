import * as z from 'zod';
import type { Chance, Snapshot } from './conversation';
import type { Messages } from '../core/settings/messages';
import { ACTION_SPELLINGS } from '../core/settings/mode';
import { engineSchema } from '../core/settings/schema';
import { type CountKey, DETECTOR_IDS, DETECTOR_KEYS, RULES } from './detectors/registry';
import { completeFinding, type RuleId } from './finding';
import type { Action } from './settings';
import type { Detection, Verdict } from './verdict';
import type { WindowEntry } from './window';

/** Raised when a field changes its meaning; a state of another version is not read. */
export const STATE_VERSION = 1;

const action = z.enum(Object.values(ACTION_SPELLINGS) as [Action, ...Action[]]);
const count = z.number().int().nonnegative();
const modelSchema = z.object({ vendor: z.string(), family: z.string(), id: z.string() });

const outcomeSchema = z.object({
  digest: z.string(),
  shapeDigest: z.string(),
  length: count,
  isError: z.boolean(),
  kind: z.enum(['failed', 'nothing', 'done', 'plain']),
});

const entrySchema = z.object({
  index: count,
  callIds: z.array(z.string()).min(1),
  round: count,
  tool: z.string(),
  signature: z.string(),
  atMs: z.number(),
  outcome: outcomeSchema.optional(),
});

const RULE_IDS = RULES.map(({ id }) => id) as [RuleId, ...RuleId[]];
const detectorSchema = z.enum(DETECTOR_IDS);

/** What came later than the first version is optional: older states lack it. */
const findingSchema = z.object({
  detector: detectorSchema,
  certainty: z.enum(['likely', 'certain']),
  count,
  threshold: count,
  calls: z.array(count),
  results: z.enum(['same', 'similar', 'errors', 'changed', 'unknown']),
  atCeiling: z.boolean(),
  period: count,
  rule: z.enum(RULE_IDS).exactOptional(),
  setting: z.enum(DETECTOR_KEYS as [CountKey, ...CountKey[]]).exactOptional(),
  factor: count.exactOptional(),
  steps: z.array(z.array(count)).exactOptional(),
});

const detectionSchema = z.object({
  callId: z.string(),
  tool: z.string(),
  finding: findingSchema,
  settings: engineSchema.partial({ preset: true }),
  action,
  model: modelSchema.optional(),
  afterChance: z.boolean(),
});

const verdictSchema = z.object({
  callId: z.string(),
  action: z.enum(['allow', 'warn', 'ask', 'chance', 'break', 'stopped']),
  detection: detectionSchema.optional(),
});

export const conversationStateSchema = z.object({
  version: z.literal(STATE_VERSION),
  counts: z.object({ calls: count, warnings: count, chances: count, breaks: count, mitigations: count }),
  detections: count,
  nextIndex: count,
  round: z.object({ name: z.string().optional(), number: count }),
  model: modelSchema.optional(),
  entries: z.array(entrySchema),
  chances: z.array(
    z.object({
      signature: z.string(),
      detection: detectionSchema,
      round: count,
      attempts: count,
      atMs: z.number(),
      heeded: z.boolean(),
    }),
  ),
  stop: z.object({ detection: detectionSchema, atMs: z.number() }).optional(),
  warning: z.object({ detector: detectorSchema, count, index: count }).optional(),
  verdicts: z.array(verdictSchema),
});

/**
 * The memory of a conversation as JSON, for surfaces that are a new process at every call.
 *
 * Carries digests, tool names, indexes, times, kinds and counts, and no text of arguments or results: no secret gets
 * into a file this way. What follows: `similar` compares arguments, so it finds nothing across processes (calls as such
 * are still compared
 * by digest); values set in chat are left out, since nothing outside the window sets them.
 */
export type ConversationState = z.output<typeof conversationStateSchema>;

/**
 * Changes a tool name on its way into or out of a state. The name holds the operation of a call (`plan:create`), and
 * that is the text of an argument.
 */
export type Rename = (tool: string) => string;

/** @param conceal takes argument text out of the tool names */
export function stateOf(snapshot: Snapshot, conceal: Rename): ConversationState {
  const { entries, chances, stop, verdicts, round, ...plain } = snapshot;
  return {
    ...plain,
    version: STATE_VERSION,
    round: { ...round },
    entries: entries.map(({ index, callIds, round: number, tool, signature, atMs, outcome }) => ({
      index,
      callIds: [...callIds],
      round: number,
      tool: conceal(tool),
      signature,
      atMs,
      outcome,
    })),
    chances: chances.map(([signature, chance]) => ({
      ...chance,
      signature,
      detection: storedDetection(chance.detection, conceal),
    })),
    stop: stop === undefined ? undefined : { atMs: stop.atMs, detection: storedDetection(stop.detection, conceal) },
    verdicts: verdicts.map(([callId, verdict]) =>
      verdict.action === 'allow'
        ? { callId, action: verdict.action }
        : { callId, action: verdict.action, detection: storedDetection(verdict.detection, conceal) },
    ),
  };
}

/** What a state does not hold, because it is known where the state is read. */
export interface Surroundings {
  readonly conversationId: string;
  readonly messages: Messages;
  /** Undoes what `conceal` did, as far as it can. */
  readonly reveal: Rename;
}

/** The way back. The arguments of earlier detections are gone: their `arguments` are undefined. */
export function snapshotOf(state: ConversationState, { conversationId, messages, reveal }: Surroundings): Snapshot {
  const detection = (stored: z.output<typeof detectionSchema>): Detection => ({
    ...stored,
    conversationId,
    messages,
    finding: completeFinding(stored.finding),
    tool: reveal(stored.tool),
    arguments: undefined,
    origins: undefined,
    model: stored.model,
  });
  const { counts, detections, nextIndex, round, model, warning } = state;
  return {
    counts,
    detections,
    nextIndex,
    model,
    warning,
    round: { name: round.name, number: round.number },
    entries: state.entries.map((entry): WindowEntry => ({
      ...entry,
      tool: reveal(entry.tool),
      seenBy: [undefined],
      argumentsValue: undefined,
      outcome: entry.outcome,
    })),
    chances: state.chances.map(({ signature, ...chance }): [string, Chance] => [
      signature,
      { ...chance, detection: detection(chance.detection) },
    ]),
    stop: state.stop === undefined ? undefined : { atMs: state.stop.atMs, detection: detection(state.stop.detection) },
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
  conceal: Rename,
): z.output<typeof detectionSchema> {
  return {
    callId,
    tool: conceal(tool),
    finding: { ...finding, calls: [...finding.calls], steps: finding.steps.map((step) => [...step]) },
    settings: { ...settings, actions: [...settings.actions], detectors: [...settings.detectors] },
    action,
    model,
    afterChance,
  };
}
