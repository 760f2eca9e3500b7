import { blockedByText, nextStepText } from '../../core/words/words';
import type { Reply } from '../wire/harness';
import type { Voice } from './callAnswer';

/**
 * A stop that says who did it and what to do next, where the user sees nothing else of us.
 * @param isLoop false for a budget, whose text says what to do
 */
export function signedStop<Stop extends Extract<Reply, { kind: 'stop' | 'interrupt' | 'end' }>>(
  reply: Stop,
  { isInTerminal, translate }: Pick<Voice, 'isInTerminal' | 'translate'>,
  isLoop = true,
): Stop {
  const note = [blockedByText(translate), ...(isLoop ? [nextStepText(translate)] : [])].join(' ');
  return isInTerminal ? { ...reply, toPerson: `${reply.toPerson} ${note}` } : reply;
}
