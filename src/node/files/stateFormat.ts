import * as z from 'zod';
import type { BudgetState } from '../../core/budget/budgetState';
import { type ConversationState, STATE_VERSION } from '../../engine/state';
import { type CountKey, DETECTOR_IDS, DETECTOR_KEYS, RULES } from '../../engine/detectors/registry';
import type { RuleId } from '../../engine/finding';

// Otherwise zod makes programs out of schemas with `new Function`; nothing here runs a text.
z.config({ jitless: true });

/*
 * What is not named here is left out when a file is read: files of other versions may hold more, and what was added
 * later may be missing in them. So a field that is added must be optional.
 */

const count = z.number().int().nonnegative();
const modelSchema = z.object({ vendor: z.string(), family: z.string(), id: z.string() });

const outcomeSchema = z.object({
  digest: z.string(),
  shapeDigest: z.string(),
  length: count,
  isError: z.boolean(),
  kind: z.enum(['failed', 'nothing', 'done', 'plain']),
  causeDigest: z.string().optional(),
  life: z.enum(['running', 'ended']).optional(),
});

const entrySchema = z.object({
  index: count,
  callIds: z.array(z.string()).min(1),
  round: count,
  tool: z.string(),
  signature: z.string(),
  atMs: z.number(),
  outcome: outcomeSchema.optional(),
  doneMs: z.number().optional(),
  limitMs: z.number().optional(),
  edits: z.boolean().optional(),
  wait: z.object({ sinceMs: z.number(), answer: z.string().optional() }).optional(),
  words: z.string().optional(),
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
  rule: z.enum(RULE_IDS).exactOptional(),
  setting: z.enum(DETECTOR_KEYS as [CountKey, ...CountKey[]]).exactOptional(),
  factor: count.exactOptional(),
  steps: z.array(z.array(count)).exactOptional(),
});

const detectionSchema = z.object({
  callId: z.string(),
  tool: z.string(),
  finding: findingSchema,
  // Version 0.2.0 stored all settings; only this one is ever told again.
  settings: z.object({ ttlSeconds: z.number().optional().catch(undefined) }).optional(),
  action: z.enum(['continue', 'warn', 'nudge', 'ask', 'chance', 'break']),
  model: modelSchema.optional(),
  afterChance: z.boolean(),
});

/** What is kept of one agent of a session. */
export interface AgentState extends ConversationState {
  /** How many of its calls were refused in a row since it was stopped. */
  readonly refusals?: number | undefined;
  /** What the session has used of its budget; of the main agent only. */
  readonly budget?: BudgetState | undefined;
  /** For which tools its harness asks permission. */
  readonly permissions?: { readonly tools: readonly string[]; readonly awaited?: string | undefined } | undefined;
}

const reachedSchema = z.object({
  measure: z.enum(['calls', 'minutes', 'subAgents']),
  scope: z.enum(['message', 'conversation']),
  limit: z.number(),
});
const useSchema = z.object({ calls: count, agents: z.array(z.string()), workedMs: z.number() });
const budgetSchema: z.ZodType<BudgetState> = z.object({
  message: useSchema,
  conversation: useSchema,
  firstMs: z.number().optional(),
  lastMs: z.number().optional(),
  factors: z.array(z.tuple([z.string(), z.number()])),
  isIgnored: z.boolean(),
  asked: z.array(
    z.object({ callId: z.string(), agent: z.string().optional(), reached: reachedSchema, factor: z.number() }),
  ),
  stopped: reachedSchema.optional(),
});

/** How the memory of an agent is written to a file. Also reads what 0.2.0 has written. */
export const agentStateSchema: z.ZodType<AgentState> = z.object({
  refusals: count.optional(),
  // Not in 0.2.0.
  budget: budgetSchema.optional(),
  permissions: z.object({ tools: z.array(z.string()), awaited: z.string().optional() }).optional(),
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
      atMs: z.number(),
      heeded: z.boolean(),
    }),
  ),
  // Not in 0.2.0.
  nudges: z
    .array(z.object({ callId: z.string(), detection: detectionSchema, index: count, round: count, told: z.boolean() }))
    .optional(),
  stop: z.object({ detection: detectionSchema, atMs: z.number() }).optional(),
  warning: z.object({ detector: detectorSchema, count, index: count }).optional(),
  verdicts: z.array(
    z.object({
      callId: z.string(),
      action: z.enum(['allow', 'warn', 'ask', 'chance', 'break', 'stopped']),
      detection: detectionSchema.optional(),
    }),
  ),
});
