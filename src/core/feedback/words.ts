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
      // The call that reaches a limit is the one that is blocked.
      return moreText(remedy.rule, tool, Math.max(...remedy.thresholds.map(({ after }) => after)) - 1, translate);
    case 'lower':
      return fewerText(remedy.rule, tool, translate);
    case 'operation':
      return translate('Count {tool} calls separately by {argument}', {
        tool,
        argument: short(remedy.argument),
      });
    case 'countArgument':
      return translate('Compare {argument} in {tool} calls', {
        tool,
        argument: short(remedy.argument),
      });
    case 'ignoreArgument':
      return translate('Ignore {argument} when comparing {tool} calls', {
        tool,
        argument: short(remedy.argument),
      });
    case 'exempt':
      return translate('Exclude {tool} from loop detection', { tool });
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
        ? translate('1 other loop or warning in this window would have been missed')
        : translate('{count} other loops or warnings in this window would have been missed', {
            count: vanishing.length,
          }),
    );
  }
  if (appearing.length > 0) {
    sentences.push(
      appearing.length === 1
        ? translate('1 more call in this window would have been found')
        : translate('{count} more calls in this window would have been found', { count: appearing.length }),
    );
  }
  if (sentences.length === 0) {
    sentences.push(translate('no other call in this window is affected'));
  }
  if (kind === 'exempt') {
    sentences.push(translate('loops of this tool are no longer detected'));
  }
  return sentences.join(' · ');
}

/** Why nothing is offered. */
export function noRemedyText(reason: NoRemedy, translate: Translate): string {
  switch (reason) {
    case 'settled':
      return translate('Thanks, noted. With your current settings, this call already counts as you say.');
    case 'forgotten':
      return translate(
        'Thanks, noted. The arguments of these calls are no longer available, so no change can be shown to help.',
      );
    case 'impossible':
      return translate(
        'Thanks, noted. No user setting would change this result, because this chat or workspace overrides it.',
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
          ? `- ${translate('{change} (adjusted automatically, before: {former})', values)}`
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
