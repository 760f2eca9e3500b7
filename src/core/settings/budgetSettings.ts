import * as z from 'zod/mini';
import { WINDOW_DEFAULTS } from './defaults';

// Otherwise zod makes programs out of schemas with `new Function`; nothing here runs a text.
z.config({ jitless: true });

const limits = (
  since: string,
): z.ZodMiniObject<{
  calls: z.ZodMiniOptional<z.ZodMiniNumberFormat>;
  minutes: z.ZodMiniOptional<z.ZodMiniNumber>;
  subAgents: z.ZodMiniOptional<z.ZodMiniNumberFormat>;
  tokens: z.ZodMiniOptional<z.ZodMiniNumberFormat>;
}> =>
  z
    .strictObject({
      calls: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
      minutes: z.optional(z.number().check(z.minimum(1), z.maximum(10_000))),
      subAgents: z.optional(z.int().check(z.minimum(0), z.maximum(1000))),
      tokens: z.optional(z.int().check(z.minimum(1000), z.maximum(10_000_000_000))),
    })
    .register(z.globalRegistry, { description: since });

/** How much an agent may do before the person is asked. Without a limit there is no budget. */
export const budgetSchema = z
  .strictObject({
    perMessage: z.optional(limits('Limits since your latest message: calls, minutes, subagents, tokens.')),
    perConversation: z.optional(limits('Limits for the whole chat: calls, minutes, subagents, tokens.')),
    unattended: z.optional(z.enum(['warn', 'stop'])).register(z.globalRegistry, {
      description: 'What to do where nobody can answer, such as on the command line.',
      enumDescriptions: [
        'Warn and let the agent continue. The next warning comes at twice the limit.',
        'Stop the agent.',
      ],
    }),
  })
  .register(z.globalRegistry, {
    description:
      'Ask before an agent uses more than this many calls, minutes, subagents, or tokens. Example: ' +
      '`{"perMessage": {"calls": 100, "minutes": 30, "subAgents": 5, "tokens": 2000000}}`. Where nobody can answer, ' +
      'the agent is stopped.',
    default: WINDOW_DEFAULTS.budget,
  });

export type BudgetSettings = z.output<typeof budgetSchema>;
