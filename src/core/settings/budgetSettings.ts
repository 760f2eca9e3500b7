import * as z from 'zod/mini';

// Otherwise zod makes programs out of schemas with `new Function`; nothing here runs a text.
z.config({ jitless: true });

const limits = (
  since: string,
): z.ZodMiniObject<{
  calls: z.ZodMiniOptional<z.ZodMiniNumberFormat>;
  minutes: z.ZodMiniOptional<z.ZodMiniNumber>;
  subAgents: z.ZodMiniOptional<z.ZodMiniNumberFormat>;
}> =>
  z
    .strictObject({
      calls: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
      minutes: z.optional(z.number().check(z.minimum(1), z.maximum(10_000))),
      subAgents: z.optional(z.int().check(z.minimum(0), z.maximum(1000))),
    })
    .register(z.globalRegistry, { description: since });

/** How much an agent may do before the person is asked. Without a limit there is no budget. */
export const budgetSchema = z
  .strictObject({
    perMessage: z.optional(limits('What may be used since your latest message: calls, minutes, sub-agents.')),
    perConversation: z.optional(limits('What may be used in the whole conversation: calls, minutes, sub-agents.')),
    unattended: z.optional(z.enum(['warn', 'stop'])).register(z.globalRegistry, {
      description: 'What to do where nobody can answer, on the command line for example.',
      enumDescriptions: [
        'The agent goes on and a warning is shown; the next one comes at twice the limit.',
        'The agent is stopped.',
      ],
    }),
  })
  .register(z.globalRegistry, {
    description:
      'A budget beside the search for loops: how many calls, minutes of work and sub-agents an agent may use. ' +
      'When a limit is reached, you are asked: double it, ignore the budget in this conversation, or stop. Where ' +
      'nobody can answer, `unattended` says what to do; without it the agent is stopped. Example: ' +
      '`{"perMessage": {"calls": 100, "minutes": 30, "subAgents": 5}}`. Empty: no budget.',
    default: {},
  });

export type BudgetSettings = z.output<typeof budgetSchema>;

/** Whether there is any limit. */
export function hasBudget({ perMessage = {}, perConversation = {} }: BudgetSettings): boolean {
  return [...Object.values(perMessage), ...Object.values(perConversation)].some((limit) => limit !== undefined);
}
