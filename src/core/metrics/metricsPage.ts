import { DETECTOR_IDS } from '../../engine/rules/registry';
import { loopsRow } from '../words/detectorTexts';
import { numberText } from '../words/numberText';
import { commandAnchor, htmlPage, htmlTable, type PageFrame, escapeMarkup } from '../words/pages/htmlPage';
import { CALLS_SAVED } from './conversationMetrics';
import {
  blockedText,
  chancesText,
  checkedText,
  type CountWords,
  recoveredText,
  stoppedLoopsText,
  warningsText,
} from './countTexts';
import { refusedOf, type MetricsTally } from './tally';

const METRICS_STYLE = `
main { padding: 8px; }
.headline { font-size: 1.15em; }
td.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
tbody th::first-letter { text-transform: uppercase; }
thead th:not(:first-child) { text-align: end; }
`;

/** The view allows no other commands in links. */
export const METRICS_COMMANDS = ['toolLoopGuard.resetMetrics'] as const;

interface MetricsReport {
  readonly totals: MetricsTally;
  readonly since: string | undefined;
}

/** An HTML page without scripts or requests; every text is escaped. */
export function metricsPage({ totals, since }: MetricsReport, frame: PageFrame, words: CountWords): string {
  const { translate } = words;
  const parts = [
    `<h1>${escapeMarkup(translate('Metrics'))}</h1>`,
    since === undefined
      ? `<p>${escapeMarkup(translate('Nothing has been counted yet.'))}</p>`
      : `<p class="headline"><strong>${escapeMarkup(headline(totals, words))}</strong></p>` +
        `<p>${escapeMarkup(countsLine(totals, words))}</p>` +
        `<p class="quiet">${escapeMarkup(
          translate('Since {date}, across all windows. Stored only on this machine.', { date: since }),
        )}</p>`,
    `<p class="actions">${commandAnchor('toolLoopGuard.resetMetrics', translate('Reset…'))}</p>`,
    ...kindTable(totals, words),
    savings(words),
  ];
  return htmlPage(translate('Metrics'), METRICS_STYLE, parts, frame);
}

export function headline({ stops, savedCalls, reportedFine }: MetricsTally, words: CountWords): string {
  const { translate } = words;
  return [
    stoppedLoopsText(stops, words),
    savedCalls > 0 && translate('about {calls} tool calls saved', { calls: numberOf(savedCalls, words) }),
    translate('{count} marked as not a loop', { count: numberOf(reportedFine, words) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function countsLine(tally: MetricsTally, words: CountWords): string {
  const { translate } = words;
  const { chances, nudges, mitigations, calls, warnings } = tally;
  return [
    checkedText(calls, words),
    blockedText(refusedOf(tally), words),
    warningsText(warnings, words),
    nudges === 1 && translate('1 hint to the model'),
    nudges > 1 && translate('{count} hints to the model', { count: numberOf(nudges, words) }),
    chances > 0 && chancesText(chances, words),
    chances + nudges > 0 && recoveredText(mitigations, words),
  ]
    .filter(Boolean)
    .join(' · ');
}

function savings({ translate }: CountWords): string {
  return (
    `<details><summary>${escapeMarkup(translate('How savings are estimated'))}</summary>` +
    `<p>${escapeMarkup(
      translate(
        'Savings are estimates on the low side. Each loop that was stopped, or that the model left after a blocked ' +
          'call, counts as {calls} calls. The median of 70 labeled loops in recorded sessions was longer. A ' +
          'stop that you mark as not a loop saves nothing.',
        { calls: CALLS_SAVED },
      ),
    )}</p><p>${escapeMarkup(translate('A warning and the stop that follows it are one loop.'))}</p></details>`
  );
}

function kindTable({ loops, loopsStopped, loopsRecovered }: MetricsTally, words: CountWords): string[] {
  const { translate } = words;
  const rows = DETECTOR_IDS.filter((id) => loops[id] > 0).map((id) => {
    const warnedOnly = Math.max(0, loops[id] - loopsStopped[id] - loopsRecovered[id]);
    const cells = [loops[id], loopsStopped[id], loopsRecovered[id], warnedOnly].map(
      (value) => `<td class="number">${numberOf(value, words)}</td>`,
    );
    return `<tr><th scope="row">${escapeMarkup(loopsRow(id, translate))}</th>${cells.join('')}</tr>`;
  });
  const headings = [
    translate('Kind of loop'),
    translate('Loops'),
    translate('Stopped'),
    translate('Changed course'),
    translate('Warned only'),
  ];
  const title = translate('Loops');
  return rows.length === 0 ? [] : [`<h2>${escapeMarkup(title)}</h2>`, htmlTable(title, headings, rows)];
}

function numberOf(value: number, { language }: CountWords): string {
  return numberText(value, language);
}
