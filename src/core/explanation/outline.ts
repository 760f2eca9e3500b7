import type { Translate } from '../words/language';
import { shortened, type Step } from './explainedCall';
import type { Explanation } from './explanation';
import { callNumbersText, otherCallsText, placeText, resultWords } from './stepText';

/** What an entry of an outline is about; the view picks its icon by it. */
export type OutlineTopic =
  | 'summary'
  | 'calls'
  | 'call'
  | 'refusedCall'
  | 'otherCalls'
  | 'differences'
  | 'results'
  | 'rule'
  | 'value'
  | 'sentence';

/** One entry of an explanation as a tree: what is read by keyboard and screen reader without any picture. */
export interface OutlineEntry {
  readonly topic: OutlineTopic;
  readonly label: string;
  readonly description: string | undefined;
  readonly children: readonly OutlineEntry[];
}

const FIRST_STEPS = 10;
const LAST_STEPS = 50;

/** The explanation as a tree of texts, the most important first. */
export function outlineOf(explanation: Explanation, translate: Translate): readonly OutlineEntry[] {
  const { summary, consequences, saved, steps, differences, results, rule, why } = explanation;
  const sentences = (texts: readonly string[]): OutlineEntry[] => texts.map((text) => entry('sentence', text));
  return [
    entry('summary', summary, undefined, sentences([...consequences, saved])),
    entry(
      'calls',
      translate('Calls'),
      sequenceText(steps),
      shortened(steps, FIRST_STEPS, LAST_STEPS).map((step) => stepEntry(step, explanation, translate)),
    ),
    entry(
      'differences',
      translate('Arguments'),
      differences.text,
      differences.fields.map(({ of, path, values }) =>
        entry(
          'value',
          [of, path].filter((part) => part !== undefined && part !== '').join(': ') || translate('arguments'),
          values.map(({ text }) => text ?? translate('not given')).join(' · '),
          values.map(({ text, calls }) =>
            entry('value', text ?? translate('not given'), callNumbersText(calls, translate)),
          ),
        ),
      ),
    ),
    entry('results', translate('Results'), results),
    entry('rule', translate('Why it counts as a loop'), rule.counting[0], [
      ...sentences([rule.meaning, ...rule.counting.slice(1), ...why]),
      ...rule.values.map(({ setting, value, origin }) => entry('value', `${setting}: ${value}`, origin)),
    ]),
  ];
}

function stepEntry(step: Step, { letters, period }: Explanation, translate: Translate): OutlineEntry {
  if (step.kind !== 'call') {
    return entry('otherCalls', otherCallsText(step, translate));
  }
  const { letter, tool, number, ran, resultText } = step;
  const parts = [placeText(step, period, translate), resultWords(step, translate), resultText].filter(
    (part) => part !== undefined && part.trim() !== '',
  );
  const argumentsText = letters.find((each) => each.letter === letter)?.argumentsText;
  return entry(
    ran ? 'call' : 'refusedCall',
    `${number}. ${letter} · ${tool}`,
    parts.join(' · '),
    argumentsText === undefined ? [] : [entry('sentence', argumentsText)],
  );
}

/** The letters in their order: `A B A B`. */
function sequenceText(steps: readonly Step[]): string {
  return shortened(steps, FIRST_STEPS, LAST_STEPS)
    .map((step) => (step.kind === 'call' ? step.letter : '…'))
    .join(' ');
}

function entry(
  topic: OutlineTopic,
  label: string,
  description?: string,
  children: readonly OutlineEntry[] = [],
): OutlineEntry {
  return { topic, label, description, children };
}
