import { detectorOf } from '../../engine/detectors/registry';
import type { Translate } from '../words/language';
import { factorText, findingMeaning, findingName } from '../words/detectorTexts';
import { originText } from '../settings/originText';
import { originsOf } from '../settings/resolve';
import { SECTION } from '../settings/section';
import type { SettingKey } from '../../engine/settings';
import type { Detection } from '../../engine/verdict';

/** A value that took part in a decision, with where it comes from. */
interface ExplainedValue {
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
  /** The setting that was reached, without its section. */
  readonly setting: SettingKey;
}

/** Describes the rule of a detection and the values it went by. */
export function explainedRule(detection: Detection, translate: Translate): ExplainedRule {
  const { finding, settings } = detection;
  const origins = originsOf(settings);
  const keys: SettingKey[] = [
    finding.setting,
    ...(detectorOf(finding.detector).measures ?? []),
    ...(finding.certainty === 'certain' ? ([settings.actions.length > 0 ? 'actions' : 'mode'] as const) : []),
    'ttlSeconds',
  ];
  return {
    name: findingName(finding, translate),
    meaning: findingMeaning(finding, translate),
    counting: countingTexts(detection, translate),
    setting: finding.setting,
    values: keys.map((key) => ({
      setting: `${SECTION}.${key}`,
      value: [settings[key]].flat().join(', '),
      origin: origins === undefined ? undefined : originText(origins[key], key, translate).replaceAll('`', ''),
    })),
  };
}

function countingTexts({ finding, afterChance }: Detection, translate: Translate): string[] {
  const { certainty, count, threshold, atCeiling } = finding;
  const texts = [
    certainty === 'certain'
      ? translate('Counted: {count}. Limit: {threshold}.', { count, threshold })
      : translate('Counted: {count}. Warning limit: {threshold}.', { count, threshold }),
  ];
  const reason = factorText(finding, translate);
  if (reason !== undefined) {
    texts.push(reason);
  }
  if (atCeiling) {
    texts.push(translate('The hard limit was reached.'));
  }
  if (afterChance) {
    texts.push(translate('The model had already been told to reconsider this call.'));
  }
  return texts;
}
