import {
  DETECTOR_DEFAULTS,
  DETECTOR_IDS,
  type DetectorId,
  detectorOf,
  type DetectorValues,
  type RegisteredRule,
  RULES,
} from '../src/engine/rules/registry';

/** `{maxRepeats}`, `{2*maxRepeats}`, or `{maxRepeats-1}` in a cell of a table. */
const IN_BRACES = /\{(?:(\d+)\*)?(\w+)(-1)?\}/g;

/** The table of detectors in docs/how-it-decides.md, as Markdown. */
export function detectorTable(): string {
  const rows = DETECTOR_IDS.map((id) => {
    const rule = firstRuleOf(id);
    const { warnsAt = likelyAt(rule), actsAt = certainAt(rule), finds, unless } = detectorOf(id).texts;
    return row([`\`${id}\``, warnsAt, actsAt, finds, unless]);
  });
  return [
    row(['Kind', 'Warns', 'Acts', 'What it looks for', 'What keeps it from being a loop']),
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** The table of limits in docs/contributing/engine.md, as Markdown. */
export function limitTable(): string {
  const rows = DETECTOR_IDS.map((id) => {
    const rule = firstRuleOf(id);
    const acts = certainAt(rule);
    const counted = acts === 'never' ? acts : `${acts} (\`${rule.limit}\`)`;
    const { likely, certain = counted, why } = detectorOf(id).texts;
    return row([`\`${id}\``, likely, certain, why]);
  });
  return [row(['Detector', 'Likely', 'Certain', 'Why it is a loop']), '| --- | --- | --- | --- |', ...rows].join('\n');
}

function likelyAt({ limit, patience }: RegisteredRule): string {
  return `{${limit}${patience === undefined ? '-1' : ''}}`;
}

function certainAt({ limit, patience = 1 }: RegisteredRule): string {
  return patience === Infinity ? 'never' : `{${patience}*${limit}}`;
}

function firstRuleOf(id: DetectorId): RegisteredRule {
  return RULES.find(({ detector }) => detector === id) as RegisteredRule;
}

export function detectorType(): string {
  return `\n    ${DETECTOR_IDS.map((id) => `'${id}'`).join(' | ')}`;
}

function row(cells: readonly string[]): string {
  // The documents use straight apostrophes.
  return `| ${cells.map(withDefaults).join(' | ')} |`.replaceAll('’', "'");
}

const SECONDS = /Seconds$/;

function withDefaults(cell: string): string {
  return cell.replace(IN_BRACES, (_, times: string | undefined, key: string, before: string | undefined) =>
    SECONDS.test(key)
      ? `${DETECTOR_DEFAULTS[key as keyof DetectorValues]} s`
      : ordinal(Number(times ?? 1) * Number(DETECTOR_DEFAULTS[key as keyof DetectorValues]) + Number(before ?? 0)),
  );
}

function ordinal(count: number): string {
  if (!Number.isInteger(count)) {
    throw new Error('A table of detectors names a setting that is no count.');
  }
  const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
  return `${count}${suffixes[new Intl.PluralRules('en', { type: 'ordinal' }).select(count)] ?? 'th'}`;
}
