import type { FindingTexts, Rule, ToldVariant } from '../../engine/rules/detector';
import type { Finding } from '../../engine/rules/finding';
import { detectorOf, ruleOf, type DetectorId, type RuleId } from '../../engine/rules/registry';
import type { Translate } from './language';

// Only this file translates the templates in the files of detectors; `npm run l10n` collects them from the registry.

export function findingName(finding: Finding, translate: Translate): string {
  return translate(textsFor(finding).name, countsOf(finding));
}

export function findingMeaning(finding: Finding, translate: Translate): string {
  return translate(textsFor(finding).meaning, countsOf(finding));
}

/** A clause for the model, the user, and the log. */
export function findingPattern(finding: Finding, tool: string, ttlSeconds: number, translate: Translate): string {
  return translate(textsFor(finding).pattern, { tool, ttlSeconds, ...countsOf(finding) });
}

function countsOf({ count, period, threshold }: Finding): Readonly<Record<string, number>> {
  return { count, before: count - 1, period, threshold };
}

/** How much was counted, and the limit. */
export function countText({ rule, certainty, count, threshold }: Finding, translate: Translate): string {
  const counted = amountText(ruleOf(rule).unit ?? 'calls', count, translate);
  return certainty === 'certain'
    ? translate('{counted}, limit {threshold}.', { counted, threshold })
    : translate('{counted}, warning limit {threshold}.', { counted, threshold });
}

function amountText(unit: NonNullable<Rule['unit']> | 'calls', count: number, translate: Translate): string {
  const texts: Record<typeof unit, string> = {
    rounds: translate('{count} rounds', { count }),
    turns: translate('{count} turns', { count }),
    subagents: translate('{count} subagents', { count }),
    seconds: translate('{count} seconds', { count }),
    calls: translate('{count} calls', { count }),
  };
  return texts[unit];
}

/** Why the threshold is a multiple of its setting; undefined if it isn't, or if it needs no reason. */
export function factorText({ detector, rule, factor }: Finding, translate: Translate): string | undefined {
  const text = detectorOf(detector).texts.factors?.[factor];
  if (text === undefined && ruleOf(rule).patience === factor) {
    return translate('This kind counts as a loop at {factor} times its limit.', { factor });
  }
  return text === undefined ? undefined : translate(text, { factor });
}

/** As the name of a row of the metrics. */
export function loopsRow(detector: DetectorId, translate: Translate): string {
  return translate(detectorOf(detector).texts.loops);
}

/** What a rule counts, in English and by a name that no other rule has. */
export function countedName(rule: RuleId): string {
  const { counted, detector } = ruleOf(rule);
  return counted ?? detectorOf(detector).texts.loops;
}

/** What keeps a pattern from being a loop, as a list of a few words each. */
export function unlessText(detector: DetectorId, translate: Translate): string {
  return translate(detectorOf(detector).texts.unless);
}

interface ToldValues {
  readonly call: string;
  readonly tool: string;
  /** Of one round; undefined if not all are remembered. */
  readonly calls: string | undefined;
  /** Of the last call; undefined if it isn't remembered. */
  readonly error: string | undefined;
}

/** What the agent did, what became of the checked call, and the question whether to run it. */
export function toldTexts(
  finding: Finding,
  { call, tool, calls, error }: ToldValues,
  translate: Translate,
): { readonly did: string; readonly blocked: string; readonly ask: string } {
  const { told } = ruleOf(finding.rule);
  const chosen = variantsFor(finding, calls, error)
    .map((variant) => told[variant])
    .find((texts) => texts !== undefined);
  const { did, ask, blocked = told.blocked } = chosen ?? told;
  const values = { call, tool, calls: calls ?? '', error: error ?? '', ...countsOf(finding) };
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
  const { found } = ruleOf(rule);
  if (found !== undefined) {
    return found;
  }
  return results === 'errors' ? (texts.onErrors ?? texts) : texts;
}
