import * as z from 'zod/mini';
import { type MadeChange, undoing } from './settingsChange';

const ruleSchema = z.object({
  /** `adaptive`: made automatically. */
  by: z.enum(['person', 'adaptive']),
  change: z.object({
    path: z.tuple([z.string()], z.string()),
    value: z.unknown(),
    former: z.optional(z.unknown()),
  }),
});

export interface FeedbackRule {
  readonly by: 'person' | 'adaptive';
  readonly change: MadeChange;
}

const REMEMBERED_RULES = 50;

/** Oldest first; invalid rules are left out. */
export function parseRules(stored: unknown): FeedbackRule[] {
  return (Array.isArray(stored) ? stored : []).flatMap((rule): FeedbackRule[] => {
    const { data } = ruleSchema.safeParse(rule);
    return data === undefined ? [] : [{ by: data.by, change: { ...data.change, former: data.change.former } }];
  });
}

export function withRule(rules: readonly FeedbackRule[], rule: FeedbackRule): FeedbackRule[] {
  return [...rules, rule].slice(-REMEMBERED_RULES);
}

export function isInForce({ change }: FeedbackRule, user: Readonly<Record<string, unknown>>): boolean {
  return undoing(user, change) !== undefined;
}
