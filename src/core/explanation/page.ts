import type { Translate } from '../words/language';
import { shortened, type Step } from './explainedCall';
import type { Explanation } from './explanation';
import { EXPLANATION_STYLE } from './pageStyle';
import { escapeMarkup } from '../words/markup';
import { loopPicture } from './picture';
import { callNumbersText, otherCallsText, placeText, resultWords } from './stepText';

/** What a page needs beside its content. */
interface PageFrame {
  /** Unguessable and new for each page: only the style that carries it is applied. */
  readonly nonce: string;
  /** The language of the texts, such as `de`. */
  readonly language: string;
}

const FIRST_STEPS = 10;
const LAST_STEPS = 50;

/**
 * The explanation as an HTML page: the picture, then everything in words. No script, no link, no request; every text is
 * escaped.
 * @param explanation undefined: the page asks to choose one
 */
export function explanationPage(
  explanation: Explanation | undefined,
  { nonce, language }: PageFrame,
  translate: Translate,
): string {
  const body =
    explanation === undefined
      ? `<p class="quiet">${escapeMarkup(translate('Select a loop in the timeline to see it explained here.'))}</p>`
      : article(explanation, translate);
  return [
    '<!DOCTYPE html>',
    `<html lang="${escapeMarkup(language)}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeMarkup(explanation?.title ?? translate('Tool loop'))}</title>`,
    `<style nonce="${nonce}">${EXPLANATION_STYLE}</style>`,
    '</head>',
    '<body>',
    body,
    '</body>',
    '</html>',
  ].join('\n');
}

function article(explanation: Explanation, translate: Translate): string {
  const { title, summary, differences, results, rule, consequences, saved } = explanation;
  return [
    '<main>',
    `<h1>${escapeMarkup(title)}</h1>`,
    `<p class="summary">${escapeMarkup(summary)}</p>`,
    `<figure tabindex="0">${loopPicture(explanation, translate)}</figure>`,
    section(
      translate('What was done'),
      list(consequences) + (saved === undefined ? '' : `<p>${escapeMarkup(saved)}</p>`),
    ),
    section(translate('The calls'), callTable(explanation, translate) + letterList(explanation, translate)),
    section(
      translate('What the arguments differed in'),
      `<p>${escapeMarkup(differences.text)}</p>${fieldTable(explanation, translate)}`,
    ),
    section(translate('What the results were'), `<p>${escapeMarkup(results)}</p>`),
    section(
      translate('The rule'),
      `<p><strong>${escapeMarkup(rule.name)}.</strong> ${escapeMarkup(rule.meaning)}</p>${list(rule.counting)}` +
        `${valueTable(explanation, translate)}`,
    ),
    '</main>',
  ].join('\n');
}

function section(heading: string, content: string): string {
  return `<section><h2>${escapeMarkup(heading)}</h2>${content}</section>`;
}

function list(sentences: readonly string[]): string {
  return `<ul>${sentences.map((sentence) => `<li>${escapeMarkup(sentence)}</li>`).join('')}</ul>`;
}

function table(caption: string, headings: readonly string[], rows: readonly string[]): string {
  const head = headings.map((heading) => `<th scope="col">${escapeMarkup(heading)}</th>`).join('');
  return (
    `<div class="scroll" tabindex="0" role="region" aria-label="${escapeMarkup(caption)}` +
    `"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  );
}

function callTable({ steps, period }: Explanation, translate: Translate): string {
  const isCycle = period > 1;
  const headings = [
    translate('Call'),
    translate('Letter'),
    translate('Tool'),
    ...(isCycle ? [translate('Place')] : []),
    translate('Result'),
  ];
  const row = (step: Step): string => {
    if (step.kind !== 'call') {
      return (
        `<tr><td colspan="${headings.length}" class="quiet">` +
        `${escapeMarkup(otherCallsText(step, translate))}</td></tr>`
      );
    }
    const place = isCycle ? `<td>${escapeMarkup(placeText(step, period, translate) ?? '')}</td>` : '';
    const words = step.isJudged
      ? `<strong>${escapeMarkup(resultWords(step, translate))}</strong>`
      : escapeMarkup(resultWords(step, translate));
    const result =
      step.resultText === undefined || step.resultText.trim() === ''
        ? ''
        : ` <code>${escapeMarkup(step.resultText)}</code>`;
    return (
      `<tr${step.isJudged ? ' class="judged"' : ''}><th scope="row">${step.number}</th><td>${step.letter}` +
      `</td><td>${escapeMarkup(step.tool)}</td>${place}<td>${words}${result}</td></tr>`
    );
  };
  return table(translate('The calls'), headings, shortened(steps, FIRST_STEPS, LAST_STEPS).map(row));
}

function letterList({ letters }: Explanation, translate: Translate): string {
  const items = letters.map(
    ({ letter, tool, argumentsText }) =>
      `<dt>${letter}</dt><dd>${escapeMarkup(tool)} <code>` +
      `${escapeMarkup(argumentsText ?? translate('arguments not remembered any more'))}</code></dd>`,
  );
  return `<dl>${items.join('')}</dl>`;
}

function fieldTable({ differences }: Explanation, translate: Translate): string {
  if (differences.fields.length === 0) {
    return '';
  }
  const rows = differences.fields.map(({ of, path, values, isHidden }) => {
    const shown = values.map(
      ({ text, calls }) =>
        '<li>' +
        `${text === undefined ? escapeMarkup(translate('not given')) : `<code>${escapeMarkup(text)}</code>`} ` +
        `<span class="quiet">${escapeMarkup(callNumbersText(calls, translate))}</span></li>`,
    );
    const hidden = isHidden
      ? `<p class="quiet">${escapeMarkup(translate('The difference itself is masked or too long to show.'))}</p>`
      : '';
    const name = [of, path].filter((part) => part !== undefined && part !== '').join(': ');
    return (
      `<tr><th scope="row">${escapeMarkup(name || translate('arguments'))}</th>` +
      `<td><ul>${shown.join('')}</ul>${hidden}</td></tr>`
    );
  });
  return table(translate('What the arguments differed in'), [translate('Argument'), translate('Values')], rows);
}

function valueTable({ rule }: Explanation, translate: Translate): string {
  const rows = rule.values.map(
    ({ setting, value, origin }) =>
      `<tr><th scope="row"><code>${escapeMarkup(setting)}</code></th><td>${escapeMarkup(value)}</td><td>` +
      `${escapeMarkup(origin ?? translate('not remembered'))}</td></tr>`,
  );
  return table(translate('The rule'), [translate('Setting'), translate('Value'), translate('From')], rows);
}
