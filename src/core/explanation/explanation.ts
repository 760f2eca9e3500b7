import { type Finding, detectorOf, ruleOf } from '../../engine/rules/registry';
import { CALLS_SAVED } from '../metrics/conversationMetrics';
import { recallIn } from '../timeline/timeline';
import { callLabel, type CallLabeller } from '../words/callLabel';
import { factorText, findingMeaning, findingName } from '../words/detectorTexts';
import { AS_TEXT, stopSentences, type Phrasing, whatHappened, refusedText } from '../words/loopTexts';
import type { Recalled } from '../words/callNames';
import type { Translate } from '../words/language';
import { type Differences, differences } from './differences';
import { type Letter, type Step, loopState } from './explainedCall';
import { explainedCalls } from './explainedCalls';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';
import { originsOf, originText } from '../settings/resolve';
import { SECTION, rowOf } from '../settings/table';
import type { SettingKey } from '../../engine/rules/settings';
import type { Detection } from '../../engine/decision/verdict';
import { whyTexts } from '../words/whyText';

const NAMED_TOOLS = 3;

/** Everything that is shown about a detection. All texts are masked; none of them is markup. */
export interface Explanation {
  readonly count: number;
  /** Calls in one pass of a cycle; 1 where there is none. */
  readonly period: number;
  /** The call and how often it was made, or what was found and the tools. */
  readonly title: string;
  readonly name: string;
  readonly state: string;
  readonly summary: string;
  readonly steps: readonly Step[];
  readonly letters: readonly Letter[];
  readonly differences: Differences;
  readonly results: string;
  readonly rule: ExplainedRule;
  /** What the calls brought, what ends the pattern, and what else was counted, one sentence each. */
  readonly why: readonly string[];
  /** What was done, and what came of it, one sentence each. */
  readonly consequences: readonly string[];
  readonly saved: string;
  readonly feedback: TimelineCall['feedback'];
}

export function explain(
  conversation: TimelineConversation,
  call: TimelineCall,
  translate: Translate,
  label: CallLabeller = callLabel,
): Explanation | undefined {
  const { detection } = call;
  if (detection === undefined) {
    return undefined;
  }
  const { finding } = detection;
  const calls = explainedCalls(conversation, detection, call);
  const { why, agent, mitigated, feedback } = call;
  const numberOf = (index: number): number | undefined => conversation.callAt(index, agent)?.number;
  const { counted, brought, ends } = whyTexts(why ?? { tallies: [], calls: [] }, translate, finding.rule, numberOf);
  const rule = explainedRule(detection, translate);
  const { times: count } = conversation.repeatsOf(call);
  // As the metrics count it.
  const { action } = detection;
  const isSaved = feedback !== 'fine' && (action === 'break' || (action === 'chance' && mitigated));
  return {
    count,
    period: finding.period,
    title: titleOf(call, count, rule.name, calls.letters, label),
    name: rule.name,
    state: loopState(call, translate),
    summary: summaryOf(conversation, call, detection, translate, label),
    steps: calls.steps,
    letters: calls.letters,
    differences: differences(finding, calls, translate),
    results: resultsText(finding, translate),
    rule,
    why: [
      ...(brought === '' ? [] : [translate('Results: {brought}.', { brought })]),
      ...(ends === '' ? [] : [translate('This stops counting when there is: {what}.', { what: ends })]),
      ...(counted === '' ? [] : [translate('Also counted: {counted}.', { counted })]),
    ],
    consequences: consequences(conversation, call, detection, translate),
    saved: isSaved
      ? translate('Estimated savings: {calls} calls.', { calls: CALLS_SAVED })
      : translate('Nothing is counted as saved.'),
    feedback: call.feedback,
  };
}

function titleOf(
  { tool, arguments: callArguments }: TimelineCall,
  count: number,
  name: string,
  letters: readonly Letter[],
  label: CallLabeller,
): string {
  if (letters.length === 1 && callArguments !== FORGOTTEN) {
    return `${label(tool, callArguments)} ×${count}`;
  }
  const tools = [...new Set(letters.map((letter) => letter.tool))];
  return `${name}: ${tools.slice(0, NAMED_TOOLS).join(', ')}${tools.length > NAMED_TOOLS ? ' …' : ''}`;
}

/** The sentences of the chat: what the agent did, and what was done. */
function summaryOf(
  conversation: TimelineConversation,
  call: TimelineCall,
  detection: Detection,
  translate: Translate,
  label: CallLabeller,
): string {
  const recalled = recallIn(conversation, detection, true);
  // How far a subagent's stop reaches is said where the stop is told.
  const recall = (): Recalled | undefined => recalled && { ...recalled, stopOf: 'mainAgent' };
  const telling: Phrasing = { translate, names: { label, recall }, emphasis: AS_TEXT };
  const sentences =
    detection.action === 'break'
      ? stopSentences(detection, telling)
      : [whatHappened(detection, telling), ...consequences(conversation, call, detection, translate).slice(0, 1)];
  return sentences.join(' ');
}

