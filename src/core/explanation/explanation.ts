import type { Finding } from '../../engine/rules/finding';
import { detectorOf, ruleOf } from '../../engine/rules/registry';
import { recallIn } from '../timeline/timeline';
import { callLabel, type CallLabeller } from '../words/callLabel';
import { countText, factorText, findingMeaning, findingName, unlessText } from '../words/detectorTexts';
import { stopSentences, whatHappened, refusedText } from '../words/loopTexts';
import type { Recalled } from '../words/callNames';
import { toolLabel } from '../words/quoting';
import type { Translate } from '../words/language';
import { type Differences, differences } from './differences';
import { type Letter, resultTextOf, type Step, loopState } from './explainedCall';
import { type ExplainedCalls, explainedCalls } from './explainedCalls';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';
import { originsOf, originText } from '../settings/resolve';
import { SECTION, rowOf } from '../settings/table';
import type { Action, EngineSettings } from '../../engine/rules/settings';
import type { Detection } from '../../engine/decision/verdict';
import { broughtTexts } from '../words/whyText';

const MOST_NAMES = 3;

/** All texts are masked, and none is markup. */
export interface Explanation {
  /** Calls in one pass of a cycle; 1 without a cycle. */
  readonly period: number;
  /** The call and how often it was made, or what was found and the tools. */
  readonly title: string;
  readonly name: string;
  readonly state: string;
  readonly summary: string;
  readonly steps: readonly Step[];
  readonly letters: readonly Letter[];
  readonly differences: Differences;
  readonly rule: ExplainedRule;
  /** One sentence each: what began it, what the calls returned, and what ends it. */
  readonly why: readonly string[];
  /** The IDs of the patterns that matched the results, for a report. */
  readonly patterns: readonly string[];
  /** One sentence each: what was done, and what came of it. */
  readonly consequences: readonly string[];
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
  const { times: count } = conversation.repeatsOf(call);
  const counted = { ...finding, count: ruleOf(finding.rule).unit === 'seconds' ? finding.count : count };
  // The sentence about identical calls names what came before the checked one.
  const summarized = { ...counted, count: counted.count + (broughtTheSame(calls.steps.at(-1), finding) ? 1 : 0) };
  const { why, agent } = call;
  const numberOf = (index: number): number | undefined => conversation.callAt(index, agent)?.number;
  // The IDs of patterns are for reports.
  const weighed = why?.calls.map((each) => ({ ...each, because: undefined })) ?? [];
  const brought = broughtTexts(weighed, translate, numberOf);
  const rule = explainedRule({ ...detection, finding: counted }, translate);
  const patterns = why?.calls.flatMap(({ because }) => because ?? []) ?? [];
  const compared = differences(finding, calls, translate);
  const began = beginning(conversation, calls, compared, finding, label, translate);
  return {
    period: finding.period,
    title: titleOf(call, count, rule.name, calls.letters, label),
    name: rule.name,
    state: loopState(call, translate),
    summary: summaryOf(
      conversation,
      call,
      { ...detection, finding: summarized },
      translate,
      isNamed(call, calls.letters) ? toolLabel : label,
    ),
    steps: calls.steps,
    letters: calls.letters,
    differences: compared,
    rule,
    why: [
      ...began,
      ...(brought === '' ? [] : [translate('Results: {brought}.', { brought })]),
      translate('What ends the count: {what}.', { what: unlessText(finding.detector, translate) }),
    ],
    patterns: [...new Set(patterns)],
    consequences: consequences(conversation, call, detection, translate),
    feedback: call.feedback,
  };
}

/** Whether the last of identical calls ran, too, and brought what the sentence about them says. */
function broughtTheSame(last: Step | undefined, { detector, results }: Finding): boolean {
  if (detector !== 'repeat' || last?.kind !== 'call') {
    return false;
  }
  const { ran, failed, relation } = last;
  switch (results) {
    case 'unknown':
      return ran;
    case 'errors':
      return failed;
    default:
      return relation === 'equal' || relation === 'numbers' || relation === results;
  }
}

/** Whether the title names the call with its arguments; then no sentence needs to. */
function isNamed({ arguments: given }: TimelineCall, letters: readonly Letter[]): boolean {
  return letters.length === 1 && given !== FORGOTTEN;
}

function titleOf(
  call: TimelineCall,
  count: number,
  name: string,
  letters: readonly Letter[],
  label: CallLabeller,
): string {
  if (isNamed(call, letters)) {
    return `${label(call.tool, call.arguments)} ×${count}`;
  }
  const tools = [...new Set(letters.map((letter) => letter.tool))];
  return `${name}: ${someOf(tools)}`;
}

function someOf(names: readonly string[]): string {
  return `${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ' …' : ''}`;
}

