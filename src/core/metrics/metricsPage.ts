import { DETECTOR_IDS } from '../../engine/rules/registry';
import { loopsRow } from '../words/detectorTexts';
import { ageText, numberText } from '../words/numberText';
import { commandAnchor, htmlPage, htmlTable, type PageFrame, escapeMarkup } from '../words/pages/htmlPage';
import { clip, oneLine, toolLabel } from '../words/quoting';
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
import type { ToolCount } from './metrics';
import { loopsOf, refusedOf, type MetricsTally } from './tally';

const METRICS_STYLE = `
main { padding: 8px; }
.headline { font-size: 1.15em; }
td.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
thead th:not(:first-child) { text-align: end; }
`;

const SHOWN_ROWS = 20;
const NAME_CHARACTERS = 60;

/** Commands that links of the page run; the view allows no others. */
export const METRICS_COMMANDS = ['toolLoopGuard.resetMetrics'] as const;

interface ReportedConversation {
  readonly name: string;
  /** What tells its session from those of VS Code's own agent; empty for those. */
  readonly origin: readonly string[];
  /** The id of the model that it used last; undefined when no surface told. */
  readonly model: string | undefined;
  /** When its last call was, in milliseconds since 1970; undefined when that is no longer known. */
  readonly lastAtMs: number | undefined;
  readonly tally: MetricsTally;
}

interface MetricsReport {
  readonly totals: MetricsTally;
  readonly since: string | undefined;
  /** Those of this window, the latest first. */
  readonly conversations: readonly ReportedConversation[];
  /** Those of this window, the ones with most loops first. */
  readonly tools: readonly ToolCount[];
  readonly nowMs: number;
}

/** The metrics as an HTML page without scripts and requests; every text is escaped. */
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
    savings(words),
    '</main>',
  ].join('\n');
  return htmlPage(translate('Metrics'), METRICS_STYLE, body, frame);
}

export function headline({ stops, savedCalls, reportedFine }: MetricsTally, words: CountWords): string {
  const { translate } = words;
  return [
    stoppedLoopsText(stops, words),
    ...(savedCalls === 0 ? [] : [translate('about {calls} tool calls saved', { calls: numberOf(savedCalls, words) })]),
    translate('{count} marked as not a loop', { count: numberOf(reportedFine, words) }),
  ].join(' · ');
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
    `<p>${escapeMarkup(
      translate(
        'Savings are estimates on the low side. Each loop that was stopped, or that the model left after a blocked ' +
          'call, counts as {calls} calls. 70 labeled loops in recorded sessions continued for longer (median). A ' +
          'stop that you mark as not a loop saves nothing.',
        { calls: CALLS_SAVED },
      ),
    )}</p><p>${escapeMarkup(translate('A warning and the stop that follows it are one loop.'))}</p></details>`
  );
}

/** Loops by kind, with how they ended; those that never came are left out. */
function kindTable({ loops, loopsStopped, loopsRecovered }: MetricsTally, words: CountWords): string[] {
  const { translate } = words;
  const rows = DETECTOR_IDS.filter((id) => loops[id] > 0).map((id) =>
    row(
      kindName(loopsRow(id, translate)),
      [loops[id], loopsStopped[id], loopsRecovered[id], Math.max(0, loops[id] - loopsStopped[id] - loopsRecovered[id])],
      words,
    ),
  );
  const headings = [
    translate('Kind of loop'),
    translate('Loops'),
    translate('Stopped'),
    translate('Changed course'),
    translate('Warned only'),
  ];
  return rows.length === 0 ? [] : [heading(translate('Loops')), htmlTable(translate('Loops'), headings, rows)];
}

function toolTable(tools: readonly ToolCount[], words: CountWords): string[] {
  const { translate } = words;
  const title = translate('By tool (this window)');
  const rows = tools.slice(0, SHOWN_ROWS).map(({ tool, calls, loops }) => row(toolLabel(tool), [calls, loops], words));
  return rows.length === 0
    ? []
    : [
        heading(title),
        htmlTable(title, [translate('Tool'), translate('Calls'), translate('Loops')], rows),
        ...furtherLine(tools.length, words),
      ];
}

/** Calls and loops by chat, those with loops first, then the latest. */
function chatTable(conversations: readonly ReportedConversation[], nowMs: number, words: CountWords): string[] {
  const { translate } = words;
  const title = translate('By chat (this window)');
  const sorted = conversations.toSorted(
    (one, other) => Number(loopsOf(other.tally) > 0) - Number(loopsOf(one.tally) > 0),
  );
  const rows = sorted.slice(0, SHOWN_ROWS).map(({ name, origin, model, lastAtMs, tally }) => {
    const about = [...origin, ...(model === undefined ? [] : [model])].map(short).join(' · ');
    const cells = [tally.calls, loopsOf(tally)].map((value) => `<td class="number">${numberOf(value, words)}</td>`);
    const age = lastAtMs === undefined ? '' : ageText(nowMs - lastAtMs, translate);
    return (
      `<tr><th scope="row">${escapeMarkup(short(name))}` +
      `${about === '' ? '' : ` <span class="quiet">· ${escapeMarkup(about)}</span>`}</th>${cells.join('')}` +
      `<td class="number">${escapeMarkup(age)}</td></tr>`
    );
  });
  const headings = [translate('Chat'), translate('Calls'), translate('Loops'), translate('Last call')];
  return rows.length === 0
    ? []
    : [heading(title), htmlTable(title, headings, rows), ...furtherLine(conversations.length, words)];
}

function furtherLine(count: number, { translate }: CountWords): string[] {
  return count <= SHOWN_ROWS
    ? []
    : [`<p class="quiet">${escapeMarkup(translate('and {count} more', { count: count - SHOWN_ROWS }))}</p>`];
}

function heading(text: string): string {
  return `<h2>${escapeMarkup(text)}</h2>`;
}

function row(name: string, values: readonly number[], words: CountWords): string {
  const cells = values.map((value) => `<td class="number">${numberOf(value, words)}</td>`);
  return `<tr><th scope="row">${escapeMarkup(name)}</th>${cells.join('')}</tr>`;
}

function short(text: string): string {
  const line = oneLine(text);
  return line.length > NAME_CHARACTERS ? `${clip(line, NAME_CHARACTERS - 1)}…` : line;
}

/** The texts of detectors are rows below "Loops": "… identical calls". */
function kindName(text: string): string {
  const name = text.replace(/^…\s*/, '');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function numberOf(value: number, { language }: CountWords): string {
  return numberText(value, language);
}
