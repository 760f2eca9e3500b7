import type { Finding } from '../../engine/rules/finding';
import { ruleOf } from '../../engine/rules/registry';
import type { Detection } from '../../engine/decision/verdict';
import type { RecordedOutcome } from '../../engine/facts/call';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';
import { maskedArguments } from '../words/quoting';
import { type Letter, letterAt, type ResultRelation, resultTextOf, type Step, toolText } from './explainedCall';

const ARGUMENT_CHARACTERS = 200;
const TOOLS_BETWEEN = 3;

export interface ExplainedCalls {
  readonly steps: readonly Step[];
  readonly letters: readonly Letter[];
  readonly involved: readonly TimelineCall[];
  readonly forgotten: number;
}

export function explainedCalls(
  conversation: TimelineConversation,
  detection: Detection,
  judged: TimelineCall,
): ExplainedCalls {
  const { finding } = detection;
  const found = finding.calls.map((index) => conversation.callAt(index, judged.agent));
  const involved = found.filter((call) => call !== undefined);
  if (!involved.includes(judged)) {
    involved.push(judged);
  }
  const { later } = conversation.repeatsOf(judged);
  involved.push(...later);
  const forgotten = found.length - found.filter((call) => call !== undefined).length;
  const names = new Map<string, string>();
  for (const call of involved) {
    names.set(keyOf(call), names.get(keyOf(call)) ?? letterAt(names.size));
  }
  const places = placesInCycle(conversation, finding, judged.agent, later);
  const steps: Step[] = forgotten === 0 ? [] : [{ kind: 'forgotten', count: forgotten, tools: [] }];
  const order = [...names.keys()];
  const related = relations(involved, ruleOf(finding.rule).comparison);
  involved.forEach((call, at) => {
    const before = involved[at - 1]?.number ?? call.number;
    const numbers = Array.from({ length: Math.max(0, call.number - before - 1) }, (_, index) => before + 1 + index);
    const between = numbers.flatMap((number) => conversation.callNumbered(number) ?? []);
    if (between.length > 0) {
      steps.push({
        kind: 'between',
        count: between.length,
        tools: [...new Set(between.map(({ tool }) => toolText(tool)))].slice(0, TOOLS_BETWEEN),
      });
    }
    steps.push({
      kind: 'call',
      number: call.number,
      tool: toolText(call.tool),
      letter: names.get(keyOf(call)) as string,
      letterIndex: order.indexOf(keyOf(call)),
      ran: call.ran,
      isJudged: call === judged,
      position: places.get(call)?.position,
      pass: places.get(call)?.pass,
      relation: related[at] ?? 'unknown',
      failed: call.outcome?.kind === 'failed',
      resultText: resultTextOf(call),
    });
  });
  const letters = order.map((key): Letter => {
    const calls = involved.filter((call) => keyOf(call) === key);
    const known = calls.find((call) => call.arguments !== FORGOTTEN);
    return {
      letter: names.get(key) as string,
      tool: toolText(calls[0]?.tool ?? ''),
      argumentsText: known === undefined ? undefined : maskedArguments(known.arguments, ARGUMENT_CHARACTERS),
      calls: calls.map(({ number }) => number),
    };
  });
  return { steps, letters, involved, forgotten };
}

function keyOf({ signature, number }: TimelineCall): string {
  return signature ?? `#${number}`;
}

/** Empty without a cycle. A call that was blocked and made again keeps its position, without a pass. */
function placesInCycle(
  conversation: TimelineConversation,
  { steps, period }: Finding,
  agent: TimelineCall['agent'],
  later: readonly TimelineCall[],
): ReadonlyMap<TimelineCall, { readonly position: number; readonly pass: number | undefined }> {
  const places = new Map<TimelineCall, { readonly position: number; readonly pass: number | undefined }>();
  if (period === 1) {
    return places;
  }
  steps.forEach((indexes, at) => {
    const calls = indexes.flatMap((index) => conversation.callAt(index, agent) ?? []);
    calls.forEach((call, within) => {
      const isMadeAgain = calls.slice(0, within).some(({ signature, ran }) => !ran && signature === call.signature);
      places.set(call, {
        position: (at % period) + 1,
        pass: isMadeAgain ? undefined : Math.floor(at / period) + 1,
      });
    });
  });
  later.forEach((call, after) => {
    const at = steps.length + after;
    places.set(call, { position: (at % period) + 1, pass: Math.floor(at / period) + 1 });
  });
  return places;
}

function relations(
  involved: readonly TimelineCall[],
  comparison: 'identicalCall' | 'callBefore' | 'either',
): ResultRelation[] {
  const identical = new Map<string, RecordedOutcome>();
  let last: RecordedOutcome | undefined;
  return involved.map((call) => {
    const { outcome, ran } = call;
    if (outcome === undefined) {
      return ran ? 'unknown' : 'refused';
    }
    const same = comparison === 'callBefore' ? undefined : identical.get(keyOf(call));
    const before = same ?? (comparison === 'identicalCall' ? undefined : last);
    identical.set(keyOf(call), outcome);
    last = outcome;
    if (before?.digest === outcome.digest) {
      return 'equal';
    }
    if (before?.shapeDigest === outcome.shapeDigest) {
      return 'numbers';
    }
    const isComparable = comparison === 'callBefore' || same !== undefined;
    return before !== undefined && isComparable ? 'changed' : 'first';
  });
}
