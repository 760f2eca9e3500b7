import { htmlTable } from '../words/pages/htmlPage';
import type { Translate } from '../words/language';
import { escapeMarkup } from '../words/pages/markup';
import { type ExplainedCall, shortened, type Step } from './explainedCall';
import type { Explanation } from './explanation';
import { otherCallsText, placeText, resultWords } from './stepText';

const FIRST_STEPS = 10;
const LAST_STEPS = 50;

/** One column of the table: undefined where it would say the same of every call. */
type Column =
  | {
      readonly heading: string;
      readonly cell: (call: ExplainedCall) => string;
      /** What its cells are called in the style of the page. */
      readonly className?: string;
    }
  | undefined;

/** The calls of a loop in their order, with what tells them apart and what came back. Each value stands in it once. */
export function callTable(explanation: Explanation, translate: Translate): string {
  const columns: readonly Exclude<Column, undefined>[] = [
    toolColumn(explanation, translate),
    stepColumn(explanation, translate),
    argumentColumn(explanation, translate),
    { heading: translate('Result'), cell: (call: ExplainedCall) => resultCell(call, translate) },
  ].filter((column) => column !== undefined);
  const headings = [
    translate('Call'),
    ...columns.map(({ heading, className }) => (className === undefined ? heading : { text: heading, className })),
  ];
  const row = (step: Step): string =>
    step.kind !== 'call'
      ? `<tr><td colspan="${headings.length}" class="quiet">` +
        `${escapeMarkup(otherCallsText(step, translate))}</td></tr>`
      : `<tr${step.isJudged ? ' class="judged"' : ''}><th scope="row">` +
        `${step.number} · <strong>${step.letter}</strong></th>` +
        `${columns.map((column) => cellMarkup(column, step)).join('')}</tr>`;
  return htmlTable(translate('Calls'), headings, shortened(explanation.steps, FIRST_STEPS, LAST_STEPS).map(row));
}

function cellMarkup({ cell, className }: Exclude<Column, undefined>, call: ExplainedCall): string {
  return `<td${className === undefined ? '' : ` class="${className}"`}>${cell(call)}</td>`;
}

function toolColumn({ letters }: Explanation, translate: Translate): Column {
  return new Set(letters.map(({ tool }) => tool)).size < 2
    ? undefined
    : { heading: translate('Tool'), cell: ({ tool }) => escapeMarkup(tool) };
}

function stepColumn({ period }: Explanation, translate: Translate): Column {
  return period < 2
    ? undefined
    : {
        heading: translate('Step'),
        cell: (call) => escapeMarkup(placeText(call, period, translate) ?? ''),
        className: 'step',
      };
}

/** What the arguments differ in. A value that came before is told by the call that had it. */
function argumentColumn({ differences, letters }: Explanation, translate: Translate): Column {
  const { fields } = differences;
  const [only, another] = fields;
  if (only === undefined) {
    return undefined;
  }
  const toolOf = (call: ExplainedCall): readonly string[] => [
    call.letter,
    letters.find(({ letter }) => letter === call.letter)?.tool ?? call.tool,
  ];
  const cell = (call: ExplainedCall): string => {
    const own = fields.filter(({ of }) => of === undefined || toolOf(call).includes(of));
    const lines = own.flatMap(({ path, values }) => {
      const value = values.find(({ calls }) => calls.includes(call.number));
      const first = value?.calls[0];
      if (value === undefined || first === undefined) {
        return [];
      }
      const name = another === undefined || path === '' ? '' : `<span class="quiet">${escapeMarkup(path)}:</span> `;
      return [{ first, text: `${name}${valueCell(value.text, translate)}` }];
    });
    const earlier = [...new Set(lines.filter(({ first }) => first < call.number).map(({ first }) => first))];
    const fresh = lines.filter(({ first }) => first === call.number).map(({ text }) => text);
    const before = earlier.map(
      (number) => `<span class="quiet">${escapeMarkup(translate('as in call {number}', { number }))}</span>`,
    );
    return [...fresh, ...before].join('<br>');
  };
  return { heading: another === undefined && only.path !== '' ? only.path : translate('Different arguments'), cell };
}

function valueCell(text: string | undefined, translate: Translate): string {
  return text === undefined ? escapeMarkup(translate('not given')) : `<code>${escapeMarkup(text)}</code>`;
}

/** What a result says is told where it is new. */
function resultCell(call: ExplainedCall, translate: Translate): string {
  const { isJudged, relation, resultText } = call;
  const words = escapeMarkup(resultWords(call, translate));
  const isTold = relation === 'equal' || resultText === undefined || resultText.trim() === '';
  const told = isTold ? '' : ` <code>${escapeMarkup(resultText)}</code>`;
  return `${isJudged ? `<strong>${words}</strong>` : words}${told}`;
}
