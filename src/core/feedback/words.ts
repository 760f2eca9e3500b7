import { fewerText, moreText } from '../words/detectorTexts';
import type { Translate } from '../words/language';
import { codeSpan } from '../words/markdown';
import { oneLine, clip } from '../words/quoting';
import { type FeedbackRule, isInForce } from './feedbackRule';
import type { NoRemedy, Remedy, RemedyKind } from './remedy';
import type { SettingsChange } from './settingsChange';

const NAME_CHARACTERS = 100;

/** What a remedy does, in plain words. */
export function remedyText(remedy: RemedyKind & Pick<Remedy, 'tool'>, translate: Translate): string {
  const tool = short(remedy.tool);
  switch (remedy.kind) {
    case 'raise':
      return moreText(remedy.rule, tool, translate);
    case 'lower':
      return fewerText(remedy.rule, tool, translate);
    case 'operation':
      return translate('Tell the operations of {tool} apart by its argument {argument}', {
        tool,
        argument: short(remedy.argument),
      });
    case 'countArgument':
      return translate('Let the argument {argument} of {tool} make a difference', {
        tool,
        argument: short(remedy.argument),
      });
    case 'ignoreArgument':
      return translate('Let the argument {argument} of {tool} make no difference', {
        tool,
        argument: short(remedy.argument),
      });
    case 'exempt':
      return translate('Never judge {tool}', { tool });
  }
}

/** The settings a remedy changes, as they are named in settings.json. */
export function valuesText(remedy: RemedyKind & Pick<Remedy, 'changes'>): string {
  return remedy.kind === 'raise' || remedy.kind === 'lower'
    ? remedy.thresholds.map(({ key, before, after }) => `${key} ${before} → ${after}`).join(', ')
    : remedy.changes.map((change) => changeText(change)).join(', ');
}

/** One change as it is named in settings.json: `toolOverrides["read_file"].maxRepeats: 5`. */
export function changeText({ path: [setting, ...keys], value }: SettingsChange): string {
  const name = keys.map((key) => (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(short(key))}]`)).join('');
  return value === undefined
    ? `${setting}${name}`
    : `${setting}${name}: ${clip(oneLine(JSON.stringify(value)), NAME_CHARACTERS)}`;
}

/** What else a remedy would have changed in the conversations at hand. */
export function effectText({ kind, vanishing, appearing }: Remedy, translate: Translate): string {
  const sentences: string[] = [];
  if (vanishing.length > 0) {
    sentences.push(
      vanishing.length === 1
        ? translate('One other detection would not have been made either.')
        : translate('{count} other detections would not have been made either.', { count: vanishing.length }),
    );
  }
  if (appearing.length > 0) {
    sentences.push(
      appearing.length === 1
        ? translate('One more call would have been found.')
        : translate('{count} more calls would have been found.', { count: appearing.length }),
    );
  }
  if (kind === 'exempt') {
    sentences.push(translate('No loop of this tool is ever found again.'));
  }
  return sentences.length > 0 ? sentences.join(' ') : translate('Nothing else changes in the conversations at hand.');
}

/** Why nothing is offered. */
export function noRemedyText(reason: NoRemedy, translate: Translate): string {
  switch (reason) {
    case 'settled':
      return translate('Thank you. With the settings as they are now, this call would be judged as you say.');
    case 'forgotten':
      return translate(
        'Thank you. The arguments of these calls are not kept any more, so no change of settings can be proven ' +
          'to help.',
      );
    case 'impossible':
      return translate(
        'Thank you. No single change of your user settings would have made a difference here: what is set in ' +
          'the chat or in the workspace is stronger, or the call is out of reach.',
      );
  }
}

/** What came of feedback and still holds, as Markdown for the status; empty when nothing does. */
export function rulesText(
  rules: readonly FeedbackRule[],
  user: Readonly<Record<string, unknown>>,
  translate: Translate,
): string {
  const lines = rules
    .filter((rule) => isInForce(rule, user))
    .flatMap(({ by, changes }) =>
      changes.map((change) => {
        const values = {
          change: codeSpan(changeText(change)),
          former: change.former === undefined ? '–' : codeSpan(JSON.stringify(change.former)),
        };
        return by === 'adaptive'
          ? `- ${translate('{change} (moved by itself, before: {former})', values)}`
          : `- ${translate('{change} (chosen by you, before: {former})', values)}`;
      }),
    );
  return lines.length === 0
    ? ''
    : [`**${translate('From your feedback, in your user settings:')}**`, '', ...lines].join('\n');
}

function short(name: string): string {
  return clip(oneLine(name), NAME_CHARACTERS);
}