function resultsText({ results }: Finding, translate: Translate): string {
  switch (results) {
    case 'same':
      return translate('Identical.');
    case 'similar':
      return translate('Identical except for numbers, IDs, or times.');
    case 'errors':
      return translate('All calls failed.');
    case 'changed':
      return translate('Results kept changing, but the hard limit was reached.');
    case 'unknown':
      return translate('Unknown. Unknown results don’t count as progress.');
  }
}

interface ExplainedRule {
  readonly name: string;
  readonly meaning: string;
  /** What was counted and the limit; then why the limit differs from the setting, if it does. */
  readonly counting: readonly string[];
  readonly values: readonly {
    readonly setting: string;
    readonly value: string;
    readonly origin: string | undefined;
  }[];
  /** The setting that was reached, without its section. */
  readonly setting: SettingKey;
}

function explainedRule(detection: Detection, translate: Translate): ExplainedRule {
  const { finding, settings, afterChance } = detection;
  const { certainty, count, threshold, atCeiling } = finding;
  const reason = factorText(finding, translate);
  const origins = originsOf(settings);
  const keys: SettingKey[] = [
    finding.setting,
    ...(detectorOf(finding.detector).measures ?? []),
    ...(finding.certainty === 'certain' ? ([settings.actions.length > 0 ? 'actions' : 'mode'] as const) : []),
    'ttlSeconds',
  ];
  return {
    name: findingName(finding, translate),
    meaning: findingMeaning(finding, translate),
    counting: [
      ruleOf(finding.rule).countsSeconds === true
        ? translate('Waited {count} seconds, warning limit {threshold}.', { count, threshold })
        : certainty === 'certain'
          ? translate('Happened {count} times, limit {threshold}.', { count, threshold })
          : translate('Happened {count} times, warning limit {threshold}.', { count, threshold }),
      ...(reason === undefined ? [] : [reason]),
      ...(atCeiling ? [translate('The hard limit was reached.')] : []),
      ...(afterChance ? [translate('The model had already been told to reconsider this call.')] : []),
    ],
    setting: finding.setting,
    values: keys.map((key) => ({
      setting: `${SECTION}.${rowOf(key).name}`,
      value: [settings[key]].flat().join(', '),
      origin: origins === undefined ? undefined : originText(origins[key], key, translate).replaceAll('`', ''),
    })),
  };
}

function consequences(
  { calls, forgottenCalls }: TimelineConversation,
  call: TimelineCall,
  { action, afterChance }: Detection,
  translate: Translate,
): string[] {
  const texts: string[] = [];
  if (afterChance) {
    texts.push(translate('The model had a second chance and made the call again.'));
  }
  switch (action) {
    case 'continue':
    case 'warn':
      texts.push(
        action === 'warn' ? translate('The call was allowed. You were warned.') : translate('The call was allowed.'),
      );
      break;
    case 'nudge':
      texts.push(
        translate('The call was allowed. You were warned.'),
        ...(call.nudged ? [translate('The model got a hint with the result.')] : []),
        ...(call.mitigated ? [translate('The model changed course.')] : []),
      );
      break;
    case 'ask':
      texts.push(
        translate('You were asked whether to run the call.'),
        ...(call.outcome === undefined ? [] : [translate('It ran.')]),
      );
      break;
    case 'chance':
      texts.push(translate('The call was blocked and the model was told what repeats and how to continue.'));
      break;
    case 'break':
      texts.push(
        ...(call.isRefused
          ? [refusedText(translate), translate('The agent was stopped.')]
          : [translate('The call was blocked and the agent was stopped.')]),
      );
  }
  const later = calls.slice(call.number - forgottenCalls).filter(({ turn }) => turn === call.turn);
  const refused = later.filter(({ ran, signature }) => !ran && signature === undefined).length;
  if (action === 'break' && refused > 0) {
    texts.push(translate('Further blocked calls: {count}.', { count: refused }));
  }
  if (action === 'chance') {
    const again = later.some(({ signature }) => signature !== undefined && signature === call.signature);
    if (call.mitigated) {
      texts.push(
        again
          ? translate('The model changed course, then made the same call again.')
          : translate('The model changed course.'),
      );
    } else {
      texts.push(
        again ? translate('The model made the same call again.') : translate('The model has made no call since then.'),
      );
    }
  }
  return texts;
}
