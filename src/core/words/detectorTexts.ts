import type { FindingTexts, ToldVariant } from '../../engine/rules/detector';
import { detectorOf, ruleOf, type DetectorId, type Finding } from '../../engine/rules/registry';
import type { Translate } from './language';

/*
 * Detectors have their texts as templates in their own files. Only this file translates such templates: `npm run l10n`
 * collects them from the registry.
 */

export function findingName(finding: Finding, translate: Translate): string {
  return translate(textsFor(finding).name, countsOf(finding));
}

/** What the rule of a finding looks at, in one sentence. */
export function findingMeaning(finding: Finding, translate: Translate): string {
  return translate(textsFor(finding).meaning, countsOf(finding));
}

/** The pattern as a clause for the model, the person and the log. */
export function findingPattern(finding: Finding, tool: string, ttlSeconds: number, translate: Translate): string {
  return translate(textsFor(finding).pattern, { tool, ttlSeconds, ...countsOf(finding) });
}

function countsOf({ count, period }: Finding): {
  readonly count: number;
  readonly before: number;
  readonly period: number;
} {
  return { count, before: count - 1, period };
}

/** Why the threshold of a finding is a multiple of its setting; undefined when it is not, or needs no reason. */
export function factorText({ detector, rule, factor }: Finding, translate: Translate): string | undefined {
  const text = detectorOf(detector).texts.factors?.[factor];
  if (text === undefined && ruleOf(rule).patience === factor) {
    return translate('This kind counts as a loop at {factor} times its limit.', { factor });
  }
  return text === undefined ? undefined : translate(text, { factor });
}

/** The loops of a detector, as the name of a row of the metrics. */
export function loopsRow(detector: DetectorId, translate: Translate): string {
  return translate(detectorOf(detector).texts.loops);
}

/** What keeps a pattern from being a loop, as a list of a few words each. */
export function unlessText(detector: DetectorId, translate: Translate): string {
  return translate(detectorOf(detector).documentation.unless);
}

/** What there is to fill into the sentences for a person; the calls as they are to be shown. */
interface ToldValues {
  readonly call: string;
  readonly tool: string;
  /** The calls of one round; undefined when they are not all remembered. */
  readonly calls: string | undefined;
  /** What the last call failed with; undefined when it is not remembered. */
  readonly error: string | undefined;
}

/** What a person reads of a finding: what the agent did, what became of the checked call, and whether it is to run. */
export function toldTexts(
  finding: Finding,
  { call, tool, calls, error }: ToldValues,
  translate: Translate,
): { readonly did: string; readonly blocked: string; readonly ask: string } {
  const { told } = ruleOf(finding.rule).texts;
  const chosen = variantsFor(finding, calls, error)
    .map((variant) => told.variants?.[variant])
    .find((texts) => texts !== undefined);
  const { did, blocked, ask } = chosen ?? told;
  const { count, period } = finding;
  const values = { call, tool, calls: calls ?? '', error: error ?? '', count, before: count - 1, period };
  const whatItDid = translate(did, values);
  return {
    did: whatItDid,
    blocked: translate(blocked, values),
    ask: ask === undefined ? `${whatItDid} ${translate('Run {call} anyway?', { call })}` : translate(ask, values),
  };
}

function variantsFor(
  { atCeiling, count, period, results }: Finding,
  calls: string | undefined,
  error: string | undefined,
): ToldVariant[] {
  return [
    ...(atCeiling && results === 'changed' ? (['hardLimit'] as const) : []),
    ...(count === 2 && period === 1 ? (['once'] as const) : []),
    ...(results === 'errors' && error !== undefined ? (['errorsRemembered'] as const) : []),
    ...(calls === undefined ? [] : (['remembered'] as const)),
    ...(results === 'errors' || results === 'unknown' || results === 'changed' ? [results] : []),
  ];
}

function textsFor({ detector, rule, results }: Finding): FindingTexts {
  const { texts } = detectorOf(detector);
  const { found } = ruleOf(rule).texts;
  if (found !== undefined) {
    return found;
  }
  return results === 'errors' ? (texts.onErrors ?? texts) : texts;
}
