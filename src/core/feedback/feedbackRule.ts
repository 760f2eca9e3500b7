import * as z from 'zod/mini';
import { madeChanges, type MadeChange, type SettingsChange, valueAt } from './settingsChange';
import type { FeedbackEvent, FeedbackVerdict } from '../events/events';
import type { TimelineCall } from '../timeline/timelineCall';

const changeSchema = z.object({
  path: z.tuple([z.string()], z.string()),
  value: z.unknown(),
  former: z.optional(z.unknown()),
  formerDepth: z.int().check(z.nonnegative()),
});

const ruleSchema = z.object({
  /** Whether a person chose the change, or it was made by itself. */
  by: z.enum(['person', 'adaptive']),
  changes: z.array(changeSchema).check(z.minLength(1)),
});

/** Changes of settings that came from feedback, with what is needed to take them back. */
export interface FeedbackRule {
  readonly by: 'person' | 'adaptive';
  readonly changes: readonly MadeChange[];
}

const REMEMBERED_RULES = 50;

export function feedbackRule(
  by: FeedbackRule['by'],
  user: Readonly<Record<string, unknown>>,
  changes: readonly SettingsChange[],
): FeedbackRule {
  return { by, changes: madeChanges(user, changes) };
}

/** Rules as they were stored, oldest first; what is no rule is left out. */
export function parseRules(stored: unknown): FeedbackRule[] {
  return (Array.isArray(stored) ? stored : []).flatMap((rule): FeedbackRule[] => {
    const parsed = ruleSchema.safeParse(rule);
    return parsed.success
      ? [{ by: parsed.data.by, changes: parsed.data.changes.map((change) => ({ ...change, former: change.former })) }]
      : [];
  });
}

export function withRule(rules: readonly FeedbackRule[], rule: FeedbackRule): FeedbackRule[] {
  return [...rules, rule].slice(-REMEMBERED_RULES);
}

/** Whether every value the rule set still stands in the settings. */
export function isInForce({ changes }: FeedbackRule, user: Readonly<Record<string, unknown>>): boolean {
  return changes.every(({ path, value }) => JSON.stringify(valueAt(user, path)) === JSON.stringify(value));
}

/** @returns undefined if the person had said the same before */
export function feedbackEvent(
  conversationId: string,
  { callId, detection, feedback: before }: TimelineCall,
  verdict: FeedbackVerdict,
): FeedbackEvent | undefined {
  return before === verdict ? undefined : { kind: 'feedback', conversationId, callId, detection, verdict };
}
