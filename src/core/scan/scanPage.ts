import { escapeMarkup } from '../words/pages/htmlPage';
import {
  counted,
  dayOf,
  detectorName,
  type FoundLoop,
  moneyText,
  number,
  type ScanReport,
  tokensIn,
} from './scanReport';

/** The style of the page about recorded sessions, in the colors of VS Code, or the light or dark ones of a browser. */
const SCAN_STYLE = `
:root { color-scheme: light dark; background: var(--vscode-editor-background, Canvas);
  --quiet: var(--vscode-descriptionForeground, light-dark(#5a5a5a, #a8a8a8));
  --bar: var(--vscode-charts-blue, light-dark(#2f6fd0, #5b9bff)); }
body { margin: 0; padding: 24px 16px 48px; color: var(--vscode-foreground, CanvasText);
  font: var(--vscode-font-size, 15px)/1.5 var(--vscode-font-family, system-ui, sans-serif); }
main { max-width: 860px; margin: 0 auto; }
h1 { font-size: 1.6em; margin: 0; }
h2 { font-size: 1.15em; margin: 32px 0 8px; }
.quiet, small { color: var(--quiet); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 12px 24px; margin: 20px 0; }
dt { font-size: 1.7em; font-weight: 600; font-variant-numeric: tabular-nums; }
dd { margin: 0; }
small { display: block; font-size: 0.87em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; font-weight: normal; padding: 3px 12px 3px 0; vertical-align: top; }
.weeks td:nth-child(2) { width: 60%; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar { display: block; height: 0.9em; margin-top: 0.3em; min-width: 2px; background: var(--bar); border-radius: 2px; }
code { font: 0.93em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
small { overflow-wrap: anywhere; }
thead th { color: var(--quiet); }
/* Where the system chooses the colors, a background has none. */
@media (forced-colors: active) { .bar { forced-color-adjust: none; background: CanvasText; } }
`;

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_DAYS = 7;

const MOST_WEEKS = 8;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * The report as one page for a browser, in English: it runs no script and loads nothing.
 * @param period what was looked at, as for the text
 */
export function scanPage(report: ScanReport, period: string): string {
  const stopped = report.loops.filter(({ stoppedAt }) => stoppedAt !== undefined);
  const unread = report.unread.length === 0 ? '' : ` ${counted(report.unread.length, 'file')} can’t be read.`;
  const lookedAt =
    report.sessions === 0
      ? `No agent sessions with tool calls in ${period}. Claude Code, Copilot, Codex, Gemini CLI, Qwen Code, ` +
        'opencode, and chats of VS Code were looked at.'
      : `Looked at ${period}: ${counted(report.sessions, 'session')}, ${counted(report.calls, 'tool call')}.`;
  const body = [
    '<h1>Loops in your agent sessions</h1>',
    `<p class="quiet">${escapeMarkup(`${lookedAt}${unread}`)}</p>`,
    ...(report.sessions === 0 ? [] : figures(report)),
    ...weeksChart(stopped),
    ...(report.loops.length === 0 ? [] : ['<h2>Loops</h2>', loopsTable(report.loops)]),
  ];
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Tool Loop Guard: loops in your agent sessions</title>',
    `<style>${SCAN_STYLE}</style>`,
    '</head>',
    '<body><main>',
    ...body,
    '</main></body>',
    '</html>',
    '',
  ].join('\n');
}

function figures({ stopped, warned, runsLeftAlone, tokens }: ScanReport): string[] {
  const all = tokens === undefined ? '' : ` of ${number(tokensIn(tokens))}`;
  const rows: [string, string, string][] = [
    [
      number(stopped.loops),
      `${plural(stopped.loops, 'loop')} would have been stopped`,
      stopped.loops === 0 ? '' : `They went on for ${counted(stopped.callsAfterStop, 'call')}.`,
    ],
    [
      number(warned),
      `other ${plural(warned, 'loop')} would have led to a warning`,
      warned === 0 ? '' : 'Then the agent changed course or ended.',
    ],
    [
      number(runsLeftAlone),
      `${plural(runsLeftAlone, 'row')} of repeated calls left alone`,
      runsLeftAlone === 0 ? '' : 'They waited, or had new results.',
    ],
  ];
  if (stopped.tokensAfterStop !== undefined) {
    const unknown = stopped.withoutTokens;
    const dollars = moneyText(stopped);
    const note = [
      ...(dollars === undefined ? [] : [`They cost ${dollars}.`]),
      ...(unknown === 0 ? [] : [`No tokens are recorded for ${counted(unknown, 'other loop')}.`]),
    ].join(' ');
    rows.splice(1, 0, [
      number(tokensIn(stopped.tokensAfterStop)),
      `tokens${all} went into these calls, as recorded`,
      note,
    ]);
  }
  return [
    '<dl>',
    ...rows.map(
      ([figure, what, note]) =>
        `<div><dt>${figure}</dt><dd>${escapeMarkup(what)}<small>${escapeMarkup(note)}</small></dd></div>`,
    ),
    '</dl>',
  ];
}

/** A single bar says nothing. */
function weeksChart(loops: readonly FoundLoop[]): string[] {
  const sums = new Map<string, number>();
  for (const { session, callsAfterStop } of loops) {
    const week = weekOf(session.modifiedMs);
    sums.set(week, (sums.get(week) ?? 0) + callsAfterStop);
  }
  const weeks = [...sums].toSorted(([one], [other]) => one.localeCompare(other)).slice(-MOST_WEEKS);
  const most = Math.max(...weeks.map(([, calls]) => calls), 1);
  const rows = weeks.map(
    ([week, calls]) =>
      `<tr><th scope="row">${week}</th><td><span class="bar" style="width: ` +
      `${((100 * calls) / most).toFixed(1)}%"></span></td><td class="number">${number(calls)}</td></tr>`,
  );
  return rows.length < 2
    ? []
    : ['<h2>Calls in loops, by week</h2>', `<table class="weeks"><tbody>${rows.join('')}</tbody></table>`];
}

function loopsTable(loops: readonly FoundLoop[]): string {
  const headings = [
    'Call, and the file of its session',
    'Kind',
    'Agent',
    'Day',
    'Warning or stop',
    'Calls after',
    'Tokens',
  ];
  const rows = loops.map(({ label, session, detector, firstCall, stoppedAt, callsAfterStop, tokensAfterStop }) => {
    const point = stoppedAt === undefined ? `warning at ${number(firstCall)}` : `stop at ${number(stoppedAt)}`;
    const tokens = tokensAfterStop === undefined ? '' : number(tokensIn(tokensAfterStop));
    return (
      `<tr><td><code>${escapeMarkup(label)}</code><small>${escapeMarkup(session.file)}</small></td>` +
      `<td>${escapeMarkup(detectorName(detector))}</td><td>${escapeMarkup(session.agent)}</td>` +
      `<td class="number">${dayOf(session.modifiedMs)}</td><td class="number">${point}</td>` +
      `<td class="number">${stoppedAt === undefined ? '' : number(callsAfterStop)}</td>` +
      `<td class="number">${tokens}</td></tr>`
    );
  });
  return (
    `<table><thead><tr>${headings.map((heading) => `<th scope="col">${heading}</th>`).join('')}</tr></thead>` +
    `<tbody>${rows.join('\n')}</tbody></table>`
  );
}

function plural(count: number, name: string): string {
  return count === 1 ? name : `${name}s`;
}

function weekOf(ms: number): string {
  const day = (new Date(ms).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS;
  return dayOf(ms - day * DAY_MS);
}
