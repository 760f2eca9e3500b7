import * as vscode from 'vscode';
import type { FeedbackVerdict } from '../../core/events/events';
import type { Remedy } from '../../core/feedback/remedies';
import { remedyText, scopeText, valuesText } from '../../core/feedback/words';
import { plain } from '../host/prompts';
import { translate } from '../host/translate';

/** What a person chooses after a detection: a change of their settings, or one of this chat alone. */
export type FeedbackChoice = { readonly kind: 'remedy'; readonly remedy: Remedy } | { readonly kind: 'warnOnly' };

interface Item extends vscode.QuickPickItem {
  readonly choice: FeedbackChoice;
}

/**
 * Asks what should happen next time. What is chosen is applied at once, so the largest change comes last.
 * @param mayWarnOnly whether to offer that the agent of this chat is only warned about
 * @param reason why no change of settings is offered; undefined when one is
 */
export function pickFeedback(
  verdict: FeedbackVerdict,
  remedies: readonly Remedy[],
  { mayWarnOnly, reason }: { readonly mayWarnOnly: boolean; readonly reason: string | undefined },
): Promise<FeedbackChoice | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  const items = remedies.map(itemOf);
  const warnOnly: Item = {
    label: translate('Only warn in this chat'),
    detail: translate('Until you close this window.'),
    choice: { kind: 'warnOnly' },
  };
  const isExclusion = ({ choice }: Item): boolean => choice.kind === 'remedy' && choice.remedy.kind === 'exempt';
  pick.items = [
    ...items.filter((item) => !isExclusion(item)),
    ...(mayWarnOnly ? [warnOnly] : []),
    ...items.filter(isExclusion),
  ];
  pick.title =
    verdict === 'fine'
      ? translate('Not a loop: what should happen next time?')
      : translate('This was a loop: what should happen next time?');
  pick.placeholder = reason ?? translate('Select an option, or press Escape to cancel');
  pick.ignoreFocusOut = true;
  return new Promise((resolve) => {
    const listening = vscode.Disposable.from(
      pick,
      pick.onDidAccept(() => {
        resolve(pick.selectedItems[0]?.choice);
        pick.hide();
      }),
      pick.onDidHide(() => {
        resolve(undefined);
        listening.dispose();
      }),
    );
    pick.show();
  });
}

function itemOf(remedy: Remedy): Item {
  return {
    ...plain({
      label: remedyText(remedy, translate),
      description: valuesText(remedy),
      detail: scopeText(remedy, translate),
    }),
    choice: { kind: 'remedy', remedy },
  };
}
