import type { Translate } from '../words/language';
import { codeSpan, escapeMarkdown } from '../words/pages/markdown';
import { shortened, otherCallsText, resultWords } from './explainedCall';
import type { Explanation } from './explanation';

const [FIRST_STEPS, LAST_STEPS] = [10, 10];

/** Markdown to paste into an issue or a chat. Masked, and without arguments other than those in the call's name. */
export function reportMarkdown(explanation: Explanation, versions: string, translate: Translate): string {
  const { title, name, summary, rule, consequences, steps, why, patterns } = explanation;
  const values = rule.values.map(({ setting, value }) => `- ${codeSpan(setting)}: ${codeSpan(value)}`);
  const calls = shortened(steps, FIRST_STEPS, LAST_STEPS).map((step) =>
    step.kind === 'call'
      ? `- ${step.number}. ${codeSpan(step.tool)}: ${escapeMarkdown(resultWords(step, translate))}`
      : `- ${escapeMarkdown(otherCallsText(step, translate))}`,
  );
  return [
    `### ${escapeMarkdown(title)}`,
    escapeMarkdown(name),
    escapeMarkdown(summary),
    ...(consequences.length > 1
      ? [
          consequences
            .slice(1)
            .map((text) => `- ${escapeMarkdown(text)}`)
            .join('\n'),
        ]
      : []),
    `**${translate('Calls')}**\n\n${calls.join('\n')}`,
    ...why.map(escapeMarkdown),
    ...(patterns.length === 0 ? [] : [patterns.map(codeSpan).join(', ')]),
    `**${translate('Settings')}**\n\n${values.join('\n')}`,
    versions,
  ]
    .join('\n\n')
    .concat('\n');
}
