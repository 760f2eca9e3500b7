import { commandAnchor, htmlPage, type PageFrame } from '../words/pages/htmlPage';
import { escapeMarkup } from '../words/pages/markup';
import { numberText } from '../words/numberText';
import {
  blockedText,
  chancesText,
  checkedText,
  type CountWords,
  recoveredText,
  stoppedLoopsText,
  warningsText,
} from './countTexts';
import { chatTable, kindTable, modelTable, type ReportedConversation, toolTable } from './metricsTables';
import { savingsMethod } from './savingsText';
import { refusedOf, type MetricsTally } from './tally';
import type { ToolCount } from './toolCounts';

/** The style of the metrics page, in addition to that of all pages. */
const METRICS_STYLE = `
main { padding: 8px; }
.headline { font-size: 1.15em; }
td.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
thead th:not(:first-child) { text-align: end; }
`;

/** Commands that links of the page run; the view allows no others. */
export const METRICS_COMMANDS = ['toolLoopGuard.resetMetrics'] as const;

/** Everything the page shows. */
export interface MetricsReport {
  readonly totals: MetricsTally;
  /** When the totals began, as a date a person reads; undefined when nothing was stored yet. */
  readonly since: string | undefined;
  /** Those of this window, the latest first. */
  readonly conversations: readonly ReportedConversation[];
  /** Those of this window, the ones with most loops first. */
  readonly tools: readonly ToolCount[];
  readonly nowMs: number;
}

/**
 * The metrics as an HTML page: the outcome in one sentence, then by kind of loop, by tool and by chat; how savings are
 * estimated is folded away. No script and no request; every text is escaped.
 */
export function metricsPage(report: MetricsReport, frame: PageFrame, words: CountWords): string {
  const { translate } = words;
  const { totals, since } = report;
  const body = [
    '<main>',
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
    ...toolTable(report.tools, words),
    ...chatTable(report.conversations, report.nowMs, words),
    ...modelTable(report.conversations, words),
    savings(words),
    '</main>',
  ].join('\n');
  return htmlPage(translate('Metrics'), METRICS_STYLE, body, frame);
}

/** The outcome in one sentence. */
export function headline(
  { stops, savedCalls, savedRequests, savedTokensMeasured, reportedFine }: MetricsTally,
  words: CountWords,
): string {
  const { translate, language } = words;
  const parts = [
    stoppedLoopsText(stops, words),
    ...(savedTokensMeasured === 0
      ? []
      : [
          translate('at least {tokens} tokens saved, by request sizes that agents recorded', {
            tokens: numberText(savedTokensMeasured, language),
          }),
        ]),
    ...(savedCalls === 0
      ? []
      : [
          translate('about {calls} tool calls and {requests} model requests saved', {
            calls: numberText(savedCalls, language),
            requests: numberText(savedRequests, language),
          }),
        ]),
    translate('{count} marked as not a loop', { count: numberOf(reportedFine, words) }),
  ];
  return parts.join(' · ');
}

function countsLine(tally: MetricsTally, words: CountWords): string {
  const { translate } = words;
  const { chances, nudges, mitigations, calls, warnings } = tally;
  return [
    checkedText(calls, words),
    blockedText(refusedOf(tally), words),
    warningsText(warnings, words),
    ...(nudges === 0
      ? []
      : [
          nudges === 1
            ? translate('1 hint to the model')
            : translate('{count} hints to the model', { count: numberOf(nudges, words) }),
        ]),
    ...(chances === 0 ? [] : [chancesText(chances, words)]),
    ...(chances + nudges === 0 ? [] : [recoveredText(mitigations, words)]),
  ].join(' · ');
}

function savings({ translate }: CountWords): string {
  return (
    `<details><summary>${escapeMarkup(translate('How savings are estimated'))}</summary>` +
    `<p>${escapeMarkup(savingsMethod(translate))}</p><p>${escapeMarkup(
      translate(
        'A warning and the stop that follows it are one loop. Recovered means that the model changed course after ' +
          'guidance.',
      ),
    )}</p></details>`
  );
}

function numberOf(value: number, { language }: CountWords): string {
  return numberText(value, language);
}
