import type { ObservedEvent } from '../events/events';
import type { Weighed } from '../../engine/rules/finding';
import { ruleOf } from '../../engine/rules/registry';
import { countedName } from './detectorTexts';
import { inEnglish } from './language';
import { clip, maskedArguments, oneLine, shortSignature, toolLabel } from './quoting';
import type { Detection } from '../../engine/decision/verdict';
import { broughtTexts } from './whyText';
import { maskText } from './secrets/mask';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** So that lines below the log level needn't be written. */
export const LEVELS: Record<ObservedEvent['kind'], LogLevel> = {
  detection: 'warn',
  nudged: 'info',
  mitigated: 'info',
  override: 'info',
  feedback: 'info',
  budget: 'warn',
  reset: 'info',
  recorded: 'debug',
  weighed: 'debug',
  refused: 'debug',
  outcome: 'debug',
  pruned: 'debug',
  turn: 'debug',
  fault: 'error',
};

/** For a fault outside the engine; the agent continues. */
export function faultLine(during: string, error: unknown): string {
  return oneLine(`Fault of the guard (${during}); the agent goes on: ${faultText(error)}`);
}

function faultText(error: unknown): string {
  try {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return maskText(text).slice(0, 300);
  } catch {
    return 'an error that cannot be put into words';
  }
}

/** Names and IDs come from outside and can have any length. */
const LINE_CHARACTERS = 2_000;

/** At INFO and above, at most the masked first 50 characters of a signature; at DEBUG, masked and clipped arguments. */
export function logLine(event: ObservedEvent): { readonly level: LogLevel; readonly text: string } {
  return { level: LEVELS[event.kind], text: clip(oneLine(text(event)), LINE_CHARACTERS) };
}

function text(event: ObservedEvent): string {
  switch (event.kind) {
    case 'detection':
      return detectionText(event.detection);
    case 'nudged':
      return (
        `Model nudged in session ${event.conversationId}: tool=${toolLabel(event.detection.tool)}, call=` +
        event.detection.callId
      );
    case 'mitigated':
      return (
        `Tool call loop mitigated in session ${event.conversationId}: after ` +
        `${event.detection.action === 'nudge' ? 'a nudge' : 'guidance'} the model moved on ` +
        `from tool=${toolLabel(event.detection.tool)} to tool=${toolLabel(event.nextTool)}`
      );
    case 'budget': {
      const { reached, done, conversationId, callId } = event;
      const what =
        reached === undefined
          ? 'Budget changed'
          : `Budget reached: measure=${reached.measure}, per=${reached.scope}, limit=${reached.limit}`;
      return `${what} (${done}) in session ${conversationId}, call=${callId ?? 'none'}`;
    }
    case 'override':
      return (
        `Setting changed in session ${event.conversationId}: ${event.key}=` +
        `${event.value === undefined ? 'unset' : String(event.value)}`
      );
    case 'reset':
      return `Count reset in session ${event.conversationId}`;
    case 'recorded':
      return (
        `Tool call recorded in session ${event.conversationId}: tool=${toolLabel(event.call.tool)}, call=` +
        `${event.call.id}, signature=${event.entry.signature}, count=${event.count}, parameters=` +
        `${maskedArguments(event.call.arguments)}`
      );
    case 'weighed':
      return weighedText(event);
    case 'refused':
      return (
        `Tool call refused without a look in session ${event.conversationId}: tool=` +
        `${toolLabel(event.call.tool)}, call=${event.call.id}, parameters=` +
        `${maskedArguments(event.call.arguments)}`
      );
    case 'outcome':
      return (
        `Tool call outcome in session ${event.conversationId}: call=${event.callId}, error=` +
        `${event.recorded.isError}, length=${event.recorded.length}`
      );
    case 'pruned':
      return (
        `Pruned ${event.calls} expired tool calls in session ${event.conversationId} (window ` + `${event.ttlSeconds}s)`
      );
    case 'turn':
      return `New user message in session ${event.conversationId}: count starts again`;
    case 'feedback':
      return feedbackText(event);
    case 'fault':
      return (
        `Fault of the guard in session ${event.conversationId} (${event.during}); the call is allowed: ` +
        `${faultText(event.error)}`
      );
  }
}

function detectionText(detection: Detection): string {
  const { finding, settings, model } = detection;
  return [
    `Tool call loop detected in session ${detection.conversationId}: tool=${toolLabel(detection.tool)}`,
    `repeats=${finding.count}/${finding.threshold}`,
    `window=${settings.ttlSeconds}s`,
    `model=${model?.id ?? 'unknown'}`,
    `backend=${model?.vendor ?? 'unknown'}`,
    `action=${detection.action}`,
    `signature=${shortSignature(detection.tool, detection.arguments)}...`,
  ].join(', ');
}

function feedbackText({
  conversationId,
  callId,
  detection,
  verdict,
}: Extract<ObservedEvent, { kind: 'feedback' }>): string {
  const what =
    detection === undefined
      ? `call=${callId}, found=nothing`
      : `tool=${toolLabel(detection.tool)}, detector=${detection.finding.detector}, action=${detection.action}`;
  return `Feedback in session ${conversationId}: ${verdict === 'fine' ? 'this was fine' : 'this was a loop'}, ${what}`;
}

function weighedText({ conversationId, call, why }: Extract<ObservedEvent, { kind: 'weighed' }>): string {
  const [counted, brought] = [countedTexts(why.tallies), broughtTexts(why.calls, inEnglish, (index) => index)];
  return (
    `Tool call weighed in session ${conversationId}: tool=${toolLabel(call.tool)}, call=${call.id}, counted=` +
    `${counted || 'nothing'}, brought=${brought || 'nothing'}`
  );
}

/** What was counted, beside the limits, in English: `identical calls: 3 of 4`; empty if nothing was. */
export function countedTexts(tallies: readonly Weighed[]): string {
  return strictestOf(tallies).map(countedText).join('; ');
}

/** One tally for each rule: that for a stop, if it has a limit. */
function strictestOf(tallies: readonly Weighed[]): readonly Weighed[] {
  const limited = tallies.filter(({ limit }) => limit !== Infinity);
  const rules = [...new Set(limited.map(({ rule }) => rule))];
  return rules.flatMap((rule) => {
    const own = limited.filter((tally) => tally.rule === rule);
    return own.find(({ certainty }) => certainty === 'certain') ?? own[0] ?? [];
  });
}

function countedText({ rule, certainty, count, limit }: Weighed): string {
  const { unit } = ruleOf(rule);
  const most = unit === undefined ? limit : `${limit} ${unit}`;
  return `${countedName(rule)}: ${count} of ${most}${certainty === 'certain' ? '' : ' for a warning'}`;
}
