import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Judge } from './judges';
import type { Session } from './traces';

const firingsSchema = z.array(
  z.object({
    index: z.number().int().nonnegative(),
    severity: z.enum(['warn', 'block']),
    detector: z.string().default('yours'),
  }),
);

const moduleSchema = z.object({
  default: z.custom<(session: Session) => unknown>((value) => typeof value === 'function', 'is no function'),
  name: z.string().optional(),
});

/**
 * @param file a JavaScript module whose default export gets a session and returns the calls that it would block; its
 * `name`, if any, is the name of its rows
 * @throws if the module has another form; the judge throws if an answer has another form
 */
export async function loadDetector(file: string): Promise<Judge> {
  const loaded = moduleSchema.parse(await import(pathToFileURL(resolve(file)).href));
  return {
    rule: loaded.name ?? file,
    severities: [
      { name: 'warn', counts: 'warn' },
      { name: 'block', counts: 'block' },
    ],
    judge: (session) => {
      const firings = firingsSchema.parse(loaded.default(session));
      const outside = firings.find(({ index }) => index >= session.calls.length);
      if (outside !== undefined) {
        throw new Error(`${session.id}: there is no call ${outside.index}`);
      }
      return firings;
    },
  };
}