/** The same sentences as in the chat. */
function summaryOf(
  conversation: TimelineConversation,
  call: TimelineCall,
  detection: Detection,
  translate: Translate,
  label: CallLabeller,
): string {
  const recalled = recallIn(conversation, detection, true);
  // How far a subagent's stop reaches is said at the stop itself.
  const recall = (): Recalled | undefined => recalled && { ...recalled, stopOf: 'mainAgent' };
  const telling = { translate, names: { label, recall } };
  const sentences =
    detection.action === 'break'
      ? stopSentences(detection, telling)
      : [whatHappened(detection, telling), ...consequences(conversation, call, detection, translate).slice(0, 1)];
  return sentences.join(' ');
}

const ERROR_CHARACTERS = 80;

/** The failure in the loop or right before it, and how the calls differed; empty where nothing failed. */
function beginning(
  conversation: TimelineConversation,
  { involved, letters }: ExplainedCalls,
  { fields }: Differences,
  { rule, period }: Finding,
  label: CallLabeller,
  translate: Translate,
): string[] {
  const [first] = involved;
  const before = conversation.calls.findLast(
    ({ number, turn, agent }) => number < (first?.number ?? 0) && turn === first?.turn && agent === first.agent,
  );
  const hasLastingFailure = (failed: TimelineCall): boolean =>
    hasFailed(failed) &&
    !involved.some(
      (call) =>
        call.number > failed.number &&
        call.signature === failed.signature &&
        call.outcome !== undefined &&
        !hasFailed(call),
    );
  const failed = [...involved, before].find((call) => call !== undefined && hasLastingFailure(call));
  const error = failed && resultTextOf(failed, ERROR_CHARACTERS);
  if (failed === undefined || error === undefined) {
    return [];
  }
  const call = failed.arguments === FORGOTTEN ? failed.tool : label(failed.tool, failed.arguments);
  const values = { number: failed.number, call, error };
  const began =
    failed === before
      ? translate('Before the loop, call {number}, {call}, failed with "{error}".', values)
      : translate('It began when call {number}, {call}, failed with "{error}".', values);
  if (period > 1 || new Set(letters.map(({ tool }) => tool)).size > 1) {
    return [began];
  }
  return [
    began,
    fields.length === 0 || ruleOf(rule).comparison === 'identicalCall'
      ? translate('The loop’s calls are identical.')
      : translate('The loop’s calls differ only in {fields}.', {
          fields: someOf(fields.map(({ path }) => path || translate('arguments'))),
        }),
  ];
}

function hasFailed({ outcome }: TimelineCall): boolean {
  return outcome?.kind === 'failed' && outcome.isCanceled !== true;
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
  /** Without its section. */
  readonly setting: keyof EngineSettings;
}

function explainedRule(detection: Detection, translate: Translate): ExplainedRule {
  const { finding, settings, afterChance } = detection;
  const { certainty, atCeiling } = finding;
  const reason = factorText(finding, translate);
  const origins = originsOf(settings);
  const keys: (keyof EngineSettings)[] = [
    finding.setting,
    ...(detectorOf(finding.detector).measures ?? []),
    ...(certainty === 'certain' ? ([settings.actions.length > 0 ? 'actions' : 'mode'] as const) : []),
    'ttlSeconds',
  ];
  return {
    name: findingName(finding, translate),
    meaning: findingMeaning(finding, translate),
    counting: [
      countText(finding, translate),
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
  const [allowed, warned] = [translate('The call was allowed.'), translate('The call was allowed. You were warned.')];
  const done: Record<Action, readonly (string | false)[]> = {
    continue: [allowed],
    warn: [warned],
    nudge: [
      warned,
      call.nudged && translate('The model got a hint with the result.'),
      call.mitigated && translate('The model changed course.'),
    ],
    ask: [translate('You were asked whether to run the call.'), call.outcome !== undefined && translate('It ran.')],
    chance: [translate('The call was blocked and the model was told what repeats and how to continue.')],
    break: call.isRefused
      ? [refusedText(translate), translate('The agent was stopped.')]
      : [translate('The call was blocked and the agent was stopped.')],
  };
  const texts = [
    afterChance && translate('The model had a second chance and made the call again.'),
    ...done[action],
  ].filter((text) => text !== false);
  const later = calls.slice(call.number - forgottenCalls).filter(({ turn }) => turn === call.turn);
  const refused = later.filter(({ ran, signature }) => !ran && signature === undefined).length;
  if (action === 'break' && refused > 0) {
    texts.push(translate('Further blocked calls: {count}.', { count: refused }));
  }
  if (action === 'chance') {
    const again = later.some(({ signature }) => signature !== undefined && signature === call.signature);
    const unchanged = again
      ? translate('The model made the same call again.')
      : translate('The model has made no call since then.');
    const changed = again
      ? translate('The model changed course, then made the same call again.')
      : translate('The model changed course.');
    texts.push(call.mitigated ? changed : unchanged);
  }
  return texts;
}
