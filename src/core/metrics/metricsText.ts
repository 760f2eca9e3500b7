import { DETECTOR_IDS } from '../../engine/detectors/registry';
import { loopsRow } from '../words/detectorTexts';
import type { Translate } from '../words/language';
import { escapeMarkdown } from '../words/markdown';
import { clip, oneLine } from '../words/quoting';
import { savingsMethod } from './savings';
import { averageCertainty, emptyTally, loopsOf, refusedOf, sumOf, type Tally } from './tally';

/** One conversation of the report. */
interface ReportedConversation {
  readonly id: string;
  /** What it began with; undefined when no surface told. */
  readonly prompt: string | undefined;
  /** What tells its session from those of VS Code's own agent; empty for those. */
  readonly origin: readonly string[];
  /** The id of the model that it used last; undefined when no surface told. */
  readonly model: string | undefined;
  readonly tally: Tally;
}

/** Everything the report shows. */
interface MetricsReport {
  readonly totals: Tally;
  /** When the totals began, as a date a person reads; undefined when nothing was stored yet. */
  readonly since: string | undefined;
  /** The latest first. */
  readonly conversations: readonly ReportedConversation[];
}

const SHOWN_CONVERSATIONS = 20;
const TITLE_CHARACTERS = 60;

/** What is counted, in the order of the report. */
function rows(tally: Tally, translate: Translate): readonly (readonly [name: string, value: string])[] {
  return [
    [translate('Calls checked'), numberText(tally.calls)],
    [translate('Calls not run'), numberText(refusedOf(tally))],
    [translate('Loops'), numberText(loopsOf(tally))],
    ...DETECTOR_IDS.map((id) => [loopsRow(id, translate), numberText(tally.loops[id])] as const),
    [translate('Warnings'), numberText(tally.warnings)],
    [translate('Nudges'), numberText(tally.nudges)],
    [translate('Chances'), numberText(tally.chances)],
    [translate('Stops'), numberText(tally.stops)],
    [translate('Mitigations'), numberText(tally.mitigations)],
    [translate('Reported as fine (false positives)'), numberText(tally.reportedFine)],
    [translate('Reported as loops'), numberText(tally.reportedLoop)],
    [translate('Average certainty'), certaintyText(tally)],
    [translate('Calls saved, estimated'), numberText(tally.savedCalls)],
    [translate('Model requests saved, estimated'), numberText(tally.savedRequests)],
    [translate('Tokens saved, estimated'), numberText(tally.savedTokens)],
  ];
}

/** The report as Markdown: totals, the latest conversation, the others in short, and what the figures mean. */
export function metricsDocument({ totals, since, conversations }: MetricsReport, translate: Translate): string {
  const [latest] = conversations;
  const ofLatest = latest === undefined ? undefined : rows(latest.tally, translate);
  const lines = [
    `# ${translate('Tool Loop Guard: metrics')}`,
    '',
    since === undefined
      ? translate('Nothing has been counted yet.')
      : translate('Counted since {date}, in all windows. Nothing of it leaves this machine.', { date: since }),
    '',
    `| | ${translate('In all')} | ${ofLatest === undefined ? '' : translate('Latest conversation')} |`,
    '| --- | ---: | ---: |',
    ...rows(totals, translate).map(
      ([name, value], index) => `| ${name} | ${value} | ${ofLatest?.[index]?.[1] ?? ''} |`,
    ),
  ];
  if (conversations.length > 0) {
    const headings = [
      translate('Begins with'),
      translate('Session'),
      translate('Model'),
      translate('Calls checked'),
      translate('Calls not run'),
      translate('Loops'),
      translate('Stops'),
      translate('Tokens saved'),
    ];
    lines.push(
      '',
      `## ${translate('Conversations of this window')}`,
      '',
      `| ${headings.join(' | ')} |`,
      '| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |',
      ...conversations.slice(0, SHOWN_CONVERSATIONS).map((conversation) => conversationRow(conversation, translate)),
      ...modelTable(conversations, translate),
    );
  }
  const loopsMeaning = translate(
    'A warning and the stop that follows it are of one loop. A nudge is a hint that the model read beside a result. ' +
      'A mitigation is a refused call or a nudge after which the model did something else.',
  );
  const certaintyMeaning = translate(
    'Certainty is 1 when a count has reached the threshold at which the guard acts, and the reached share of it when ' +
      'it only warns.',
  );
  lines.push(
    '',
    `## ${translate('What the figures mean')}`,
    '',
    `- ${loopsMeaning}`,
    `- ${certaintyMeaning}`,
    `- ${savingsMethod(translate)}`,
  );
  return `${lines.join('\n')}\n`;
}

