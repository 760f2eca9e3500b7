import { commandAnchor, htmlPage, htmlTable, type PageFrame } from '../words/pages/htmlPage';
import type { Translate } from '../words/language';
import { escapeMarkup } from '../words/pages/markup';
import { callTable } from './callTable';
import type { Explanation } from './explanation';
import { EXPLANATION_STYLE } from './pageStyle';
import { loopPicture } from './picture';
import { legend } from './pictureLegend';

/** Commands that links of the page run; the view allows no others. */
export const PAGE_COMMANDS = [
  'toolLoopGuard.markAsFine',
  'toolLoopGuard.openSettings',
  'toolLoopGuard.copyReport',
  'toolLoopGuard.proposeInstruction',
] as const;

/** What the page needs in addition to the explanation. */
interface ExplanationFrame extends PageFrame {
  /** What the command "Not a loop" is to be about; undefined where nothing can be said of the call. */
  readonly call?: { readonly conversationId: string; readonly number: number } | undefined;
}

/**
 * The explanation as an HTML page: what happened, the picture, the calls, why they count as a loop, and folded the
 * values that took part. No script and no request; every text is escaped, and links run commands of ours only.
 * @param explanation undefined: the page asks to choose one
 */
export function explanationPage(
  explanation: Explanation | undefined,
  frame: ExplanationFrame,
  translate: Translate,
): string {
  const body =
    explanation === undefined
      ? `<p class="quiet">${escapeMarkup(translate('Select a loop to see what happened.'))}</p>`
      : article(explanation, frame, translate);
  return htmlPage(explanation?.title ?? translate('Tool loop'), EXPLANATION_STYLE, body, frame);
}

function article(explanation: Explanation, { call }: ExplanationFrame, translate: Translate): string {
  const { title, name, state, summary, results, rule, why, consequences, saved } = explanation;
  const facts = [...(title.startsWith(name) ? [] : [name]), state];
  // One line in a narrow panel, so that the picture below it is in sight.
  const decisions = [
    ...verdict(explanation, call, translate),
    commandAnchor('toolLoopGuard.openSettings', translate('Change limit…'), rule.setting),
  ];
  const uses = [
    commandAnchor('toolLoopGuard.copyReport', translate('Copy report')),
    commandAnchor('toolLoopGuard.proposeInstruction', translate('Add as instruction…')),
  ];
  return [
    '<main>',
    `<h1>${escapeMarkup(title)}</h1>`,
    `<p class="quiet">${escapeMarkup(facts.join(' · '))}</p>`,
    `<p class="summary">${escapeMarkup(summary)}</p>${list(consequences.slice(1))}` +
      `<p class="actions">${decisions.join(' ')}</p>`,
    `<figure tabindex="0" aria-label="${escapeMarkup(translate('Diagram of the calls'))}">` +
      `${loopPicture(explanation, translate)}<figcaption>${legend(explanation, translate)}</figcaption></figure>`,
    section(translate('Calls'), callTable(explanation, translate)),
    section(translate('Arguments'), argumentList(explanation, translate)),
    section(translate('Results'), `<p>${escapeMarkup(results)}</p>`),
    section(
      translate('Why it counts as a loop'),
      `<p>${escapeMarkup(rule.meaning)} ${escapeMarkup(rule.counting.join(' '))}</p>${list(why)}`,
    ),
    `<p class="actions">${uses.join(' ')}</p>`,
    `<details><summary>${escapeMarkup(translate('Details'))}</summary>${valueTable(explanation, translate)}` +
      `<p>${escapeMarkup(saved)}</p></details>`,
    '</main>',
  ].join('\n');
}

/** What the person can say of the loop, or has said. */
function verdict({ feedback }: Explanation, call: ExplanationFrame['call'], translate: Translate): readonly string[] {
  if (feedback === 'fine') {
    return [`<span class="quiet">${escapeMarkup(translate('Marked as not a loop.'))}</span>`];
  }
  return call === undefined ? [] : [commandAnchor('toolLoopGuard.markAsFine', translate('Not a loop…'), call)];
}

function section(heading: string, content: string): string {
  return `<section><h2>${escapeMarkup(heading)}</h2>${content}</section>`;
}

function list(sentences: readonly string[]): string {
  return sentences.length === 0
    ? ''
    : `<ul>${sentences.map((sentence) => `<li>${escapeMarkup(sentence)}</li>`).join('')}</ul>`;
}

/** The arguments that were the same, each once; those that differ stand in the table of calls. */
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
  return htmlTable(translate('Details'), [translate('Setting'), translate('Value'), translate('Set by')], rows);
}
