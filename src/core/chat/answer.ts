import type { Guard } from '../../engine/guard';
import type { Detection } from '../../engine/decision/verdict';
import type { Budgets } from '../budget/budgets';
import type { ConversationSettings } from '../settings/conversationSettings';
import { settingFixedBy, fixedText } from '../settings/resolve';
import { budgetStopMarkdown, budgetChoiceTitle } from '../words/budgetTexts';
import { type CallNames, PLAIN_NAMES } from '../words/callNames';
import type { Translate } from '../words/language';
import { whatHappened } from '../words/loopTexts';
import { linkLine, type WriteLink } from './chatLink';
import type { ChatCommand } from './command';
import { helpText } from './slashCommands';
import { setAnswer, type SettingContext, showAnswer, unsetAnswer } from './settingAnswer';
import { type ChatContext, statusAnswer, stopParagraphs } from './statusAnswer';
import { BUDGET_CHOICES } from '../budget/budgetMeter';
import { budgetLines } from './budgetLines';

interface AnswerOptions {
  readonly statusLines?: readonly string[];
  /** How to let a stopped agent continue, as Markdown; undefined if links offer it. */
  readonly wayOn?: string;
  readonly budgets?: Budgets;
  readonly names?: CallNames;
  readonly link?: WriteLink | undefined;
  readonly found?: readonly { readonly detection?: Detection | undefined }[] | undefined;
  /** Such as `de`; says how digits are grouped. */
  readonly language?: string;
}

/** @returns the answer, as Markdown */
export function answerCommand(
  command: ChatCommand,
  guard: Guard,
  settings: ConversationSettings,
  conversationId: string,
  translate: Translate,
  { statusLines = [], wayOn, budgets, names = PLAIN_NAMES, link, found = [], language = 'en' }: AnswerOptions = {},
): string {
  const setting = (): SettingContext => {
    const { model } = guard.status(conversationId);
    return { settings, conversationId, model, translate, link };
  };
  const context = (): ChatContext => {
    const status = guard.status(conversationId);
    return {
      status,
      effective: settings.effective(conversationId, status.model),
      configuration: settings.configuration,
      names,
      words: { translate, language },
      link,
    };
  };
  switch (command.kind) {
    case 'set':
      return setAnswer(command.values, setting());
    case 'unset':
      return unsetAnswer(command.keys, setting());
    case 'show':
      return showAnswer(command.key, setting());
    case 'status':
      return statusAnswer(context(), statusLines, wayOn);
    case 'why': {
      const budget = budgets?.stopped(conversationId);
      return budget !== undefined && guard.status(conversationId).stopped === undefined
        ? budgetStopMarkdown(budget, translate)
        : whyText(
            context(),
            wayOn,
            found.flatMap(({ detection }) => detection ?? []),
          );
    }
    case 'budget':
      return budgets === undefined
        ? ''
        : answerBudget(
            command,
            budgets,
            conversationId,
            translate,
            settingFixedBy(settings.configuration, 'budget'),
            link,
          );
    case 'reset': {
      const isStopped = guard.status(conversationId).stopped !== undefined;
      guard.reset(conversationId);
      return resetText(isStopped, translate);
    }
    case 'help':
      return helpText(translate, link !== undefined);
    case 'invalid':
      return [
        command.message,
        ...(command.key === 'preset' ? linkLine(link, [[translate('All presets'), { kind: 'pickPreset' }]]) : []),
      ].join(' ');
  }
}

function whyText(context: ChatContext, wayOn: string | undefined, found: readonly Detection[]): string {
  const { status, names, link } = context;
  const { translate } = context.words;
  if (status.stopped !== undefined) {
    return stopParagraphs(context, status.stopped, wayOn);
  }
  const nothing = translate('No loop has been stopped in this chat.');
  const lastStop = found.findLast(({ action }) => action === 'break');
  const last = lastStop ?? found.at(-1);
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

/** @param fixedIn the machine-wide settings file that sets the budget, so that nobody can change it */
function answerBudget(
  { choice }: Extract<ChatCommand, { kind: 'budget' }>,
  budgets: Budgets,
  conversationId: string,
  translate: Translate,
  fixedIn?: string,
  link?: WriteLink,
): string {
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
