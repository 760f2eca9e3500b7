import { CEILING_FACTOR } from '../../engine/detectors/recommended';
import type { Finding } from '../../engine/finding';
import type { Translate } from '../words/language';
import { originText } from '../settings/originText';
import { originsOf } from '../settings/resolve';
import { SECTION } from '../settings/parse';
import type { SettingKey } from '../../engine/settings';
import type { Detection } from '../../engine/verdict';

/** A value that took part in a decision, with where it comes from. */
export interface ExplainedValue {
  /** Full name of the setting. */
  readonly setting: string;
  readonly value: string;
  /** Undefined when it is not remembered. */
  readonly origin: string | undefined;
}

/** The rule that found a loop, in plain words. */
export interface ExplainedRule {
  readonly name: string;
  readonly meaning: string;
  /** What was counted and from where on the rule speaks; then why that number, where it is not that of the setting. */
  readonly counting: readonly string[];
  readonly values: readonly ExplainedValue[];
}

/** Describes the rule of a detection and the values it went by. */
export function explainedRule(detection: Detection, translate: Translate): ExplainedRule {
  const { finding, settings } = detection;
  const origins = originsOf(settings);
  const keys = [
    ...thresholdKeys(detection),
    ...measureKeys(finding),
    ...(finding.certainty === 'certain' ? ([settings.actions.length > 0 ? 'actions' : 'mode'] as const) : []),
    'ttlSeconds' as const,
  ];
  return {
    name: ruleName(finding, translate),
    meaning: ruleMeaning(finding, translate),
    counting: countingTexts(detection, translate),
    values: keys.map((key) => ({
      setting: `${SECTION}.${key}`,
      value: [settings[key]].flat().join(', '),
      origin: origins === undefined ? undefined : originText(origins[key], key, translate).replaceAll('`', ''),
    })),
  };
}

/** What was found, as a name of a few words. */
export function ruleName({ detector, results, period }: Finding, translate: Translate): string {
  switch (detector) {
    case 'repeat':
      return translate('Identical calls');
    case 'cycle':
      return translate('A cycle of {period} steps', { period });
    case 'similar':
      return translate('Nearly identical calls');
    case 'stall':
      return results === 'errors'
        ? translate('The same error again and again')
        : translate('Calls that bring nothing new');
  }
}

function ruleMeaning({ detector, results }: Finding, translate: Translate): string {
  switch (detector) {
    case 'repeat':
      return translate(
        'The same tool with the same arguments, and nothing new in between that could change the result.',
      );
    case 'cycle':
      return translate('Several calls made in turn, again and again, each with the same result as the time before.');
    case 'similar':
      return translate(
        'The same tool with nearly the same arguments and the same result: what was varied makes no difference.',
      );
    case 'stall':
      return results === 'errors'
        ? translate('The same tool fails in the same way, whatever is tried.')
        : translate('Only calls that were made before, or different calls with one and the same useless result.');
  }
}

function countingTexts({ finding, settings, afterChance }: Detection, translate: Translate): string[] {
  const { certainty, count, threshold, atCeiling, detector } = finding;
  const texts = [
    certainty === 'certain'
      ? translate('Counted {count}; it is a loop from {threshold} on.', { count, threshold })
      : translate('Counted {count}; a warning is due from {threshold} on.', { count, threshold }),
  ];
  const [key] = thresholdKeys({ finding, settings });
  const factor = key === undefined ? 1 : threshold / Number(settings[key]);
  if (detector === 'stall' && factor === 2) {
    texts.push(translate('Calls that differ get twice as many tries as the setting says.'));
  } else if (factor === CEILING_FACTOR) {
    texts.push(translate('New results excuse repeats, but only up to {factor} times the setting.', { factor }));
  }
  if (atCeiling) {
    texts.push(translate('It came so often that nothing excuses it any more.'));
  }
  if (afterChance) {
    texts.push(translate('The model had been told before to reconsider this very call.'));
  }
  return texts;
}

/** The settings the threshold may come from; more than one when the finding does not tell. */
function thresholdKeys({ finding, settings }: Pick<Detection, 'finding' | 'settings'>): SettingKey[] {
  const isCertain = finding.certainty === 'certain';
  switch (finding.detector) {
    case 'repeat':
      return [isCertain ? 'maxRepeats' : 'warnRepeats'];
    case 'cycle':
      return [isCertain ? 'maxPatternRepetitions' : 'minPatternRepetitions'];
    case 'similar':
      return [isCertain ? 'maxSimilar' : 'warnSimilar'];
    case 'stall': {
      const stalls: SettingKey = isCertain ? 'maxStalls' : 'warnStalls';
      const revisits: SettingKey = isCertain ? 'maxRevisits' : 'warnRevisits';
      const multiples = isCertain ? [1, 2] : [1];
      const mayBeStalls = multiples.some((factor) => settings[stalls] * factor === finding.threshold);
      const mayBeRevisits = settings[revisits] === finding.threshold && finding.results !== 'errors';
      return mayBeRevisits ? (mayBeStalls ? [stalls, revisits] : [revisits]) : [stalls];
    }
  }
}

/** The settings that say what is compared, and how. */
function measureKeys({ detector }: Finding): SettingKey[] {
  switch (detector) {
    case 'cycle':
      return ['minPatternLength', 'maxPatternLength'];
    case 'similar':
      return ['similarityThreshold', 'similarityAlgorithm'];
    case 'repeat':
    case 'stall':
      return [];
  }
}
