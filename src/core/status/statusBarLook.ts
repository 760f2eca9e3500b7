import type { BudgetReached } from '../events/events';
import type { Gap } from '../protection/gap';
import { checkedText, type CountWords, countsText } from '../metrics/countTexts';
import { checkProtectionLink, type RemedyCommand, stopThreadLink } from '../protection/remedyCommand';
import { type RunningThread, threadName } from '../protection/runningThread';
import type { DayCounts, MetricsTally } from '../metrics/tally';
import { budgetUses } from '../words/budgetTexts';
import type { Translate } from '../words/language';
import { loopsText, numberText } from '../words/numberText';
import type { CallNames } from '../words/callNames';
import { blockingNotice, stopNotice, warningText } from '../words/words';
import type { GuardStatus } from './activity';

export interface StatusBarLook {
  /** With icons as VS Code writes them: `$(shield)`. */
  readonly text: string;
  readonly isAlert: boolean;
  /** Plain sentences, one paragraph each; no Markdown. */
  readonly tooltip: readonly string[];
  /** Remedies, shown below the tooltip. */
  readonly links: readonly RemedyCommand[];
  /** Read out instead of the text. */
  readonly spoken: string;
}

export interface StatusBarState {
  readonly status: GuardStatus;
  /** Whether calls of the latest conversation, or of any new one, are checked. */
  readonly isOn: boolean;
  readonly tally: MetricsTally;
  /** In all windows, in the last seven days. */
  readonly week: DayCounts;
  readonly gap: Gap | undefined;
  /** The name of a session that is guarded, but not by this window. */
  readonly elsewhere?: string | undefined;
  /** Names of session types that users expect to be guarded, and that aren't guarded here. */
  readonly notGuarded: readonly string[];
  readonly weakened?: readonly string[];
  readonly threads?: readonly RunningThread[];
  /** Of the latest conversation; empty if there is none, or if it is ignored. */
  readonly budget?: readonly (BudgetReached & { readonly used: number })[];
  readonly names?: CallNames;
}

/** From this share of a limit on, a budget is shown at a glance. */
const NEAR = 0.8;

/** Only a stop that the user hasn't seen asks for attention. Claims protection only for checked calls. */
export function statusBarLook(state: StatusBarState, words: CountWords): StatusBarLook {
  const { translate } = words;
  const { status, isOn, tally, gap } = state;
  const { stopped, warned, isSeen } = status;
  const [nearest] = (state.budget ?? []).toSorted((one, other) => other.used / other.limit - one.used / one.limit);
  const { sentences, links } = details(state, words);
  const look = (icon: string, word: string, what: string, isAlert = false): StatusBarLook => ({
    text: word === '' ? icon : `${icon} ${word}`,
    isAlert,
    tooltip: [what, ...sentences],
    links,
    spoken: `Tool Loop Guard: ${what}`,
  });
  const phrasing = { translate, names: state.names };
  const stop = stopped === undefined ? undefined : stopNotice(stopped, phrasing);
  if (stopped !== undefined && status.isRunningOn) {
    return look('$(shield)', translate('Blocking calls'), blockingNotice(stopped, phrasing), true);
  }
  if (stop !== undefined && !isSeen) {
    return look('$(shield)', translate('Loop stopped'), stop, true);
  }
  if (!isOn) {
    return look('$(circle-slash)', translate('Guard off'), translate('Off. Tool calls aren’t checked.'));
  }
  if (isUnguarded(gap, tally)) {
    const { session } = gap;
    const what =
      session === undefined
        ? translate('Not guarding this session. Its tool calls don’t reach Tool Loop Guard.')
        : translate('Not guarded: {session}. Its tool calls aren’t checked.', { session });
    return look('$(unverified)', translate('Not guarding this session'), what);
  }
  if (stop !== undefined) {
    return look('$(shield)', '', stop);
  }
  if (warned !== undefined) {
    return look('$(shield)', translate('Possible loop'), warningText(warned, phrasing));
  }
  const sign = status.repeats === undefined ? '' : `×${status.repeats}`;
  const isNear = nearest !== undefined && nearest.used >= NEAR * nearest.limit;
  return look(
    '$(shield)',
    isNear ? translate('Budget {used}/{limit}', { used: Math.floor(nearest.used), limit: nearest.limit }) : sign,
    [
      translate('On. This week: {counts}.', { counts: weekText(state.week, words) }),
      status.conversationId !== undefined && translate('This chat: {counts}.', { counts: countsText(tally, words) }),
      sign !== '' && translate('The last {count} calls are identical.', { count: status.repeats ?? 0 }),
    ]
      .filter(Boolean)
      .join(' '),
  );
}

function weekText({ calls, loops }: DayCounts, words: CountWords): string {
  return `${checkedText(calls, words)}, ${loopsText(loops, words.translate, numberText(loops, words.language))}`;
}

/** Whether the user is looking at what isn't guarded: a running session, or all chats of the window. */
export function isUnguarded(gap: Gap | undefined, { calls }: Pick<MetricsTally, 'calls'>): gap is Gap {
  return gap !== undefined && (gap.session !== undefined || calls === 0);
}

function details(state: StatusBarState, words: CountWords): { sentences: string[]; links: RemedyCommand[] } {
  const { translate } = words;
  const { status, isOn, gap, elsewhere, weakened = [], budget = [], threads = [] } = state;
  const isAtRest = isOn && gap === undefined && status.stopped === undefined && status.warned === undefined;
  const missing = isAtRest ? state.notGuarded : [];
  const asksForAttention = gap !== undefined || (status.stopped !== undefined && !status.isSeen);
  const sentences = [
    gap?.why,
    // A link says the same in fewer words.
    gap?.remedyBy === undefined && gap?.remedy,
    ...(isAtRest ? weakened : []),
    elsewhere !== undefined &&
      translate('{session} is guarded, but not by this window. Its stops aren’t shown here.', { session: elsewhere }),
    budget.length > 0 && translate('Budget: {uses}.', { uses: budgetUses(budget, translate) }),
    missing.length > 0 && translate('Not guarded here: {sessions}.', { sessions: missing.join(', ') }),
    threads.length > 0 && backgroundText(threads, translate),
    // At rest, the look begins with it; what asks for attention stands alone.
    isOn &&
      !isAtRest &&
      !asksForAttention &&
      translate('This week: {counts}.', { counts: weekText(state.week, words) }),
  ];
  const links = [
    gap?.remedyBy,
    (gap !== undefined || missing.length > 0 || weakened.length > 0) && checkProtectionLink(translate),
    threads.length > 0 && stopThreadLink(translate),
  ];
  return {
    sentences: sentences.filter((sentence) => sentence !== undefined && sentence !== false),
    links: links.filter((link) => link !== undefined && link !== false),
  };
}

export function backgroundText(threads: readonly RunningThread[], translate: Translate): string {
  return translate('Codex is working in the background: {threads}.', { threads: threads.map(threadName).join(', ') });
}
