import { allowedText } from '../settings/values';
import { type EffectiveSettings, fixedBy, fixedText, originText } from '../settings/resolve';
import { modeLabel, MODES } from '../settings/mode';
import { ENGINE_KEYS, type EngineKey, type EngineValues, rowOf, type TierSettings } from '../settings/table';
import type { Translate } from '../words/language';
import { codeSpan, escapeMarkdown } from '../words/pages/markdown';
import { type ChatContext, effectiveIn } from './chatContext';
import { linkLine } from './chatLink';
import { chatName } from './command';
import { valueText } from './valueText';

const LEAST_REPEATS = 2;

export function setAnswer(values: EngineValues, context: ChatContext): string {
  const { settings, conversationId, translate } = context;
  const { origins } = effectiveIn(context);
  const keys = ENGINE_KEYS.filter((key) => values[key] !== undefined);
  const isFixed = (key: EngineKey): boolean => fixedBy(origins, key) !== undefined;
  const free = keys.filter((key) => !isFixed(key));
  return [
    ...keys.filter(isFixed).map((key) => fixedText(chatName(key), fixedBy(origins, key) as string, translate)),
    ...changed(free, context, () => {
      for (const key of free) {
        settings.overrides.set(conversationId, key, values[key] as TierSettings[typeof key]);
      }
    }),
    ...(free.includes('preset') && values.mode === undefined ? modeThatStays(context) : []),
    ...(values.maxRepeats === LEAST_REPEATS ? [translate('Expect wrong stops: looking twice is enough.')] : []),
  ].join('\n\n');
}

function modeThatStays(context: ChatContext): string[] {
  const { translate } = context;
  const { values, origins } = effectiveIn(context);
  return origins.mode.kind === 'conversation'
    ? [
        translate('The mode stays **{mode}**, which was set in this chat. To use that of the preset: {command}.', {
          mode: modeLabel(values.mode, translate),
          command: codeSpan(`/tool-loop-unset ${chatName('mode')}`),
        }),
      ]
    : [];
}

export function unsetAnswer(keys: readonly EngineKey[], context: ChatContext): string {
  const { settings, conversationId, translate } = context;
  const set = Object.keys(settings.overrides.of(conversationId));
  // Of all settings, name only those that were set.
  const named = keys.length === ENGINE_KEYS.length ? keys.filter((key) => set.includes(key)) : keys;
  if (named.length === 0) {
    return translate('No settings were changed in this chat.');
  }
  return changed(named, context, () => named.forEach((key) => settings.overrides.unset(conversationId, key))).join(
    '\n\n',
  );
}

export function showAnswer(key: EngineKey, context: ChatContext): string {
  const { translate, link } = context;
  const now = effectiveIn(context);
  const line = translate('{name} for this chat: {value} ({origin}).', {
    name: settingName(key, translate),
    value: shownValue(key, now, translate),
    origin: originText(now.origins[key], key, translate),
  });
  if (link !== undefined && key === 'preset') {
    return `${line} ${link(translate('Change preset'), { kind: 'pickPreset' })}`;
  }
  if (link !== undefined && key === 'mode') {
    const others = MODES.filter((mode) => mode !== now.values.mode);
    const links = linkLine(
      link,
      others.map((mode) => [modeLabel(mode, translate), { kind: 'ask', command: `/${chatName('mode')} ${mode}` }]),
    );
    return `${line} ${translate('Change to {links}', { links: links.join('') })}`;
  }
  const allowed = escapeMarkdown(allowedText(rowOf(key).value, translate));
  return `${line} ${translate('To change it, add {allowed}.', { allowed })}`;
}

function changed(keys: readonly EngineKey[], context: ChatContext, change: () => void): string[] {
  const { settings, conversationId, translate, link } = context;
  const isSet = (key: EngineKey): boolean => settings.overrides.of(conversationId)[key] !== undefined;
  const [before, wasSet] = [effectiveIn(context), keys.some(isSet)];
  change();
  const now = effectiveIn(context);
  const lines = keys.map((key) => changeText(key, before, now, translate));
  if (lines.length === 0) {
    return [];
  }
  const unset = `/tool-loop-unset ${keys.map(chatName).join(' ')}`;
  const undo =
    !wasSet && keys.every(isSet) ? linkLine(link, [[translate('Undo'), { kind: 'ask', command: unset }]]) : [];
  return lines.length === 1 ? [[...lines, ...undo].join(' ')] : [lines.map((line) => `- ${line}`).join('\n'), ...undo];
}

function changeText(key: EngineKey, before: EffectiveSettings, now: EffectiveSettings, translate: Translate): string {
  const name = settingName(key, translate);
  const [was, value] = [valueText(key, before.values, translate), shownValue(key, now, translate)];
  const isChanged = was !== valueText(key, now.values, translate);
  if (now.origins[key].kind === 'conversation') {
    return isChanged
      ? translate('{name} for this chat: {value} (was {before}).', { name, value, before: was })
      : translate('{name} for this chat: {value}.', { name, value });
  }
  const origin = originText(now.origins[key], key, translate);
  return isChanged
    ? translate('{name} for this chat: {value} ({origin}, was {before}).', { name, value, origin, before: was })
    : translate('{name} for this chat: {value} ({origin}).', { name, value, origin });
}

function shownValue(key: EngineKey, { values }: EffectiveSettings, translate: Translate): string {
  return `**${valueText(key, values, translate)}**`;
}

/** As Markdown: a plain name, or else the name in settings.json. */
export function settingName(key: EngineKey, translate: Translate): string {
  const names: Partial<Record<EngineKey, string>> = {
    enabled: translate('Loop detection'),
    mode: translate('Mode'),
    actions: translate('Escalation'),
    preset: translate('Preset'),
    maxRepeats: translate('Repeat limit'),
    ttlSeconds: translate('Time window'),
    windowSize: translate('Recent calls'),
    detectors: translate('Kinds of loops'),
  };
  return names[key] ?? codeSpan(rowOf(key).name);
}
