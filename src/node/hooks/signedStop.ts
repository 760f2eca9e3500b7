import { blockedByText, nextStepText, seeWhyText } from '../../core/words/words';
import type { Translate } from '../../core/words/language';
import type { Reply } from '../wire/harness';

export interface StopSignature {
  readonly translate: Translate;
  /** Whether the session has no chat in a window, so that what the agent shows is all that the user sees. */
  readonly isInTerminal: boolean;
  /** Whether the user can run the program tool-loop-guard. Whoever has only the extension can't. */
  readonly hasCommandLine: () => boolean;
}

/**
 * A stop that says who did it and what to do next, where the user sees nothing else of us.
 * @param isLoop false for a budget, whose text says what to do
 */
export function signedStop<Stop extends Extract<Reply, { kind: 'stop' | 'interrupt' | 'end' }>>(
  reply: Stop,
  { isInTerminal, hasCommandLine, translate }: StopSignature,
  isLoop = true,
): Stop {
  if (!isInTerminal) {
    return reply;
  }
  const next = isLoop ? [nextStepText(translate), ...(hasCommandLine() ? [seeWhyText(translate)] : [])] : [];
  return { ...reply, toPerson: [reply.toPerson, blockedByText(translate), ...next].join(' ') };
}
