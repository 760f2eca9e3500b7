import { loopsRow } from '../words/detectorTexts';
import type { Translate } from '../words/language';
import { numberText } from '../words/numberText';
import { escapeBreakable, escapeMarkup, htmlPage, htmlTable, type PageFrame } from '../words/pages/htmlPage';
import { dayOf, type FoundLoop, moneyText, type ScanReport, tokensIn } from './scanReport';

/** A browser has none of VS Code's colors and fonts; what VS Code sets wins. */
const SCAN_STYLE = `
:root {
  color-scheme: light dark;
  background: var(--vscode-editor-background);
  --vscode-editor-background: Canvas;
  --vscode-foreground: CanvasText;
  --vscode-descriptionForeground: light-dark(#5a5a5a, #a8a8a8);
  --vscode-panel-border: light-dark(#dddddd, #444444);
  --vscode-font-family: system-ui, sans-serif;
  --vscode-font-size: 15px;
  --vscode-editor-font-family: ui-monospace, monospace;
}
main { max-width: 960px; margin: 0 auto; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(200px, 1fr)); gap: 12px 24px; margin: 20px 0; }
dt { font-size: 1.7em; font-weight: 600; }
dd { margin: 0; }
small { display: block; font-size: max(12px, 0.87em); color: var(--vscode-descriptionForeground); }
small { overflow-wrap: anywhere; }
td.call { min-width: 16em; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
`;

/** For VS Code or a browser: runs no script and loads nothing. @param days undefined for files that were named */
export function scanPage(report: ScanReport, days: number | undefined, frame: PageFrame, translate: Translate): string {
  const { language } = frame;
  const title = translate('Loops in your agent sessions');
  const parts = [
    `<h1>${escapeMarkup(title)}</h1>`,
    `<p class="quiet">${escapeMarkup(lookedAt(report, days, translate, language))}</p>`,
    ...(report.sessions === 0 ? [] : [figures(report, translate, language)]),
    ...(report.loops.length === 0
      ? []
      : [`<h2>${escapeMarkup(translate('Loops'))}</h2>`, loopsTable(report.loops, translate, language)]),
  ];
  return htmlPage(title, SCAN_STYLE, parts, frame);
}

function lookedAt(
  { sessions, calls, stopped, unread }: ScanReport,
  days: number | undefined,
  translate: Translate,
  language: string,
): string {
  const count = (value: number): { count: string } => ({ count: numberText(value, language) });
  const counts = [
    sessions === 1 ? translate('1 session') : translate('{count} sessions', count(sessions)),
    calls === 1 ? translate('1 tool call') : translate('{count} tool calls', count(calls)),
  ].join(', ');
  return [
    sessions > 0
      ? days === undefined
        ? translate('In the named files: {counts}.', { counts })
        : translate('In the last {days} days: {counts}.', { days, counts })
      : translate('No agent sessions with tool calls were found.'),
    sessions > 0 && stopped.loops === 0 && translate('Nothing needed a stop.'),
    sessions === 0 &&
      days !== undefined &&
      translate(
        'Scanned: {days} days of sessions in Claude Code, Copilot, Codex, Gemini CLI, Qwen Code, opencode, and ' +
          'VS Code.',
        { days },
      ),
    unread.length === 1 && translate('1 file can’t be read.'),
    unread.length > 1 && translate('{count} files can’t be read.', count(unread.length)),
  ]
    .filter(Boolean)
    .join(' ');
}

function figures(
  { stopped, warned, runsLeftAlone, tokens }: ScanReport,
  translate: Translate,
  language: string,
): string {
  const shown = (value: number): string => numberText(value, language);
  const { loops, secondChances, callsAfterStop, tokensAfterStop, withoutTokens } = stopped;
  const money = moneyText(stopped, translate);
  const tile = (value: number, what: string, ...notes: readonly (string | false)[]): string =>
    `<div><dt>${shown(value)}</dt><dd>${escapeMarkup(what)}` +
    `<small>${escapeMarkup(notes.filter(Boolean).join(' '))}</small></dd></div>`;
  const tiles = [
    tile(
      loops,
      loops === 1 ? translate('loop would have been stopped') : translate('loops would have been stopped'),
      secondChances > 0 && translate('With a second chance first: {count}.', { count: shown(secondChances) }),
      loops > 0 && translate('Calls from that point on: {count}.', { count: shown(callsAfterStop) }),
    ),
    tokensAfterStop !== undefined &&
      tile(
        tokensIn(tokensAfterStop),
        translate('of {total} recorded tokens went into these calls', { total: shown(tokensIn(tokens)) }),
        money !== undefined && translate('They cost {money}.', { money }),
        withoutTokens > 0 && translate('Loops without recorded tokens: {count}.', { count: shown(withoutTokens) }),
      ),
    tile(
      warned,
      warned === 1
        ? translate('possible loop would have led to a warning')
        : translate('possible loops would have led to a warning'),
      warned > 0 && translate('Then the agent changed course or ended.'),
    ),
    tile(
      runsLeftAlone,
      runsLeftAlone === 1
        ? translate('run of repeated calls left alone')
        : translate('runs of repeated calls left alone'),
      runsLeftAlone > 0 && translate('They waited, or had new results.'),
    ),
  ];
  return `<dl>${tiles.filter(Boolean).join('')}</dl>`;
}

function loopsTable(loops: readonly FoundLoop[], translate: Translate, language: string): string {
  const shown = (value: number): string => numberText(value, language);
  const rows = loops.map((loop) => {
    const { label, session, detector, firstCall, stoppedAt, callsAfterStop, tokensAfterStop } = loop;
    const point =
      stoppedAt === undefined
        ? translate('warning at {call}', { call: shown(firstCall) })
        : loop.hasSecondChance
          ? translate('second chance at {call}', { call: shown(stoppedAt) })
          : translate('stop at {call}', { call: shown(stoppedAt) });
    const numbers = [
      dayOf(session.modifiedMs),
      point,
      stoppedAt === undefined ? '' : shown(callsAfterStop),
      tokensAfterStop === undefined ? '' : shown(tokensIn(tokensAfterStop)),
    ];
    return (
      `<tr><td class="call"><code>${escapeBreakable(label)}</code>` +
      `<small>${escapeBreakable(session.file)}</small></td>` +
      `<td>${escapeMarkup(loopsRow(detector, translate))}</td><td>${escapeMarkup(session.agent)}</td>` +
      `${numbers.map((text) => `<td class="number">${escapeMarkup(text)}</td>`).join('')}</tr>`
    );
  });
  return htmlTable(
    translate('Loops'),
    [
      translate('Call, and the file of its session'),
      translate('Kind of loop'),
      translate('Agent'),
      ...[translate('Day'), translate('Warning or stop'), translate('Calls from there'), translate('Tokens')].map(
        (text) => ({ text, className: 'number' }),
      ),
    ],
    rows,
  );
}
