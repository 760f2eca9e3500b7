import type { Guard } from '../../engine/guard';
import type { Budgets } from '../budget/budgets';
import { budgetStopText } from '../words/budgetTexts';
import { answerBudget } from './budgetAnswer';
import type { Detection } from '../../engine/verdict';
import type { ConversationStatus } from '../../engine/ports';
import type { Translate } from '../words/language';
import type { Configuration } from '../settings/configuration';
import type { ConversationSettings } from '../settings/conversationSettings';
import type { EffectiveSettings } from '../settings/resolve';
import { originText } from '../settings/originText';
import { ENGINE_KEYS, type EngineKey, type TierSettings } from '../settings/schema';
import { type CallNames, PLAIN_NAMES } from '../words/callNames';
import { stopMarkdown } from '../words/words';
import { type ChatCommand, chatName } from './command';
import { helpText } from './help';
import { codeSpan, escapeMarkdown } from '../words/markdown';

/** What an answer is about. */
interface ChatContext {
  readonly status: ConversationStatus;
  readonly effective: EffectiveSettings;
  readonly configuration: Configuration;
  readonly names: CallNames;
}

/** What an answer is made of besides the command. */
export interface AnswerOptions {
  /** What the status adds to its counts. */
  readonly metricsLines?: readonly string[];
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
  { metricsLines = [], wayOn, budgets, names = PLAIN_NAMES }: AnswerOptions = {},
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
    case 'set':
      for (const key of ENGINE_KEYS) {
        const value = command.values[key];
        if (value !== undefined) {
          settings.overrides.set(conversationId, key, value);
        }
      }
      return confirmation(Object.keys(command.values) as EngineKey[], context(), translate);
    case 'unset':
      for (const key of command.keys) {
        settings.overrides.unset(conversationId, key);
      }
      return confirmation(command.keys, context(), translate);
    case 'status':
      return statusText(context(), translate, metricsLines, wayOn);
    case 'why': {
      const budget = budgets?.stopped(conversationId);
      return budget !== undefined && guard.status(conversationId).stopped === undefined
        ? escapeMarkdown(budgetStopText(budget, translate))
        : whyText(context(), translate, wayOn);
    }
    case 'budget':
      return budgets === undefined ? '' : answerBudget(command, budgets, conversationId, translate);
    case 'reset':
      guard.reset(conversationId);
      return translate('Counters reset. The agent can continue.');
    case 'help':
      return helpText(translate);
    case 'invalid':
      return escapeMarkdown(command.message);
  }
}

/** The settings that are always shown one by one. */
const MAIN_KEYS: readonly EngineKey[] = ['enabled', 'maxRepeats', 'ttlSeconds', 'mode'];

/**
 * The effective value of every setting with its origin, and the counts, as Markdown. A chat is narrow: what
 * stands at its default is told in one paragraph.
 */
function statusText(
  context: ChatContext,
  translate: Translate,
  metricsLines: readonly string[],
  wayOn: string | undefined,
): string {
  const { status, effective } = context;
  const { counts } = status;
  const { problems, settingsWarnings } = context.configuration;
  const isShown = (key: EngineKey): boolean => MAIN_KEYS.includes(key) || effective.origins[key].kind !== 'default';
  const rest = ENGINE_KEYS.filter((key) => !isShown(key)).map(
    (key) => `\`${chatName(key)}\` ${valueText(effective.values[key], translate)}`,
  );
  const lines = [
    effective.values.enabled
      ? translate('**Tool Loop Guard** is watching this conversation.')
      : translate('**Tool Loop Guard** is off in this conversation.'),
    '',
    ...ENGINE_KEYS.filter(isShown).map((key) => valueLine(key, context, translate)),
  ];
  lines.push('', translate('At their defaults: {values}.', { values: rest.join(', ') }));
  lines.push(
    '',
    translate(
      'Calls checked: {calls} · in the window: {callsInWindow} · warnings: {warnings} · chances: {chances} · ' +
        'stops: {breaks} · mitigated: {mitigations}',
      {
        ...counts,
        callsInWindow: status.callsInWindow,
      },
    ),
    ...metricsLines.flatMap((line) => ['', line]),
    '',
    status.model === undefined
      ? translate('Model: unknown')
      : translate('Model: {model}', { model: codeSpan(`${status.model.vendor}/${status.model.id}`) }),
  );
  if (status.stopped !== undefined) {
    lines.push('', stoppedParagraphs(context, status.stopped, translate, wayOn));
  }
  if (problems.length > 0) {
    lines.push(
      '',
      translate('**Settings that cannot be used:**'),
      ...problems.map(({ message }) => `- ${escapeMarkdown(message)}`),
    );
  }
  if (settingsWarnings.length > 0) {
    lines.push(
      '',
      translate('**Settings that are hardly meant:**'),
      ...settingsWarnings.map((hazard) => `- ${escapeMarkdown(hazard)}`),
    );
  }
  return lines.join('\n');
}

/** Why the run was ended, as Markdown. */
function whyText(context: ChatContext, translate: Translate, wayOn: string | undefined): string {
  const { stopped } = context.status;
  return stopped === undefined
    ? translate('No loop has been stopped in this chat.')
    : stoppedParagraphs(context, stopped, translate, wayOn);
}

function stoppedParagraphs(
  { configuration, names }: ChatContext,
  stopped: Detection,
  translate: Translate,
  wayOn: string | undefined,
): string {
  const paragraph = stopMarkdown(stopped, translate, configuration.messages, names);
  return wayOn === undefined
    ? paragraph
    : `${paragraph}\n\n${translate('Tell the agent what to do next, or use {command}.', { command: wayOn })}`;
}

function valueText(value: TierSettings[EngineKey], translate: Translate): string {
  return Array.isArray(value) ? value.join(', ') || translate('none') : String(value);
}

function confirmation(keys: readonly EngineKey[], context: ChatContext, translate: Translate): string {
  return [translate('In this conversation:'), ...keys.map((key) => valueLine(key, context, translate))].join('\n');
}

function valueLine(key: EngineKey, { effective }: ChatContext, translate: Translate): string {
  const name = `\`${chatName(key)}\``;
  const value = `\`${valueText(effective.values[key], translate)}\``;
  const origin = originText(effective.origins[key], key, translate);
  return `- ${translate('{name} is {value} ({origin})', { name, value, origin })}`;
}
