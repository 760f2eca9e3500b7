import type { FindingTexts, SettingsWarning } from '../../engine/detectors/detector';
import { type CountKey, type DetectorValues, detectorOf, DETECTORS, ruleOf } from '../../engine/detectors/registry';
import type { DetectorId, Finding, RuleId } from '../../engine/finding';
import type { Translate } from './language';

/*
 * The texts of detectors are templates in their own files; here they are said. This is the one place that translates
 * what is not written in the call itself: `npm run l10n` collects these templates from the registry.
 */

/** What was found, as a heading of a few words. */
export function findingName(finding: Finding, translate: Translate): string {
  return translate(textsFor(finding).name, { period: finding.period, count: finding.count });
}

/** What the rule of a finding looks at, in one sentence. */
export function findingMeaning(finding: Finding, translate: Translate): string {
  return translate(textsFor(finding).meaning, { period: finding.period, count: finding.count });
}

/** The pattern as a clause for the model, the person and the log. */
export function findingPattern(finding: Finding, tool: string, ttlSeconds: number, translate: Translate): string {
  const { count, period } = finding;
  return translate(textsFor(finding).pattern, { tool, count, period, ttlSeconds });
}

/** What the agent did, as a clause. */
export function findingSummary(finding: Finding, tool: string, translate: Translate): string {
  const { count, period } = finding;
  return translate(textsFor(finding).summary, { tool, count, period });
}

/** Why the threshold of a finding is a multiple of its setting; undefined when it is not, or needs no reason. */
export function factorText({ detector, factor }: Finding, translate: Translate): string | undefined {
  const text = detectorOf(detector).texts.factors?.[factor];
  return text === undefined ? undefined : translate(text, { factor });
}

/** The loops of a detector, as the name of a row of the metrics. */
export function loopsRow(detector: DetectorId, translate: Translate): string {
  return translate(detectorOf(detector).texts.loops);
}

/** What raising the thresholds of a rule does. */
export function moreText(rule: RuleId, tool: string, translate: Translate): string {
  return translate(ruleOf(rule).texts.more, { tool });
}

/** What lowering the thresholds of a rule does. */
export function fewerText(rule: RuleId, tool: string, translate: Translate): string {
  return translate(ruleOf(rule).texts.fewer, { tool });
}

/** That a rule never warns under these values; undefined where that is meant. */
export function neverWarnsText(rule: RuleId, values: DetectorValues, translate: Translate): string | undefined {
  const { likely, certain, texts } = ruleOf(rule);
  const named = (key: CountKey): string => `${key} (${values[key]})`;
  return texts.neverWarns === undefined
    ? undefined
    : translate(texts.neverWarns, { warn: named(likely), most: named(certain) });
}

/** A warning about a combination of values. */
export function settingsWarningText(
  { text, settings }: SettingsWarning<DetectorValues>,
  values: DetectorValues,
  translate: Translate,
): string {
  const named = Object.entries(settings).map(([placeholder, key]) => [placeholder, `${key} (${String(values[key])})`]);
  return translate(text, Object.fromEntries(named) as Record<string, string>);
}

/** All templates of all detectors, for those who translate them. */
export function detectorTemplates(): string[] {
  return DETECTORS.flatMap(({ id }) => {
    const { texts, rules, warnings = [] } = detectorOf(id);
    const ofFindings = [texts, ...(texts.onErrors === undefined ? [] : [texts.onErrors])];
    return [
      ...ofFindings.flatMap(({ name, meaning, pattern, summary }) => [name, meaning, pattern, summary]),
      texts.loops,
      ...Object.values(texts.factors ?? {}),
      ...Object.values(rules).flatMap((rule) => Object.values(rule.texts)),
      ...warnings.map(({ text }) => text),
    ];
  });
}

function textsFor({ detector, results }: Finding): FindingTexts {
  const { texts } = detectorOf(detector);
  return results === 'errors' ? (texts.onErrors ?? texts) : texts;
}
