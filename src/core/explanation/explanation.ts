import type { DetectorId } from '../../engine/finding';
import type { Finding } from '../../engine/finding';
import type { Translate } from '../words/language';
import type { Action } from '../../engine/settings';
import type { Detection } from '../../engine/verdict';
import { argumentDifference, type FieldDifference } from './argumentDifference';
import type { CallAddress } from '../timeline/callAddress';
import { explainedCalls, type ExplainedCalls, type Letter, type Step, toolText } from './explainedCall';
import { type ExplainedRule, explainedRule } from './explainedRule';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';

/** Tools beyond these are not named in headings. */
const NAMED_TOOLS = 3;

/** A differing field, and the tool or letter whose calls it was found in, where several were compared apart. */
export interface ExplainedDifference extends FieldDifference {
  readonly of: string | undefined;
}

/** Everything a person can be told of a detection. All texts are masked; none of them is markup. */
export interface Explanation {
  readonly address: CallAddress;
  readonly detector: DetectorId;
  /** How often the pattern came. */
  readonly count: number;
  /** Calls in one pass of a cycle; 1 where there is none. */
  readonly period: number;
  /** A heading of a few words. */
  readonly title: string;
  /** What happened and what was done, in one sentence. */
  readonly summary: string;
  readonly steps: readonly Step[];
  readonly letters: readonly Letter[];
  readonly differences: { readonly text: string; readonly fields: readonly ExplainedDifference[] };
  /** What the results were to each other, as a sentence. */
  readonly results: string;
  readonly rule: ExplainedRule;
  readonly action: Action;
  /** What was done, and what came of it, one sentence each. */
  readonly consequences: readonly string[];
  /** What stopping here has saved, as a sentence; undefined when nobody has reckoned it. */
  readonly saved: string | undefined;
}

/**
 * Explains what was found in a call.
 * @param saved a sentence on what it saved, if that is known
 * @returns undefined when nothing was found in the call
 */
export function explain(
  conversation: TimelineConversation,
  call: TimelineCall,
  translate: Translate,
  saved?: string,
): Explanation | undefined {
  const { detection } = call;
  if (detection === undefined) {
    return undefined;
  }
  const { finding, action } = detection;
  const calls = explainedCalls(conversation, detection, call);
  const rule = explainedRule(detection, translate);
  const tool = toolText(detection.tool);
  return {
    address: { conversationId: conversation.id, number: call.number },
    detector: finding.detector,
    count: finding.count,
    period: finding.period,
    title: `${rule.name}: ${toolsText(calls.letters)}`,
    summary: translate('{pattern}: {action}', {
      pattern: patternSentence(finding, tool, translate),
      action: actionText(action, translate),
    }),
    steps: calls.steps,
    letters: calls.letters,
    differences: differences(finding, calls, translate),
    results: resultsText(finding, translate),
    rule,
    action,
    consequences: consequences(conversation, call, detection, translate),
    saved,
  };
}

/** The tools of a loop, each once. */
function toolsText(letters: readonly Letter[]): string {
  const tools = [...new Set(letters.map(({ tool }) => tool))];
  return `${tools.slice(0, NAMED_TOOLS).join(', ')}${tools.length > NAMED_TOOLS ? ' …' : ''}`;
}

/** The pattern in one clause for a person; `patternText` of words.ts says the same to the model and the log. */
function patternSentence({ detector, count, period, results }: Finding, tool: string, translate: Translate): string {
  switch (detector) {
    case 'repeat':
      return translate('The agent made the same call of {tool} {count} times', { tool, count });
    case 'cycle':
      return translate('The agent went through the same {period} steps {count} times, last with {tool}', {
        tool,
        count,
        period,
      });
    case 'similar':
      return translate('The agent called {tool} {count} times with nearly the same arguments and got the same result', {
        tool,
        count,
      });
    case 'stall':
      return results === 'errors'
        ? translate('{tool} failed in the same way each time, and the agent called it {count} times', { tool, count })
        : translate('The agent made {count} calls, the last of {tool}, and learned nothing new', { tool, count });
  }
}

/** What was done with a call, as a clause. */
export function actionText(action: Action, translate: Translate): string {
  switch (action) {
    case 'continue':
      return translate('the call was run, as the ladder of actions says.');
    case 'warn':
      return translate('the call was run, with a warning.');
    case 'ask':
      return translate('you were asked whether to run the call.');
    case 'chance':
      return translate('the call was held back, and the model was told to try something else.');
    case 'break':
      return translate('the call was not run, and the agent was stopped.');
  }
}

