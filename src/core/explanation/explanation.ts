import type { Finding } from '../../engine/finding';
import { findingSummary } from '../words/detectorTexts';
import type { Translate } from '../words/language';
import { actionText, consequences } from './consequences';
import { type Differences, differences } from './differences';
import { type Letter, type Step, toolText } from './explainedCall';
import { explainedCalls } from './explainedCalls';
import { type ExplainedRule, explainedRule } from './explainedRule';
import type { TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';

/** Tools beyond these are not named in headings. */
const NAMED_TOOLS = 3;

/** Everything that is shown about a detection. All texts are masked; none of them is markup. */
export interface Explanation {
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
  readonly differences: Differences;
  /** What the results were to each other, as a sentence. */
  readonly results: string;
  readonly rule: ExplainedRule;
  /** What was done, and what came of it, one sentence each. */
  readonly consequences: readonly string[];
  /** What stopping here has saved, as a sentence; undefined when it is not known. */
  readonly saved: string | undefined;
  /** What the person has said of it. */
  readonly feedback: TimelineCall['feedback'];
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
    count: finding.count,
    period: finding.period,
    title: `${rule.name}: ${toolsText(calls.letters)}`,
    summary: translate('{pattern}: {action}', {
      pattern: findingSummary(finding, tool, translate),
      action: actionText(action, call, translate),
    }),
    steps: calls.steps,
    letters: calls.letters,
    differences: differences(finding, calls, translate),
    results: resultsText(finding, translate),
    rule,
    consequences: consequences(conversation, call, detection, translate),
    saved,
    feedback: call.feedback,
  };
}

/** The tools of a loop, each once. */
function toolsText(letters: readonly Letter[]): string {
  const tools = [...new Set(letters.map(({ tool }) => tool))];
  return `${tools.slice(0, NAMED_TOOLS).join(', ')}${tools.length > NAMED_TOOLS ? ' …' : ''}`;
}

function resultsText({ results }: Finding, translate: Translate): string {
  switch (results) {
    case 'same':
      return translate('Identical.');
    case 'similar':
      return translate('Identical except for numbers, IDs, or times.');
    case 'errors':
      return translate('All of them were errors.');
    case 'changed':
      return translate('Results kept changing, but the hard limit was reached.');
    case 'unknown':
      return translate('Unknown, which does not count as progress.');
  }
}
