import type { Hash } from './signature';
import { withoutVolatile } from './volatile';

/**
 * What happens in a conversation besides calls: the agent had ended and was made to go on (`continued`), what it
 * knew was summed up to make room (`compacted`), or a turn began that no person began (`woken`).
 */
export type Moment = 'continued' | 'compacted' | 'woken';

export const MOMENTS = ['continued', 'compacted', 'woken'] as const satisfies readonly Moment[];

/** What a moment goes by where a call would go by its tool. */
export const MOMENT_NAMES: Readonly<Record<Moment, string>> = {
  continued: 'agent_continued',
  compacted: 'context_compacted',
  woken: 'agent_woken',
};

/** What is asked about a turn that no person began: what woke the agent, as a digest, without what is volatile. */
export function noted(notice: string, hash: Hash): { readonly notice: string } {
  return { notice: hash(withoutVolatile(notice)) };
}
