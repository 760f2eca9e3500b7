import {
  commandAnchor,
  escapeBreakable,
  htmlPage,
  htmlTable,
  type PageFrame,
  escapeMarkup,
} from '../words/pages/htmlPage';
import type { Translate } from '../words/language';
import type { Explanation } from './explanation';
import { loopPicture, legend } from './picture';
import { type ExplainedCall, shortened, type Step, otherCallsText, placeText, resultWords } from './explainedCall';

const EXPLANATION_STYLE = `
h1 { margin-top: 2px; }
.summary { font-size: 1.05em; overflow-wrap: anywhere; }
figure { margin: 2px 0 4px; }
tr.judged th, tr.judged td { border-bottom-width: 2px; border-bottom-color: var(--vscode-editorError-foreground); }
th[scope=row] { white-space: nowrap; }
/* The picture says it, too. */
@media (max-width: 400px) { th.step, td.step { display: none; } }
dl { display: grid; grid-template-columns: fit-content(45%) 1fr; gap: 2px 12px; margin: 4px 0; }
dt, dd { margin: 0; overflow-wrap: anywhere; }
dt { color: var(--vscode-descriptionForeground); }
h3 { font-size: 1em; font-weight: 600; margin: 8px 0 2px; }
.legend { list-style: none; padding: 0; margin: 4px 0; display: flex; flex-wrap: wrap; gap: 2px 16px; }
.legend li { display: inline-flex; align-items: center; gap: 6px; min-height: 24px; }
.legend span { overflow-wrap: anywhere; }
.error { color: var(--vscode-errorForeground); }
.picture { display: flex; flex-wrap: wrap; gap: 10px 18px; padding: 6px; text-align: center; }
.picture > span { position: relative; min-width: 32px; }
.picture > span + span::before { content: '→'; position: absolute; left: -17px; top: 6px; }
.picture b, .picture small, .picture i { display: block; min-height: 18px; font-style: normal; }
.picture b { line-height: 30px; }
.picture > span + span::before, .picture small { color: var(--vscode-descriptionForeground); font-size: 12px; }
.call { width: 30px; border: 2px solid var(--tint); border-radius: 50%; }
.neutral { --tint: var(--vscode-descriptionForeground); }
.c0 { --tint: var(--vscode-charts-blue); }
.c1 { --tint: var(--vscode-charts-yellow); }
.c2 { --tint: var(--vscode-charts-purple); }
.c3 { --tint: var(--vscode-charts-green); }
.c4 { --tint: var(--vscode-terminal-ansiCyan); }
.c5 { --tint: var(--vscode-terminal-ansiMagenta); }
.refused { --tint: var(--vscode-editorError-foreground); border-style: dashed; border-radius: 4px; }
.call.judged { outline: 2px solid var(--vscode-editorError-foreground); outline-offset: 2px; }
@media (forced-colors: active) { .call.judged { outline-color: Highlight; } }
body.vscode-high-contrast .picture *, body.vscode-high-contrast-light .picture * {
  color: var(--vscode-foreground);
}
`;

/** The view allows no other commands in links. */
export const PAGE_COMMANDS = [
  'toolLoopGuard.markAsFine',
  'toolLoopGuard.openSettings',
  'toolLoopGuard.copyReport',
  'toolLoopGuard.proposeInstruction',
] as const;

interface ExplanationFrame extends PageFrame {
  /** For "Not a loop"; undefined if feedback isn't possible. */
  readonly call?: { readonly conversationId: string; readonly number: number } | undefined;
}

/** Without scripts or requests. Every text is escaped, and links run only our commands. */
export function explanationPage(
  explanation: Explanation | undefined,
  frame: ExplanationFrame,
  translate: Translate,
): string {
  const parts =
    explanation === undefined
      ? [`<p class="quiet">${escapeMarkup(translate('Select a loop to see what happened.'))}</p>`]
      : article(explanation, frame, translate);
  return htmlPage(explanation?.title ?? translate('Tool loop'), EXPLANATION_STYLE, parts, frame);
}

function article(explanation: Explanation, { call }: ExplanationFrame, translate: Translate): string[] {
  const { title, name, state, summary, rule, why, consequences, feedback } = explanation;
  const facts = [...(title.startsWith(name) ? [] : [name]), state];
  // One line in a narrow panel, so that the picture below stays in view.
  const notALoop = call && [commandAnchor('toolLoopGuard.markAsFine', translate('Not a loop…'), call)];
  const decisions = [
    ...(feedback === 'fine'
      ? [`<span class="quiet">${escapeMarkup(translate('Marked as not a loop.'))}</span>`]
      : (notALoop ?? [])),
    commandAnchor('toolLoopGuard.openSettings', translate('Change limit…'), rule.setting),
  ];
  const uses = [
    commandAnchor('toolLoopGuard.copyReport', translate('Copy report')),
    commandAnchor('toolLoopGuard.proposeInstruction', translate('Add as instruction…')),
  ];
  return [
    // The count never stands alone on the last line.
    `<h1>${escapeBreakable(title.replace(/ (?=×\d+$)/, '\u00a0'))}</h1>`,
    `<p class="quiet">${escapeMarkup(facts.join(' · '))}</p>`,
    `<p class="summary">${escapeMarkup(summary)}</p>${list(consequences.slice(1))}` +
      `<p class="actions">${decisions.join(' ')}</p>`,
    `<figure>${loopPicture(explanation, translate)}<figcaption>${legend(explanation, translate)}</figcaption></figure>`,
    section(translate('Calls'), callTable(explanation, translate)),
    section(translate('Arguments'), argumentList(explanation, translate)),
    section(
      translate('Why it counts as a loop'),
      `<p>${escapeMarkup(rule.meaning)} ${escapeMarkup(rule.counting.join(' '))}</p>${list(why)}`,
    ),
    `<details><summary>${escapeMarkup(translate('Settings'))}</summary>${valueTable(explanation, translate)}</details>`,
    `<p class="actions">${uses.join(' ')}</p>`,
  ];
}

