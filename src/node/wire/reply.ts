import type { BudgetVerdict } from '../../core/budget/budgetMeter';
import { budgetQuestion, budgetStopText, budgetTextForModel, budgetWarning } from '../../core/words/budgetTexts';
import { type CallNames, PLAIN_NAMES, TOOL_NAMES } from '../../core/words/callNames';
import type { Translate } from '../../core/words/language';
import type { Messages } from '../../core/words/messages';
import { nudgeText } from '../../core/words/modelTexts';
import { textsOf } from '../../core/words/words';
import type { Outcome, RecordedOutcome } from '../../engine/facts/call';
import type { Guard } from '../../engine/guard';
import type { Verdict } from '../../engine/decision/verdict';
import type { Harness, Reply } from './harness';
import type { EndedCall } from './input';

/** Replaces the arguments of an earlier call in a text that quotes them. */
const NOT_KEPT = '…';

/**
 * Turns a verdict into the answer for the harness.
 * @param callArguments of the checked call: a detection from a state file has lost its own, which are the
 * same unless the run was stopped earlier
 * @param messages the user's custom messages
 * @param names how calls are named for the user
 */
export function replyTo(
  verdict: Verdict,
  callArguments: unknown,
  translate: Translate,
  messages: Messages,
  { label }: CallNames = PLAIN_NAMES,
): Reply {
  if (verdict.action === 'allow') {
    const { hint } = verdict;
    return hint === undefined ? { kind: 'allow' } : { kind: 'nudgeBefore', toModel: nudgeText(hint, callArguments) };
  }
  const { action, detection } = verdict;
  const ofTheCall = detection.arguments ?? (action === 'stopped' ? NOT_KEPT : callArguments);
  const { forModel = '', forPerson: toPerson = '' } = textsOf(
    { action, detection: { ...detection, arguments: ofTheCall } },
    translate,
    messages,
    // In some harnesses, the model also reads what the user reads about a stop.
    action === 'break' || action === 'stopped' ? TOOL_NAMES : { label },
  );
  switch (action) {
    case 'warn':
      return {
        kind: 'warn',
        toPerson,
        toModel: detection.action === 'nudge' ? nudgeText(detection, ofTheCall) : undefined,
      };
    case 'ask':
      return { kind: 'ask', toPerson };
    case 'chance':
      return { kind: 'deny', toModel: forModel, toPerson };
    case 'break':
    case 'stopped':
      return { kind: 'stop', toModel: forModel, toPerson };
  }
}

/** What a hook reports about a call with a result, with the current content of its files. */
export type Answered = EndedCall &
  Pick<Outcome, 'contents'> & {
    /** What is known about a result that the harness doesn't pass on. */
    readonly recorded?: RecordedOutcome | undefined;
  };

/**
 * Records the outcome of a call, and returns what the model should read next to the result, if anything.
 * @param nowMs on the clock of the calls
 */
export function recordAndReply(
  guard: Guard,
  { nudges }: Harness,
  conversationId: string,
  callId: string,
  { arguments: callArguments, result, isError, toldBy, contents, recorded }: Answered,
  nowMs: number,
): Reply {
  let reply: Reply = { kind: 'allow' };
  const outcome =
    recorded === undefined
      ? { callId, result, isError, arguments: callArguments, contents }
      : { callId, recorded, result };
  guard.record(conversationId, outcome, nowMs, (nudge) => {
    if (nudges === 'beforeCall') {
      return;
    }
    reply = { kind: 'nudge', toModel: nudgeText(nudge, nudge.arguments ?? callArguments), answers: toldBy };
  });
  return reply;
}

/** The answer for a call that exceeds a budget. */
export function budgetReply(
  { action, reached }: BudgetVerdict,
  translate: Translate,
): Extract<Reply, { kind: 'ask' | 'warn' | 'stop' }> {
  switch (action) {
    case 'ask':
      return { kind: 'ask', toPerson: budgetQuestion(reached, translate) };
    case 'warn':
      return { kind: 'warn', toPerson: budgetWarning(reached, translate) };
    case 'stop':
      return { kind: 'stop', toModel: budgetTextForModel(reached), toPerson: budgetStopText(reached, translate) };
  }
}