function conversationRow({ id, prompt, origin, model, tally }: ReportedConversation, translate: Translate): string {
  const figures = [tally.calls, refusedOf(tally), loopsOf(tally), tally.stops, tally.savedTokens];
  const session = origin.length === 0 ? translate('Local') : origin.join(' · ');
  const texts = [titleText(prompt ?? id), titleText(session), titleText(model ?? '–')];
  return `| ${[...texts, ...figures.map(numberText)].join(' | ')} |`;
}

/** The conversations of this window by the model that each used last, the busiest first; empty where none is known. */
function modelTable(conversations: readonly ReportedConversation[], translate: Translate): string[] {
  const byModel = new Map<string, Tally>();
  for (const { model, tally } of conversations) {
    if (model !== undefined) {
      byModel.set(model, sumOf(byModel.get(model) ?? emptyTally(), tally));
    }
  }
  if (byModel.size === 0) {
    return [];
  }
  const headings = [
    translate('Model'),
    translate('Calls checked'),
    translate('Calls not run'),
    translate('Loops'),
    translate('Stops'),
  ];
  const rowsOfModels = [...byModel]
    .toSorted(([, one], [, other]) => other.calls - one.calls)
    .map(([model, tally]) => {
      const figures = [tally.calls, refusedOf(tally), loopsOf(tally), tally.stops];
      return `| ${[titleText(model), ...figures.map(numberText)].join(' | ')} |`;
    });
  return [
    '',
    `## ${translate('Models in this window')}`,
    '',
    `| ${headings.join(' | ')} |`,
    '| --- | ---: | ---: | ---: | ---: |',
    ...rowsOfModels,
  ];
}

/**
 * What `/tool-loop-status` adds to its counts: a line for the conversation and one for all, each only once something
 * was found.
 */
export function metricsLines(tally: Tally, totals: Tally, translate: Translate): readonly string[] {
  const line = (of: Tally): string =>
    translate(
      'loops: {loops} · not run: {refused} · certainty: {certainty} · reported as fine: {fine} · saved, ' +
        'estimated: {calls} calls, {requests} model requests, {tokens} tokens',
      {
        loops: numberText(loopsOf(of)),
        refused: numberText(refusedOf(of)),
        certainty: certaintyText(of),
        fine: numberText(of.reportedFine),
        calls: numberText(of.savedCalls),
        requests: numberText(of.savedRequests),
        tokens: numberText(of.savedTokens),
      },
    );
  return [
    ...(tally.detections === 0 ? [] : [translate('Here: {figures}', { figures: line(tally) })]),
    ...(totals.detections === 0 ? [] : [translate('In all: {figures}', { figures: line(totals) })]),
  ];
}

/** Digits in groups of three, the same in every language. */
export function numberText(value: number): string {
  return new Intl.NumberFormat('fr').format(Math.round(value));
}

function certaintyText(tally: Tally): string {
  return averageCertainty(tally)?.toFixed(2) ?? '–';
}

/** Prompts come from elsewhere: what would be Markdown or a link in them is shown as it is. */
function titleText(prompt: string): string {
  return escapeMarkdown(clip(oneLine(prompt), TITLE_CHARACTERS));
}
