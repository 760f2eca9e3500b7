import { type Courses, coursesByKind, coursesByModel, WITHIN_CALLS } from './courses';
import { escapeMarkup } from '../words/pages/markup';
import { aboutLoop, counted, dayOf, type FoundLoop, moneyText, number, type ScanReport, tokensIn } from './scanReport';

/** The style of the page about recorded sessions, in the light or dark colors of the browser, or of VS Code. */
const SCAN_STYLE = `
:root { color-scheme: light dark; --quiet: light-dark(#5a5a5a, #a8a8a8); --line: light-dark(#dcdcdc, #3a3a3a);
  --bar: light-dark(#2f6fd0, #5b9bff); }
:root:has(body.vscode-light, body.vscode-high-contrast-light) { color-scheme: light; }
:root:has(body.vscode-dark, body.vscode-high-contrast:not(.vscode-high-contrast-light)) { color-scheme: dark; }
body { margin: 0; padding: 24px 16px 48px; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 860px; margin: 0 auto; }
h1 { font-size: 1.6em; margin: 0; }
h2 { font-size: 1.15em; margin: 32px 0 8px; }
.quiet, small { color: var(--quiet); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 12px 24px; margin: 20px 0; }
dt { font-size: 1.7em; font-weight: 600; font-variant-numeric: tabular-nums; }
dd { margin: 0; }
small { display: block; font-size: 0.87em; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(360px, 1fr)); gap: 16px 32px; }
table { border-collapse: collapse; width: 100%; table-layout: auto; }
caption { text-align: start; font-weight: 600; padding: 4px 0; }
th, td { text-align: start; font-weight: normal; padding: 3px 12px 3px 0; vertical-align: top; }
.charts td:nth-child(2):not(.number) { width: 50%; }
.charts th { width: 35%; overflow-wrap: anywhere; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar { display: block; height: 0.9em; margin-top: 0.3em; min-width: 2px; background: var(--bar); border-radius: 2px; }
details { border-top: 1px solid var(--line); padding: 8px 0; }
details:last-of-type { border-bottom: 1px solid var(--line); }
summary { cursor: pointer; }
summary .quiet { display: block; padding-inline-start: 1.1em; }
code { font: 0.93em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
details table { margin: 8px 0 8px 16px; width: auto; }
thead th { color: var(--quiet); }
details p { margin: 4px 0 4px 16px; overflow-wrap: anywhere; }
`;

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_DAYS = 7;

/** So many bars a chart has at most. */
const MOST_BARS = 8;

/** A page without scripts that loads nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * The report as one page for a browser, in English: it runs no script and loads nothing. Each loop opens to its calls.
 * @param period what was looked at, as for the text
 */
export function scanPage(report: ScanReport, period: string): string {
  const stopped = report.loops.filter(({ stoppedAt }) => stoppedAt !== undefined);
  const body = [
    '<h1>Loops in your agent sessions</h1>',
    `<p class="quiet">Looked at ${escapeMarkup(period)}: ${counted(report.sessions, 'session')}, ` +
      `${counted(report.calls, 'tool call')}` +
      `${report.unread.length === 0 ? '' : `. ${counted(report.unread.length, 'file')} can’t be read.`}</p>`,
    ...figures(report),
    ...(stopped.length === 0
      ? []
      : [
          '<h2>Calls after the point where the loop was certain</h2>',
          '<div class="charts">',
          chart('By agent', stopped, ({ session }) => session.agent),
          chart('By model', stopped, ({ session }) => session.model ?? 'not recorded'),
          chart('By tool', stopped, ({ tool }) => tool),
          chart('By week', stopped, ({ session }) => weekOf(session.modifiedMs), true),
          '</div>',
        ]),
    ...(report.loops.length === 0
      ? []
      : [
          '<h2>What agents did after the call with the first warning, which nobody gave them</h2>',
          '<div class="charts">',
          courseTable('By kind of loop', coursesByKind(report)),
          courseTable('By model', coursesByModel(report)),
          '</div>',
        ]),
    ...(report.loops.length === 0 ? [] : ['<h2>Loops</h2>', ...report.loops.map(loopMarkup)]),
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
      `They went on for ${counted(stopped.callsAfterStop, 'call')}.`,
    ],
    [
      number(warned),
      `other ${plural(warned, 'loop')} would have led to a warning`,
      'Then the agent changed course or ended.',
    ],
    [
      number(runsLeftAlone),
      `${plural(runsLeftAlone, 'row')} of repeated calls left alone`,
      'They waited, or had new results.',
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

/** Bars of the calls after the stop, the longest first unless they have an order of their own. */
function chart(
  title: string,
  loops: readonly FoundLoop[],
  nameOf: (loop: FoundLoop) => string,
  isOrdered = false,
): string {
  const sums = new Map<string, number>();
  for (const loop of loops) {
    sums.set(nameOf(loop), (sums.get(nameOf(loop)) ?? 0) + loop.callsAfterStop);
  }
  const sorted = [...sums].toSorted(([a, one], [b, other]) => (isOrdered ? a.localeCompare(b) : other - one));
  const bars = isOrdered ? sorted.slice(-MOST_BARS) : sorted.slice(0, MOST_BARS);
  const most = Math.max(...bars.map(([, calls]) => calls), 1);
  const rows = bars.map(
    ([name, calls]) =>
      `<tr><th scope="row">${escapeMarkup(name)}</th><td><span class="bar" style="width: ` +
      `${((100 * calls) / most).toFixed(1)}%"></span></td><td class="number">${number(calls)}</td></tr>`,
  );
  return `<table><caption>${escapeMarkup(title)}</caption><tbody>${rows.join('')}</tbody></table>`;
}

function courseTable(title: string, courses: readonly Courses[]): string {
  const rows = courses
    .slice(0, MOST_BARS)
    .map(
      ({ name, loops, changed, ended }) =>
        `<tr><th scope="row">${escapeMarkup(name)}</th>` +
        [loops, changed, loops - changed - ended, ended]
          .map((count) => `<td class="number">${number(count)}</td>`)
          .join('') +
        '</tr>',
    );
  const headings = ['', 'Loops', `Changed course within ${WITHIN_CALLS} calls`, 'Went on', 'Ended before'];
  return (
    `<table><caption>${escapeMarkup(title)}</caption><thead><tr>` +
    headings.map((heading) => `<th scope="col">${heading}</th>`).join('') +
    `</tr></thead><tbody>${rows.join('')}</tbody></table>`
  );
}

function loopMarkup(loop: FoundLoop): string {
  const { session, firings } = loop;
  const calls = firings.map(
    ({ call, isStopped, label }) =>
      `<tr><td class="number">${number(call)}</td><td>${isStopped ? 'stop' : 'warning'}</td>` +
      `<td><code>${escapeMarkup(label)}</code></td></tr>`,
  );
  const headings = ['Call', 'Would have been a', 'What'];
  return [
    `<details><summary><code>${escapeMarkup(loop.label)}</code>`,
    `<span class="quiet">${escapeMarkup(aboutLoop(loop))}</span>`,
    '</summary>',
    `<table><thead><tr>${headings.map((heading) => `<th scope="col">${heading}</th>`).join('')}</tr></thead>`,
    `<tbody>${calls.join('')}</tbody></table>`,
    `<p class="quiet">${escapeMarkup(session.file)}</p></details>`,
  ].join('\n');
}

function plural(count: number, name: string): string {
  return count === 1 ? name : `${name}s`;
}

/** The Monday of the week. */
function weekOf(ms: number): string {
  const day = (new Date(ms).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS;
  return dayOf(ms - day * DAY_MS);
}
