import type * as vscode from 'vscode';
import type { OpenChatLinks, OpenStops } from '../../core/chat/linkRegistry';
import type { BudgetReached } from '../../core/events/events';
import { budgetChoiceTitle, budgetStopMarkdown } from '../../core/words/budgetTexts';
import type { Detection } from '../../engine/decision/verdict';
import { commandLink } from '../host/commands';
import { translate } from '../host/translate';
import { commandMarkdown, linksIn, openLink, trustedMarkdown } from '../host/trustedMarkdown';

/**
 * One paragraph, three links, and one button. Nothing may follow it: VS Code folds away what is before a button if
 * Markdown comes after it. @param paragraph Markdown in which nothing from elsewhere can become a link
 */
export function tellStop(
  stream: vscode.ChatResponseStream,
  paragraph: string,
  stop: Detection,
  stops: Pick<OpenStops, 'add'>,
): void {
  const id = stops.add(stop);
  tell(stream, paragraph, [
    commandMarkdown(translate('Continue anyway'), 'toolLoopGuard.continueAnyway', id),
    commandMarkdown(translate('Not a loop'), 'toolLoopGuard.notALoop', id),
    commandMarkdown(translate('Details'), 'toolLoopGuard.showStopDetails', id),
  ]);
  stream.button(commandLink('toolLoopGuard.tryDifferentApproach', translate('Try a Different Approach'), id));
}

/** In the same form as {@link tellStop}. */
export function tellBudgetStop(
  stream: vscode.ChatResponseStream,
  reached: BudgetReached,
  conversationId: string,
  links: OpenChatLinks,
): void {
  const link = linksIn(conversationId, links);
  tell(stream, budgetStopMarkdown(reached, translate), [
    link(budgetChoiceTitle('ignore', translate), { kind: 'budget', choice: 'ignore' }),
    link(translate('Change the budget'), { kind: 'settings', setting: 'budget' }),
    link(translate('Loops'), { kind: 'timeline' }),
  ]);
  const id = openLink(conversationId, { kind: 'budget', choice: 'double' }, links);
  stream.button(commandLink('toolLoopGuard.followLink', translate('Double the Budget and Continue'), id));
}

function tell(stream: vscode.ChatResponseStream, paragraph: string, links: readonly string[]): void {
  const choice = translate('Tell the agent what to do next, or choose: {links}', { links: links.join(' · ') });
  stream.markdown(trustedMarkdown(`${paragraph}\n\n${choice}`));
}
