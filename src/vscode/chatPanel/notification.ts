import * as vscode from 'vscode';
import type { NamedCall } from './agentControl';
import { runCommand } from '../host/commands';
import { translate } from '../host/translate';

/** A button of a notification. */
export interface Choice {
  readonly title: string;
  readonly run: () => Thenable<unknown>;
}

/** Tells a person something in a notification, which takes no focus, and does what they choose. */
export function offer(text: string, choices: readonly Choice[]): void {
  void vscode.window.showWarningMessage(text, ...choices.map(({ title }) => title)).then((chosen) => {
    void choices.find(({ title }) => title === chosen)?.run();
  });
}

/** Leads to the details of a call; hands over nothing of it but its ids. */
export function detailsChoice({ conversationId, callId }: NamedCall): Choice {
  return {
    title: translate('Details'),
    run: () => runCommand('toolLoopGuard.showDetection', { conversationId, callId }),
  };
}

export function timelineChoice(): Choice {
  return { title: translate('Show Loops'), run: () => runCommand('toolLoopGuard.showTimeline') };
}
