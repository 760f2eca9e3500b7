import type { Budgets } from '../budget/budgets';
import { budgetUses } from '../words/budgetTexts';
import type { Mode } from '../../engine/rules/settings';
import type { Detection } from '../../engine/decision/verdict';
import type { Origin } from '../settings/configuration';
import { type EffectiveSettings, fixedBy, originText } from '../settings/resolve';
import { DEFAULTS, ENGINE_KEYS, type EngineKey } from '../settings/table';
import type { Translate } from '../words/language';
import { codeSpan, escapeMarkdown } from '../words/pages/markdown';
import { breakText } from '../words/words';
import { activityText } from '../metrics/countTexts';
import { type ChatContext, effectiveIn } from './chatContext';
import { linkLine } from './chatLink';
import { chatName } from './command';
import { settingName } from './settingAnswer';
import { secondsText, valueText } from './valueText';

/** Fits one screen of a narrow chat. Without a way to continue, the stop is shown separately. */
export function statusAnswer(context: ChatContext): string {
  const { guard, conversationId, translate, language = 'en', link, budgets, statusLines = [], wayOn } = context;
  const { stopped, model, counts } = guard.status(conversationId);
  const effective = effectiveIn(context);
  const paragraphs = [
    ...(stopped === undefined || wayOn === undefined ? [] : [stopParagraphs(stopped, context)]),
    ...problemLines(context),
    [
      [policyText(effective, translate), ...turnOn(effective, context)].join(' '),
      translate('This chat: {counts}.', { counts: activityText(counts, { translate, language }) }),
    ].join('  \n'),
    ...(budgets === undefined ? [] : budgetLines(budgets, conversationId, translate)),
    ...statusLines.filter((line) => line !== ''),
    changes(effective, translate).join('  \n'),
    translate('Model: {model}', {
      model: model === undefined ? translate('unknown') : codeSpan(`${model.vendor}/${model.id}`),
    }),
    ...linkLine(link, [
      [translate('Change mode'), { kind: 'pickMode' }],
      [translate('Loops'), { kind: 'timeline' }],
      [translate('All settings'), { kind: 'settings' }],
    ]),
  ];
  return paragraphs.join('\n\n');
}

export function stopParagraphs(stopped: Detection, { settings, names, translate, wayOn }: ChatContext): string {
  const { messages } = settings.configuration;
  const paragraph = breakText(stopped, { translate, messages, names, isMarkdown: true });
  return wayOn === undefined
    ? paragraph
    : `${paragraph}\n\n${translate('Tell the agent what to do next, or use {command}.', { command: wayOn })}`;
}

function problemLines({ settings, translate, link }: ChatContext): string[] {
  const { problems } = settings.configuration;
  if (problems.length === 0) {
    return [];
  }
  const fix = linkLine(link, [[translate('Fix'), { kind: 'settings' }]]);
  const heading = [translate('**Invalid settings (ignored)**'), ...fix].join(' ');
  return [[heading, ...problems.map(({ message }) => `- ${escapeMarkdown(message)}`)].join('\n')];
}

function turnOn({ values, origins }: EffectiveSettings, { link, translate }: ChatContext): string[] {
  if (values.enabled || fixedBy(origins, 'enabled') !== undefined) {
    return [];
  }
  return linkLine(link, [[translate('Turn on'), { kind: 'ask', command: `/${chatName('enabled')} true` }]]);
}

function changes({ values, origins }: EffectiveSettings, translate: Translate): string[] {
  const ofPlace = new Map<string, string[]>();
  for (const key of ENGINE_KEYS) {
    const place = placeText(origins[key], key, translate);
    const value = valueText(key, values, translate);
    if (place !== undefined && value !== valueText(key, DEFAULTS, translate)) {
      ofPlace.set(place, [...(ofPlace.get(place) ?? []), `${settingName(key, translate)}: ${value}`]);
    }
  }
  return ofPlace.size === 0
    ? [translate('All settings have their default values.')]
    : [...ofPlace].map(([place, settings]) => `${place} ${settings.join(' · ')}`);
}

function placeText(origin: Origin, key: EngineKey, translate: Translate): string | undefined {
  switch (origin.kind) {
    case 'default':
      return undefined;
    case 'conversation':
      return translate('Changed for this chat:');
    case 'user':
      return translate('Changed in your settings:');
    case 'workspace':
    case 'workspaceFolder':
      return translate('Changed in the settings of this workspace:');
    default:
      return translate('Set by {origin}:', { origin: originText(origin, key, translate) });
  }
}

function policyText({ values: settings, origins }: EffectiveSettings, translate: Translate): string {
  const { enabled, mode, actions, maxRepeats, ttlSeconds } = settings;
  if (!enabled) {
    return translate('**Off in this chat** ({origin}).', {
      origin: originText(origins.enabled, 'enabled', translate),
    });
  }
  if (actions.length > 0) {
    return translate('**On.** Escalates with each loop in this chat: {actions}.', {
      actions: valueText('actions', settings, translate),
    });
  }
  const values = { count: maxRepeats, window: windowText(ttlSeconds, translate) };
  const texts: Record<Mode, string> = {
    break: translate(
      '**On.** Stops the agent at {count} identical calls with no new result, each within {window} of the call ' +
        'before it.',
      values,
    ),
    chance_then_break: translate(
      '**On.** Blocks the last of {count} identical calls with no new result, each within {window} of the call ' +
        'before it, and stops the agent if it repeats the call.',
      values,
    ),
    warn: translate(
      '**On.** Warns you about {count} identical calls with no new result, each within {window} of the call before ' +
        'it.',
      values,
    ),
  };
  return texts[mode];
}

function windowText(seconds: number, translate: Translate): string {
  if (seconds % 60 !== 0 || seconds === 0) {
    return secondsText(seconds, translate);
  }
  return seconds === 60 ? translate('1 minute') : translate('{count} minutes', { count: seconds / 60 });
}

/** As Markdown; empty without a budget. */
export function budgetLines(budgets: Budgets, conversationId: string, translate: Translate): readonly string[] {
  const { of, isIgnored } = budgets.uses(conversationId);
  if (of.length === 0) {
    return [];
  }
  const uses = budgetUses(of, translate);
  return [
    isIgnored ? translate('Budget ignored in this chat: {uses}', { uses }) : translate('Budget used: {uses}', { uses }),
  ];
}
