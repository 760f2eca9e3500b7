import { ruleOf } from '../../engine/rules/registry';
import { loopsRow } from '../words/detectorTexts';
import { rowOf } from '../settings/table';
import type { Translate } from '../words/language';
import { codeSpan } from '../words/pages/markdown';
import { oneLine, clip } from '../words/quoting';
import { type FeedbackRule, isInForce } from './feedbackRule';
import type { NoRemedy, Remedy } from './remedies';
import type { SettingsChange } from './settingsChange';

const NAME_CHARACTERS = 100;

export function remedyText(remedy: Remedy, translate: Translate): string {
  const tool = short(remedy.tool);
  if (remedy.kind === 'exempt') {
    return translate('Never check {tool}', { tool });
  }
  const kind = loopsRow(ruleOf(remedy.rule).detector, translate);
  const isRaised = remedy.kind === 'raise';
  if (remedy.rule === 'repeat') {
    return isRaised
      ? translate('Allow more identical {tool} calls', { tool })
      : translate('Allow fewer identical {tool} calls', { tool });
  }
  return isRaised
    ? translate('Raise the limit for {tool}: {kind}', { tool, kind })
    : translate('Lower the limit for {tool}: {kind}', { tool, kind });
}

export function appliedText(remedy: Remedy, translate: Translate): string {
  if (remedy.kind === 'raise' && remedy.rule === 'repeat') {
    // The call that reaches a limit is blocked.
    const count = remedy.limit.after - 1;
    return translate('{tool}: {count} identical calls are now allowed.', { tool: short(remedy.tool), count });
  }
  return translate('Done: {change}', { change: remedyText(remedy, translate) });
}

export function valuesText(remedy: Remedy): string {
  return remedy.kind === 'raise' || remedy.kind === 'lower'
    ? `${rowOf(remedy.limit.key).name} ${remedy.limit.before} → ${remedy.limit.after}`
    : changeText(remedy.change);
}

/** As in settings.json: `tools["read_file"].maxRepeats: 5`. */
export function changeText({ path: [setting, ...keys], value }: SettingsChange): string {
  const name = keys.map((key) => (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(short(key))}]`)).join('');
  return value === undefined
    ? `${setting}${name}`
    : `${setting}${name}: ${clip(oneLine(JSON.stringify(value)), NAME_CHARACTERS)}`;
}

export function scopeText(remedy: Remedy, translate: Translate): string {
  if (remedy.kind === 'exempt') {
    return translate('In all chats.');
  }
  const { after, before } = remedy.limit;
  return translate('The limit is {after} instead of {before}.', { after, before });
}

export function noRemedyText(reason: NoRemedy, translate: Translate): string {
  switch (reason) {
    case 'settled':
      return translate('Thanks. Your current settings already treat this call that way.');
    case 'impossible':
      return translate(
        'Thanks. No user setting would change this result, because this chat or workspace overrides it.',
      );
  }
}

/** As Markdown; empty if no change is in force. */
export function rulesText(
  rules: readonly FeedbackRule[],
  user: Readonly<Record<string, unknown>>,
  translate: Translate,
): string {
  const lines = rules
    .filter((rule) => isInForce(rule, user))
    .map(({ by, change }) => {
      const values = {
        change: codeSpan(changeText(change)),
        former: change.former === undefined ? '–' : codeSpan(JSON.stringify(change.former)),
      };
      return by === 'adaptive'
        ? `- ${translate('{change} (adjusted automatically, before: {former})', values)}`
        : `- ${translate('{change} (chosen by you, before: {former})', values)}`;
    });
  return lines.length === 0
    ? ''
    : [`**${translate('From your feedback, in your user settings:')}**`, '', ...lines].join('\n');
}

function short(name: string): string {
  return clip(oneLine(name), NAME_CHARACTERS);
}
