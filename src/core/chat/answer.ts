import { BUDGET_CHOICES, type BudgetChoice } from '../budget/budgetMeter';
import type { Budgets } from '../budget/budgets';
import { settingFixedBy, fixedText } from '../settings/resolve';
import { budgetStopMarkdown, budgetChoiceTitle } from '../words/budgetTexts';
import type { Translate } from '../words/language';
import { whatHappened } from '../words/loopTexts';
import type { ChatContext } from './chatContext';
import { linkLine } from './chatLink';
import type { ChatCommand } from './command';
import { helpText } from './slashCommands';
import { setAnswer, showAnswer, unsetAnswer } from './settingAnswer';
import { budgetLines, statusAnswer, stopParagraphs } from './statusAnswer';

/** @returns the answer, as Markdown */
export function answerCommand(command: ChatCommand, context: ChatContext): string {
  const { guard, conversationId, translate, budgets, link } = context;
  const isStopped = guard.status(conversationId).stopped !== undefined;
  switch (command.kind) {
    case 'set':
      return setAnswer(command.values, context);
    case 'unset':
      return unsetAnswer(command.keys, context);
    case 'show':
      return showAnswer(command.key, context);
    case 'status':
      return statusAnswer(context);
    case 'why': {
      const budget = budgets?.stopped(conversationId);
      return budget !== undefined && !isStopped ? budgetStopMarkdown(budget, translate) : whyText(context);
    }
    case 'budget':
      return budgets === undefined ? '' : answerBudget(command.choice, budgets, context);
    case 'reset':
      guard.reset(conversationId);
      return resetText(isStopped, translate);
    case 'help':
      return helpText(translate, link !== undefined);
    case 'invalid':
      return [
        command.message,
        ...(command.key === 'preset' ? linkLine(link, [[translate('All presets'), { kind: 'pickPreset' }]]) : []),
      ].join(' ');
  }
}

function whyText(context: ChatContext): string {
  const { guard, conversationId, translate, names, link, found = [] } = context;
  const { stopped } = guard.status(conversationId);
  if (stopped !== undefined) {
    return stopParagraphs(stopped, context);
  }
  const nothing = translate('No loop has been stopped in this chat.');
  const detections = found.flatMap(({ detection }) => detection ?? []);
  const lastStop = detections.findLast(({ action }) => action === 'break');
  const last = lastStop ?? detections.at(-1);
  if (last === undefined) {
    return nothing;
  }
  const what = whatHappened(last, { translate, names, isMarkdown: true });
  const details = linkLine(link, [[translate('Details'), { kind: 'details', callId: last.callId }]]);
  return lastStop === undefined
    ? `${nothing}\n\n${[translate('Last warning: {what}', { what }), ...details].join(' ')}`
    : [translate('The agent was stopped earlier in this chat: {what} It can continue now.', { what }), ...details].join(
        ' ',
      );
}

function answerBudget(
  choice: BudgetChoice | undefined,
  budgets: Budgets,
  { settings, conversationId, translate, link }: ChatContext,
): string {
  const fixedIn = settingFixedBy(settings.configuration, 'budget');
  if (fixedIn !== undefined && (choice === 'double' || choice === 'ignore')) {
    return fixedText('toolLoopGuard.budget', fixedIn, translate);
  }
  if (choice !== undefined) {
    budgets.choose(conversationId, choice);
  }
  const lines = budgetLines(budgets, conversationId, translate);
  if (lines.length === 0) {
    const setting = link?.('toolLoopGuard.budget', { kind: 'settings', setting: 'budget' }) ?? '`toolLoopGuard.budget`';
    return translate('No budget is set. To set one, use {setting}.', { setting });
  }
  switch (choice) {
    case 'stop':
      return translate('The agent of this chat is stopped at its next call. Send a message to continue.');
    case 'double':
    case 'ignore':
      return lines.join('');
    case undefined:
      return [
        ...lines,
        ...linkLine(
          link,
          BUDGET_CHOICES.map((each) => [budgetChoiceTitle(each, translate), { kind: 'budget', choice: each }]),
        ),
      ].join('\n\n');
  }
}

export function resetText(isStopped: boolean, translate: Translate): string {
  return isStopped ? translate('Counters reset. The agent can continue.') : translate('Counters reset.');
}
