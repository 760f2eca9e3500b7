import type { BudgetReached } from '../events/events';
import type { Gap, GuardedElsewhere } from '../protection/gap';
import { type CountWords, countsText } from '../metrics/countTexts';
import { checkProtectionLink, type RemedyCommand, remedyCommand } from '../protection/remedyCommand';
import type { MetricsTally } from '../metrics/tally';
import { budgetUses } from '../words/budgetTexts';
import type { Translate } from '../words/language';
import type { CallNames } from '../words/callNames';
import { NO_MESSAGES } from '../words/messages';
import { blockingNotice, stopNotice, warningText } from '../words/words';
import type { GuardStatus } from './activity';

export interface StatusBarLook {
  /** With icons as VS Code writes them: `$(shield)`. */
  readonly text: string;
  /** Shown on the background for warnings. */
  readonly isAlert: boolean;
  /** Plain sentences, one paragraph each; no Markdown. */
  readonly tooltip: readonly string[];
  /** What can be done about what it says, as links below it. */
  readonly links: readonly RemedyCommand[];
  /** Read out in place of the text. */
  readonly spoken: string;
}

type BudgetUse = BudgetReached & { readonly used: number };

export interface StatusBarState {
  readonly status: GuardStatus;
  /** Whether calls of the latest conversation, or of any new one, are checked. */
  readonly isOn: boolean;
  /** Counted in the latest conversation. */
  readonly tally: MetricsTally;
  /** What is known not to be guarded; undefined when nothing is. */
  readonly gap: Gap | undefined;
  /** A running session that someone else guards; undefined if there is none. */
  readonly elsewhere?: GuardedElsewhere | undefined;
  /** Kinds of sessions that people take to be guarded and are not guarded here, by name. */
  readonly notGuarded: readonly string[];
  /** What weakens the guard in such sessions, in sentences. */
  readonly weakened?: readonly string[];
  /** What the latest conversation has used of its budget; empty where there is none, or it is ignored. */
  readonly budget?: readonly BudgetUse[];
  readonly names?: CallNames;
}

/** From this share of a limit on, a budget is shown at a glance. */
const NEAR = 0.8;

/**
 * One quiet item: on, warned, stopped, off, or not guarding. Only a stop that the person hasn't seen asks for
 * attention. It claims protection only for calls that were checked, never for unseen sessions.
 */
export function statusBarLook(state: StatusBarState, words: CountWords): StatusBarLook {
  const { translate } = words;
  const { status, isOn, tally, gap } = state;
  const { stopped, warned, isSeen } = status;
  const near = nearestLimit(state.budget ?? []);
  const look = (icon: string, word: string, what: string, isAlert = false): StatusBarLook => ({
    text: word === '' ? icon : `${icon} ${word}`,
    isAlert,
    tooltip: [what, ...furtherSentences(state, words)],
    links: linksOf(state, translate),
    spoken: `Tool Loop Guard: ${what}`,
  });
  const stop = stopped === undefined ? undefined : stopNotice(stopped, translate, NO_MESSAGES, state.names);
  if (stopped !== undefined && status.isRunningOn) {
    return look('$(shield)', translate('Blocking calls'), blockingNotice(stopped, translate, state.names), true);
  }
  if (stop !== undefined && !isSeen) {
    return look('$(shield)', translate('Loop stopped'), stop, true);
  }
  if (!isOn) {
    return look('$(circle-slash)', translate('Guard off'), translate('Off. Tool calls aren’t checked.'));
  }
  if (isUnguarded(gap, tally)) {
    return look('$(unverified)', translate('Not guarding this session'), notGuardingText(gap, translate));
  }
  if (stop !== undefined) {
    return look('$(shield)', '', stop);
  }
  if (warned !== undefined) {
    return look('$(shield)', translate('Possible loop'), warningText(warned, translate, NO_MESSAGES, state.names));
  }
  if (status.hasRecovered === true) {
    return look('$(shield)', translate('Recovered'), translate('The agent changed course after a hint.'));
  }
  const sign = status.repeats === undefined ? '' : `×${status.repeats}`;
  return look('$(shield)', near === undefined ? sign : shortUse(near, translate), onText(state, words));
}

/** Whether the user is looking at what isn't guarded: a running session, or all chats of the window. */
export function isUnguarded(gap: Gap | undefined, { calls }: Pick<MetricsTally, 'calls'>): gap is Gap {
  return gap !== undefined && (gap.sessionId !== undefined || calls === 0);
}

function onText({ status, tally }: StatusBarState, words: CountWords): string {
  return status.conversationId === undefined
    ? words.translate('On. No tool calls checked in this window yet.')
    : words.translate('On. This chat: {counts}.', { counts: countsText(tally, words) });
}

function furtherSentences(state: StatusBarState, { translate }: CountWords): string[] {
  const { gap, elsewhere, budget = [] } = state;
  const missing = notGuardedHere(state);
  const weakened = isAtRest(state) ? (state.weakened ?? []) : [];
  return [
    ...(gap === undefined ? [] : [gap.why]),
    // A link says the same in fewer words.
    ...(gap === undefined || gap.remedyBy !== undefined ? [] : [gap.remedy]),
    ...weakened,
    ...(elsewhere === undefined ? [] : [elsewhereText(elsewhere, translate)]),
    ...(budget.length === 0 ? [] : [translate('Budget: {uses}.', { uses: budgetUses(budget, translate) })]),
    ...(missing.length === 0 ? [] : [translate('Not guarded here: {sessions}.', { sessions: missing.join(', ') })]),
  ];
}

function linksOf(state: StatusBarState, translate: Translate): readonly RemedyCommand[] {
  const { gap } = state;
  return [
    ...(gap?.remedyBy === undefined ? [] : [remedyCommand(gap.remedyBy, translate)]),
    ...(gap === undefined && notGuardedHere(state).length === 0 && (state.weakened ?? []).length === 0
      ? []
      : [checkProtectionLink(translate)]),
  ];
}

/** What is said of other sessions while there is nothing else to say. */
function notGuardedHere(state: StatusBarState): readonly string[] {
  return isAtRest(state) ? state.notGuarded : [];
}

function isAtRest({ status, isOn, gap }: StatusBarState): boolean {
  return isOn && gap === undefined && status.stopped === undefined && status.warned === undefined;
}

function nearestLimit(budget: readonly BudgetUse[]): BudgetUse | undefined {
  const [nearest] = budget.toSorted((one, other) => other.used / other.limit - one.used / one.limit);
  return nearest !== undefined && nearest.used >= NEAR * nearest.limit ? nearest : undefined;
}

function shortUse({ used, limit }: BudgetUse, translate: Translate): string {
  return translate('Budget {used}/{limit}', { used: Math.floor(used), limit });
}

function notGuardingText({ sessionId, agent = '' }: Gap, translate: Translate): string {
  return sessionId === undefined
    ? translate('Not guarding this session. Its tool calls don’t reach Tool Loop Guard.')
    : translate('Not guarding {agent} session {id}: its tool calls aren’t checked.', {
        agent,
        id: sessionId.slice(0, 8),
      });
}

function elsewhereText({ sessionId, agent }: GuardedElsewhere, translate: Translate): string {
  return translate('{agent} session {id} is guarded, but not by this window. Its stops aren’t shown here.', {
    agent,
    id: sessionId.slice(0, 8),
  });
}
