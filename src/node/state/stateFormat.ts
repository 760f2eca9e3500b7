import * as z from 'zod/mini';
import type { BudgetState } from '../../core/budget/budgetState';
import { type ConversationState, STATE_VERSION } from '../../engine/state';
import { MOMENTS } from '../../engine/facts/moment';
import { type CountKey, DETECTOR_IDS, DETECTOR_KEYS, RULES, type RuleId } from '../../engine/rules/registry';

// Otherwise zod makes programs out of schemas with `new Function`; nothing here runs a text.
z.config({ jitless: true });

/*
 * What is not named here is left out when a file is read. A file in which something is missing is that of another
 * version: its session starts over.
 */

const digest = z.string();
const count = z.int().check(z.nonnegative());
const modelSchema = z.object({ vendor: z.string(), family: z.string(), id: z.string() });

const outcomeSchema = z.object({
  digest,
  shapeDigest: digest,
  length: count,
  isError: z.boolean(),
  kind: z.enum(['failed', 'nothing', 'done', 'plain']),
  isVerdict: z.optional(z.literal(true)),
  isRefused: z.optional(z.literal(true)),
  unreachable: z.optional(z.string()),
  isStated: z.optional(z.literal(true)),
  lines: z.optional(count),
  causeDigest: z.optional(digest),
  life: z.optional(z.enum(['running', 'ended', 'busy'])),
  isStarted: z.optional(z.literal(true)),
  running: z.optional(z.array(z.string())),
});

const changeSchema = z.object({
  file: z.string(),
  replaces: z.optional(z.object({ old: digest, new: digest })),
  content: z.optional(digest),
  before: z.optional(digest),
  after: z.optional(digest),
});

const taskShape = { digest, words: z.string() };

const sinceMessageSchema = z.object({
  tasks: z.array(
    z.object({
      ...taskShape,
      agent: z.optional(z.string()),
      index: count,
      round: count,
      isBeforeEdit: z.optional(z.boolean()),
    }),
  ),
  answers: z.array(z.tuple([digest, digest])),
  failures: z.array(z.tuple([digest, digest])),
  rows: z.array(
    z.tuple([z.enum(MOMENTS), z.object({ count, hasNews: z.boolean(), hasCalls: z.optional(z.boolean()) })]),
  ),
  compactions: count,
});

const entrySchema = z.object({
  index: count,
  callIds: z.array(z.string()).check(z.minLength(1)),
  round: count,
  tool: z.string(),
  signature: digest,
  atMs: z.number(),
  outcome: z.optional(outcomeSchema),
  doneMs: z.optional(z.number()),
  limitMs: z.optional(z.number()),
  check: z.optional(z.enum(['afterPause', 'atOnce'])),
  edits: z.optional(z.boolean()),
  moves: z.optional(z.literal(true)),
  asksToWait: z.optional(z.enum(['handle', 'command', 'no'])),
  handles: z.optional(z.array(z.string())),
  reads: z.optional(z.object({ target: z.string(), from: z.number(), to: z.optional(z.number()) })),
  changes: z.optional(z.array(changeSchema)),
  task: z.optional(z.object(taskShape)),
  moment: z.optional(z.enum(MOMENTS)),
  momentsInRow: z.optional(count),
  rush: z.optional(count),
  unseen: z.optional(z.boolean()),
  compactions: z.optional(count),
  excused: z.optional(z.boolean()),
  wait: z.optional(z.object({ sinceMs: z.number(), answer: z.optional(digest) })),
  fields: z.optional(z.array(z.string())),
  words: z.optional(z.string()),
});

const RULE_IDS = RULES.map(({ id }) => id) as [RuleId, ...RuleId[]];
const detectorSchema = z.enum(DETECTOR_IDS);

const findingSchema = z.object({
  detector: detectorSchema,
  certainty: z.enum(['likely', 'certain']),
  count,
  threshold: count,
  calls: z.array(count),
  results: z.enum(['same', 'similar', 'errors', 'changed', 'unknown']),
  atCeiling: z.boolean(),
  period: count,
  rule: z.enum(RULE_IDS),
  setting: z.enum(DETECTOR_KEYS as [CountKey, ...CountKey[]]),
  factor: count,
  steps: z.array(z.array(count)),
});

const detectionSchema = z.object({
  callId: z.string(),
  tool: z.string(),
  finding: findingSchema,
  settings: z.object({ ttlSeconds: z.number() }),
  action: z.enum(['continue', 'warn', 'nudge', 'ask', 'chance', 'break']),
  model: z.optional(modelSchema),
  afterChance: z.boolean(),
});

