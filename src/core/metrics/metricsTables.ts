import { DETECTOR_IDS } from '../../engine/rules/registry';
import { loopsRow } from '../words/detectorTexts';
import { htmlTable } from '../words/pages/htmlPage';
import { escapeMarkup } from '../words/pages/markup';
import { ageText, numberText } from '../words/numberText';
import { clip, oneLine, toolLabel } from '../words/quoting';
import type { CountWords } from './countTexts';
import { emptyTally, loopsOf, recoveredOf, sumOf, type MetricsTally } from './tally';
import type { ToolCount } from './toolCounts';

/** One conversation of the report. */
export interface ReportedConversation {
  /** What a person knows it by. */
  readonly name: string;
  /** What tells its session from those of VS Code's own agent; empty for those. */
  readonly origin: readonly string[];
  /** The id of the model that it used last; undefined when no surface told. */
  readonly model: string | undefined;
  /** When its last call was, in milliseconds since 1970; undefined when that is no longer known. */
  readonly lastAtMs: number | undefined;
  readonly tally: MetricsTally;
}

const SHOWN_ROWS = 20;
const NAME_CHARACTERS = 60;

/** Loops by kind, with how they ended; those that never came are left out. */
export function kindTable({ loops, loopsStopped, loopsRecovered }: MetricsTally, words: CountWords): string[] {
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
    translate('Recovered'),
    translate('Warned only'),
  ];
  return rows.length === 0 ? [] : [heading(translate('Loops')), htmlTable(translate('Loops'), headings, rows)];
}

/** Calls and loops by tool. */
export function toolTable(tools: readonly ToolCount[], words: CountWords): string[] {
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
export function chatTable(conversations: readonly ReportedConversation[], nowMs: number, words: CountWords): string[] {
  const { translate } = words;
  const title = translate('By chat (this window)');
  const sorted = conversations.toSorted(
    (one, other) => Number(loopsOf(other.tally) > 0) - Number(loopsOf(one.tally) > 0),
  );
  const rows = sorted.slice(0, SHOWN_ROWS).map(({ name, origin, model, lastAtMs, tally }) => {
    const about = [...origin, ...(model === undefined ? [] : [model])].map(short).join(' · ');
    const cells = [tally.calls, loopsOf(tally)].map((value) => `<td class="number">${number(value, words)}</td>`);
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

/** The conversations of this window by the model that each used last, the busiest first; empty where none is known. */
export function modelTable(conversations: readonly ReportedConversation[], words: CountWords): string[] {
  const { translate } = words;
  const byModel = new Map<string, MetricsTally>();
  for (const { model, tally } of conversations) {
    if (model !== undefined) {
      byModel.set(model, sumOf(byModel.get(model) ?? emptyTally(), tally));
    }
  }
  const title = translate('By model (this window)');
  const isMeasured = [...byModel.values()].some(({ savedTokensMeasured }) => savedTokensMeasured > 0);
  const rows = [...byModel]
    .toSorted(([, one], [, other]) => other.calls - one.calls)
    .slice(0, SHOWN_ROWS)
    .map(([model, tally]) =>
      row(
        short(model),
        [tally.calls, loopsOf(tally), recoveredOf(tally), ...(isMeasured ? [tally.savedTokensMeasured] : [])],
        words,
      ),
    );
  return rows.length === 0
    ? []
    : [
        heading(title),
        htmlTable(
          title,
          [
            translate('Model'),
            translate('Calls'),
            translate('Loops'),
            translate('Recovered'),
            ...(isMeasured ? [translate('Tokens saved, at least')] : []),
          ],
          rows,
        ),
        ...furtherLine(byModel.size, words),
      ];
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
  const cells = values.map((value) => `<td class="number">${number(value, words)}</td>`);
  return `<tr><th scope="row">${escapeMarkup(name)}</th>${cells.join('')}</tr>`;
}

function number(value: number, { language }: CountWords): string {
  return numberText(value, language);
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