function section(heading: string, content: string): string {
  return `<section><h2>${escapeMarkup(heading)}</h2>${content}</section>`;
}

function list(sentences: readonly string[]): string {
  return sentences.length === 0
    ? ''
    : `<ul>${sentences.map((sentence) => `<li>${escapeMarkup(sentence)}</li>`).join('')}</ul>`;
}

/** Only those that were the same, each once; the others are in the table of calls. */
function argumentList({ differences }: Explanation, translate: Translate): string {
  const hidden = differences.fields.some(({ isHidden }) => isHidden)
    ? `<p class="quiet">${escapeMarkup(translate('The difference itself is masked or too long to show.'))}</p>`
    : '';
  const groups = differences.common
    .filter(({ fields }) => fields.length > 0)
    .map(({ of, fields }) => {
      const items = fields.map(
        ({ path, text }) =>
          `<dt>${escapeMarkup(path || translate('arguments'))}</dt><dd><code>${escapeMarkup(text)}</code></dd>`,
      );
      return `${of === undefined ? '' : `<h3>${escapeMarkup(of)}</h3>`}<dl>${items.join('')}</dl>`;
    });
  return `<p>${escapeMarkup(differences.text)}</p>${hidden}${groups.join('')}`;
}

function valueTable({ rule }: Explanation, translate: Translate): string {
  const rows = rule.values.map(
    ({ setting, value, origin }) =>
      `<tr><th scope="row"><code>${escapeMarkup(setting)}</code></th><td>${escapeMarkup(value)}</td><td>` +
      `${escapeMarkup(origin ?? translate('unknown'))}</td></tr>`,
  );
  return htmlTable(translate('Settings'), [translate('Setting'), translate('Value'), translate('Set by')], rows);
}

const FIRST_STEPS = 10;
const LAST_STEPS = 50;

type Column = {
  readonly heading: string;
  readonly cell: (call: ExplainedCall) => string;
  readonly className?: string;
};

/** Without columns that would be the same for every call. */
function callTable(explanation: Explanation, translate: Translate): string {
  const { letters, period, steps } = explanation;
  const tool = { heading: translate('Tool'), cell: (call: ExplainedCall) => escapeMarkup(call.tool) };
  const step = {
    heading: translate('Step'),
    cell: (call: ExplainedCall) => escapeMarkup(placeText(call, period, translate) ?? ''),
    className: 'step',
  };
  const columns: readonly Column[] = [
    ...(new Set(letters.map((letter) => letter.tool)).size < 2 ? [] : [tool]),
    ...(period < 2 ? [] : [step]),
    ...argumentColumn(explanation, translate),
    { heading: translate('Result'), cell: (call: ExplainedCall) => resultCell(call, translate) },
  ];
  const headings = [
    translate('Call'),
    ...columns.map(({ heading, className }) => (className === undefined ? heading : { text: heading, className })),
  ];
  const row = (each: Step): string => {
    if (each.kind !== 'call') {
      const text = escapeMarkup(otherCallsText(each, translate));
      return `<tr><td colspan="${headings.length}" class="quiet">${text}</td></tr>`;
    }
    const cells = columns.map(
      ({ cell, className }) => `<td${className === undefined ? '' : ` class="${className}"`}>${cell(each)}</td>`,
    );
    return (
      `<tr${each.isJudged ? ' class="judged"' : ''}><th scope="row">` +
      `${each.number} · <strong>${each.letter}</strong></th>${cells.join('')}</tr>`
    );
  };
  return htmlTable(translate('Calls'), headings, shortened(steps, FIRST_STEPS, LAST_STEPS).map(row));
}

/** A value that occurred before is shown as a reference to its first call. */
function argumentColumn({ differences, letters }: Explanation, translate: Translate): Column[] {
  const { fields } = differences;
  const [only, another] = fields;
  if (only === undefined) {
    return [];
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
      const text =
        value.text === undefined ? escapeMarkup(translate('not given')) : `<code>${escapeMarkup(value.text)}</code>`;
      return [{ first, text: `${name}${text}` }];
    });
    const earlier = [...new Set(lines.filter(({ first }) => first < call.number).map(({ first }) => first))];
    const fresh = lines.filter(({ first }) => first === call.number).map(({ text }) => text);
    const before = earlier.map(
      (number) => `<span class="quiet">${escapeMarkup(translate('as in call {number}', { number }))}</span>`,
    );
    return [...fresh, ...before].join('<br>');
  };
  const isSingle = another === undefined && only.path !== '';
  return [{ heading: isSingle ? only.path : translate('Different arguments'), cell }];
}

function resultCell(call: ExplainedCall, translate: Translate): string {
  const { isJudged, relation, resultText } = call;
  const words = escapeMarkup(resultWords(call, translate));
  const isTold = relation === 'equal' || resultText === undefined || resultText.trim() === '';
  const told = isTold ? '' : ` <code>${escapeMarkup(resultText)}</code>`;
  return `${isJudged ? `<strong>${words}</strong>` : words}${told}`;
}
