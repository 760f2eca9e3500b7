import type { Translate } from '../../core/words/language';
import { letGoText, notEndedText } from '../../core/words/words';
import type { AgentMemory } from './sessionMemory';
import type { Harness, Reply } from '../wire/harness';
import type { HookCall } from '../wire/input';

/**
 * After this many blocked calls without a message from the user, the harness gets its strongest stop again. If it has
 * none, calls run again: an agent that nothing stops would ask its model endlessly, at the user's cost, and could not
 * even finish.
 */
export const MOST_REFUSALS_IN_A_ROW = 20;

/** How often the number of refusals is doubled at most. */
const MOST_DOUBLINGS = 5;

/** How many refusals come without a pause, and how long the longest pause is: a window has to answer in 5 seconds. */
const REFUSALS_WITHOUT_PAUSE = 3;
const LONGEST_PAUSE_MS = 3_000;

interface Refusal {
  readonly reply: Reply;
  readonly pauseMs: number;
  readonly isLetGo: boolean;
}

/** Stops a run by the strongest means of the harness, or lets its calls run again if it can't be stopped. */
export function refuse(
  call: HookCall,
  reply: Extract<Reply, { kind: 'stop' }>,
  harness: Harness,
  memory: AgentMemory,
  translate: Translate,
  nowMs: number,
): Refusal {
  const { guard, conversationId, agent, permissions } = memory;
  const most = mostRefusals(memory);
  const refusals = memory.refusals + 1;
  const areTooMany = refusals >= most;
  memory.refusals = areTooMany ? 0 : refusals;
  if (harness.canEnd) {
    // A stopped agent that makes another call ignored the stop. It is ended in a way that needs a call to run.
    const harmlessInput = refusals > 1 ? harness.harmlessInput?.(call.tool) : undefined;
    const isEnd = areTooMany || harmlessInput !== undefined;
    return { reply: isEnd ? { ...reply, kind: 'end', harmlessInput } : reply, pauseMs: 0, isLetGo: false };
  }
  if (areTooMany) {
    guard.reset(conversationId, { agent, nowMs });
    memory.letGoes += 1;
    return { reply: { kind: 'warn', toPerson: letGoText(translate) }, pauseMs: 0, isLetGo: true };
  }
  if (harness.endsBeforeModel === true && call.agentId === undefined) {
    return { reply, pauseMs: 0, isLetGo: false };
  }
  if (permissions.mayInterrupt(call)) {
    // Blocking the call here would prevent the request for permission, whose denial ends the run.
    return { reply: { kind: 'allow' }, pauseMs: 0, isLetGo: false };
  }
  const toPerson = `${reply.toPerson} ${notEndedText(most, translate)}`;
  return { reply: { ...reply, toPerson }, pauseMs: pauseBeforeRefusal(refusals), isLetGo: false };
}

/** How many calls in a row are blocked before they run again: more each time that an agent was let go. */
export function mostRefusals({ letGoes }: Pick<AgentMemory, 'letGoes'>): number {
  return MOST_REFUSALS_IN_A_ROW * 2 ** Math.min(letGoes, MOST_DOUBLINGS);
}

/**
 * How long to wait before a call of a stopped run is blocked, in milliseconds, if nothing ends the agent: an endless
 * run should be slow and cheap.
 * @param refusals in a row, including this one
 */
function pauseBeforeRefusal(refusals: number): number {
  return Math.min(Math.max(refusals - REFUSALS_WITHOUT_PAUSE, 0) * 1_000, LONGEST_PAUSE_MS);
}
