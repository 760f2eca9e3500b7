import * as z from 'zod';

// Otherwise zod makes programs out of schemas with `new Function`; nothing here runs a text.
z.config({ jitless: true });

const limits = (
  since: string,
): z.ZodObject<{
  calls: z.ZodOptional<z.ZodInt>;
  minutes: z.ZodOptional<z.ZodNumber>;
  subAgents: z.ZodOptional<z.ZodInt>;
}> =>
  z
    .strictObject({
      calls: z.int().min(1).max(100_000).optional(),
      minutes: z.number().min(1).max(10_000).optional(),
      subAgents: z.int().min(0).max(1000).optional(),
    })
    .meta({ description: since });

/** How much an agent may do before the person is asked. Without a limit there is no budget. */
export const budgetSchema = z
  .strictObject({
    perMessage: limits('What may be used since your latest message: calls, minutes, sub-agents.').optional(),
    perConversation: limits('What may be used in the whole conversation: calls, minutes, sub-agents.').optional(),
    unattended: z
      .enum(['warn', 'stop'])
      .optional()
      .meta({
        description: 'What to do where nobody can answer, on the command line for example.',
        enumDescriptions: [
          'The agent goes on and a warning is shown; the next one comes at twice the limit.',
          'The agent is stopped.',
        ],
      }),
  })
  .meta({
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
