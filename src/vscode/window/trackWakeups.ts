import type { Guard } from '../../engine/guard';
import { callOfMoment } from '../../node/hooks/callAnswer';

/**
 * Takes note of a turn that no person began.
 * @param notice what the prompt says, without ids that are other ones each time
 */
export function trackWakeups(guard: Guard, conversationId: string, notice: string): void {
  guard.check(conversationId, callOfMoment({ event: 'woken', agentId: undefined, notice }), Date.now());
}