function resultsText({ results }: Finding, translate: Translate): string {
  switch (results) {
    case 'same':
      return translate('The results were equal.');
    case 'similar':
      return translate('The results differed only in numbers, ids or times.');
    case 'errors':
      return translate('The results were errors.');
    case 'changed':
      return translate('The results changed, but that did not excuse the repeats any more.');
    case 'unknown':
      return translate('The results are not known, and an unknown result is no progress.');
  }
}

/** Identical calls are compared among themselves, other ones with those of the same tool. */
function differences(
  { detector }: Finding,
  { involved, letters, forgotten }: ExplainedCalls,
  translate: Translate,
): Explanation['differences'] {
  const known = involved.filter((call) => call.arguments !== FORGOTTEN);
  if (known.length < 2) {
    return { text: translate('The arguments of these calls are not remembered any more.'), fields: [] };
  }
  const groups = groupsOf(
    known,
    detector === 'cycle'
      ? ({ number }) => letters.find(({ calls }) => calls.includes(number))?.letter ?? ''
      : ({ tool }) => toolText(tool),
  );
  const fields: ExplainedDifference[] = [];
  let furtherFields = 0;
  for (const [name, calls] of groups) {
    const difference = argumentDifference(calls);
    furtherFields += difference.furtherFields;
    fields.push(...difference.fields.map((field) => ({ ...field, of: groups.size > 1 ? name : undefined })));
  }
  const texts = [differenceText(detector, fields.length > 0, groups.size > 1, translate)];
  if (furtherFields > 0) {
    texts.push(translate('{count} further fields are not shown.', { count: furtherFields }));
  }
  if (forgotten > 0 || known.length < involved.length) {
    texts.push(translate('Some of the calls are not remembered any more and were not compared.'));
  }
  return { text: texts.join(' '), fields };
}

function differenceText(detector: DetectorId, differ: boolean, severalTools: boolean, translate: Translate): string {
  if (detector === 'repeat' || detector === 'cycle') {
    return differ
      ? translate('Only in arguments that make no difference (toolLoopGuard.ignoredArguments):')
      : detector === 'repeat'
        ? translate('In nothing: all of them were the same.')
        : translate('In nothing: each step came with the same arguments every time.');
  }
  if (differ) {
    return severalTools ? translate('The calls of each tool differed in:') : translate('The calls differed in:');
  }
  return severalTools
    ? translate('Different tools were called; the calls of each tool were the same.')
    : translate('In nothing: all of them were the same.');
}

function groupsOf(calls: readonly TimelineCall[], nameOf: (call: TimelineCall) => string): Map<string, TimelineCall[]> {
  const groups = new Map<string, TimelineCall[]>();
  for (const call of calls) {
    const name = nameOf(call);
    groups.set(name, [...(groups.get(name) ?? []), call]);
  }
  return groups;
}

/** What was done, and what the model did after that. */
function consequences(
  { calls, forgottenCalls }: TimelineConversation,
  call: TimelineCall,
  { action, afterChance }: Detection,
  translate: Translate,
): string[] {
  const texts: string[] = [];
  if (afterChance) {
    texts.push(translate('The model had its chance and made the call again.'));
  }
  switch (action) {
    case 'continue':
    case 'warn':
      texts.push(action === 'warn' ? translate('The call was run. You were warned.') : translate('The call was run.'));
      break;
    case 'ask':
      texts.push(
        translate('You were asked whether to run the call.'),
        ...(call.outcome === undefined ? [] : [translate('It was run.')]),
      );
      break;
    case 'chance':
      texts.push(
        translate('The call was held back. In place of a result the model read what repeats and how to get out.'),
      );
      break;
    case 'break':
      texts.push(translate('The call was not run, and the agent was stopped.'));
  }
  const later = calls.slice(call.number - forgottenCalls).filter(({ turn }) => turn === call.turn);
  const refused = later.filter(({ ran, signature }) => !ran && signature === undefined).length;
  if (action === 'break' && refused > 0) {
    texts.push(translate('Further calls that were refused after it: {count}.', { count: refused }));
  }
  if (action === 'chance') {
    const again = later.some(({ signature }) => signature !== undefined && signature === call.signature);
    if (call.mitigated) {
      texts.push(
        again
          ? translate('The model did something else first, then made the same call again.')
          : translate('The model took the chance and did something else.'),
      );
    } else {
      texts.push(
        again ? translate('The model made the same call again.') : translate('The model has made no call since.'),
      );
    }
  }
  return texts;
}
