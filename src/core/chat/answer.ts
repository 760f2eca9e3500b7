import type { Guard } from '../../engine/guard';
import type { Budgets } from '../budget/budgets';
import { budgetStopText } from '../words/budgetTexts';
import { answerBudget } from './budgetAnswer';
import type { Translate } from '../words/language';
import type { ConversationSettings } from '../settings/conversationSettings';
import { fixedBy, fixedText, settingFixedBy } from '../settings/fixedSetting';
import { originText } from '../settings/originText';
import { ENGINE_KEYS, type EngineKey, type TierSettings } from '../settings/schema';
import { type CallNames, PLAIN_NAMES } from '../words/callNames';
import { type ChatCommand, chatName } from './command';
import { helpText } from './help';
import { escapeMarkdown } from '../words/markdown';
import { allSettingsAnswer, type ChatContext, statusAnswer, stopParagraphs } from './statusAnswer';
import { valueText } from './valueText';

/** What an answer is made of besides the command. */
export interface AnswerOptions {
  /** What other features add to the status. */
  readonly statusLines?: readonly string[];
  /** How the person lets a stopped agent continue, as Markdown; undefined where links are offered. */
  readonly wayOn?: string;
  /** Undefined where none are kept. */
  readonly budgets?: Budgets;
  readonly names?: CallNames;
}

/**
 * Carries out a chat command on one conversation.
 * @returns the answer, as Markdown
 */
export function answerCommand(
  command: ChatCommand,
  guard: Guard,
  settings: ConversationSettings,
  conversationId: string,
  translate: Translate,
  { statusLines = [], wayOn, budgets, names = PLAIN_NAMES }: AnswerOptions = {},
): string {
  const context = (): ChatContext => {
    const status = guard.status(conversationId);
    return {
      status,
      effective: settings.effective(conversationId, status.model),
      configuration: settings.configuration,
      names,
    };
  };
  switch (command.kind) {
    case 'set': {
      const { origins } = context().effective;
      const keys = ENGINE_KEYS.filter((key) => command.values[key] !== undefined);
      const isFixed = (key: EngineKey): boolean => fixedBy(origins, key) !== undefined;
      const free = keys.filter((key) => !isFixed(key));
      for (const key of free) {
        settings.overrides.set(conversationId, key, command.values[key] as TierSettings[typeof key]);
      }
      return [
        ...keys.filter(isFixed).map((key) => fixedText(chatName(key), fixedBy(origins, key) as string, translate)),
        ...(free.length === 0 ? [] : [confirmation(free, context(), translate)]),
      ].join('\n\n');
    }
    case 'unset':
      for (const key of command.keys) {
        settings.overrides.unset(conversationId, key);
      }
      return confirmation(command.keys, context(), translate);
    case 'status':
      return command.all === true
        ? allSettingsAnswer(context(), translate)
        : statusAnswer(context(), translate, statusLines, wayOn);
    case 'why': {
      const budget = budgets?.stopped(conversationId);
      return budget !== undefined && guard.status(conversationId).stopped === undefined
        ? escapeMarkdown(budgetStopText(budget, translate))
        : whyText(context(), translate, wayOn);
    }
    case 'budget':
      return budgets === undefined
        ? ''
        : answerBudget(command, budgets, conversationId, translate, settingFixedBy(settings.configuration, 'budget'));
    case 'reset':
      guard.reset(conversationId);
      return translate('Counters reset. The agent can continue.');
    case 'help':
      return helpText(translate);
    case 'invalid':
      return escapeMarkdown(command.message);
  }
}

/** Why the run was ended, as Markdown. */
function whyText(context: ChatContext, translate: Translate, wayOn: string | undefined): string {
  const { stopped } = context.status;
  return stopped === undefined
    ? translate('No loop has been stopped in this chat.')
    : stopParagraphs(context, stopped, translate, wayOn);
}

function confirmation(keys: readonly EngineKey[], context: ChatContext, translate: Translate): string {
  return [translate('In this chat:'), ...keys.map((key) => valueLine(key, context, translate))].join('\n');
}

function valueLine(key: EngineKey, { effective }: ChatContext, translate: Translate): string {
  const name = `\`${chatName(key)}\``;
  const value = `\`${valueText(effective.values[key], translate)}\``;
  const origin = originText(effective.origins[key], key, translate);
  return `- ${translate('{name} is {value} ({origin})', { name, value, origin })}`;
}
