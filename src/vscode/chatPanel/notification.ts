import { runCommand } from '../host/commands';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';

export interface NamedCall {
  readonly conversationId: string;
  readonly callId: string;
}

export interface Notice {
  readonly text: string;
  readonly call: NamedCall;
}

export interface Choice {
  readonly title: string;
  readonly run: () => Thenable<unknown>;
}

/** Takes no focus. @param show `showErrorMessage` for one that stays: VS Code hides all others after some seconds */
export async function offer(
  text: string,
  choices: readonly Choice[],
  show: (text: string, ...titles: string[]) => Thenable<string | undefined> = prompts.showWarningMessage,
): Promise<void> {
  const chosen = await show(text, ...choices.map(({ title }) => title));
  await choices.find(({ title }) => title === chosen)?.run();
}

/** Passes on nothing of the call but its IDs. */
export function detailsChoice({ conversationId, callId }: NamedCall): Choice {
  return {
    title: translate('Details'),
    run: () => runCommand('toolLoopGuard.showDetection', { conversationId, callId }),
  };
}

/** Passes on nothing of the call but its IDs. */
export function notALoopChoice({ conversationId, callId }: NamedCall): Choice {
  return {
    title: translate('Not a Loop'),
    run: () => runCommand('toolLoopGuard.markAsFine', { conversationId, callId }),
  };
}

export function timelineChoice(): Choice {
  return { title: translate('Show Loops'), run: () => runCommand('toolLoopGuard.showTimeline') };
}