/** What is kept of one agent of a session. */
export interface AgentState extends ConversationState {
  /** How many of its calls were refused in a row since it was stopped. */
  readonly refusals?: number | undefined;
  /** How often its calls were let go, for nothing had ended it. */
  readonly letGoes?: number | undefined;
  /** Whether the main agent was told that this sub-agent was stopped. */
  readonly isStopTold?: boolean | undefined;
  /** The last message, as a digest, and when the agent ended after it; of the main agent only. */
  readonly prompt?: { readonly digest: string; readonly endedMs?: number | undefined } | undefined;
  /** What the session has used of its budget; of the main agent only. */
  readonly budget?: BudgetState | undefined;
  /** Where it works, while it is stopped: its harness, and a digest of its repository or folder. */
  readonly place?: { readonly harness: string; readonly folder?: string | undefined } | undefined;
  /** For which tools its harness asks permission. */
  readonly permissions?: { readonly tools: readonly string[]; readonly awaited: readonly string[] } | undefined;
}

const reachedSchema = z.object({
  measure: z.enum(['calls', 'minutes', 'subAgents', 'tokens']),
  scope: z.enum(['message', 'conversation']),
  limit: z.number(),
});
const useSchema = z.object({ calls: count, agents: z.array(z.string()), workedMs: z.number() });
const budgetSchema: z.ZodMiniType<BudgetState> = z.object({
  message: useSchema,
  conversation: useSchema,
  firstMs: z.optional(z.number()),
  lastMs: z.optional(z.number()),
  factors: z.array(z.tuple([z.string(), z.number()])),
  isIgnored: z.boolean(),
  read: z.optional(
    z.object({ tokens: count, readTo: count, request: z.optional(z.string()), ofRequest: z.optional(count) }),
  ),
  tokensBefore: z.optional(count),
  asked: z.array(
    z.object({ callId: z.string(), agent: z.optional(z.string()), reached: reachedSchema, factor: z.number() }),
  ),
  stopped: z.optional(reachedSchema),
});

/** How the memory of an agent is written to a file. */
export const agentStateSchema: z.ZodMiniType<AgentState> = z.object({
  refusals: z.optional(count),
  letGoes: z.optional(count),
  isStopTold: z.optional(z.boolean()),
  prompt: z.optional(z.object({ digest: z.string(), endedMs: z.optional(z.number()) })),
  budget: z.optional(budgetSchema),
  place: z.optional(z.object({ harness: z.string(), folder: z.optional(z.string()) })),
  permissions: z.optional(z.object({ tools: z.array(z.string()), awaited: z.array(z.string()) })),
  version: z.literal(STATE_VERSION),
  counts: z.object({ calls: count, warnings: count, chances: count, breaks: count, mitigations: count }),
  detections: count,
  nextIndex: count,
  round: z.object({ name: z.optional(z.string()), number: count }),
  model: z.optional(modelSchema),
  entries: z.array(entrySchema),
  sinceMessage: sinceMessageSchema,
  chances: z.array(
    z.object({
      signature: digest,
      detection: detectionSchema,
      round: count,
      atMs: z.number(),
      heeded: z.boolean(),
    }),
  ),
  nudges: z.array(
    z.object({ callId: z.string(), detection: detectionSchema, index: count, round: count, told: z.boolean() }),
  ),
  hasStarted: z.boolean(),
  message: z.object({
    firstIndex: count,
    isOpen: z.optional(z.boolean()),
    isVain: z.optional(z.boolean()),
    before: z.optional(z.array(entrySchema)),
  }),
  stop: z.optional(z.object({ detection: detectionSchema, atMs: z.number(), signatures: z.array(digest) })),
  warning: z.optional(z.object({ detector: detectorSchema, count, index: count })),
  verdicts: z.array(
    z.object({
      callId: z.string(),
      action: z.enum(['allow', 'warn', 'ask', 'chance', 'break', 'stopped']),
      detection: z.optional(detectionSchema),
    }),
  ),
});

/** A session's state as its file holds it: the memory of each agent, by a name of the caller's. */
export interface StateFile {
  readonly agents: (readonly [agent: string, state: AgentState])[];
}

export const stateFileSchema: z.ZodMiniType<StateFile> = z.object({
  agents: z.array(z.tuple([z.string(), agentStateSchema])),
});
