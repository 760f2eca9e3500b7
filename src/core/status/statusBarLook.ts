import type { Gap, GuardedElsewhere } from '../protection/gap';
import type { Translate } from '../words/language';
import { numberText } from '../metrics/metricsText';
import { loopsOf, refusedOf, type Tally } from '../metrics/tally';
import { patternText } from '../words/words';
import type { GuardStatus } from './activity';

/** What the status bar item shows. */
export interface StatusBarLook {
  /** With icons as VS Code writes them: `$(shield)`. */
  readonly text: string;
  /** Shown on the background for warnings. */
  readonly isAlert: boolean;
  /** Plain sentences, one paragraph each; no Markdown. */
  readonly tooltip: readonly string[];
  /** Read out in place of the text. */
  readonly spoken: string;
}

/** What the look depends on. */
interface StatusBarState {
  readonly status: GuardStatus;
  /** Whether calls of the latest conversation, or of any new one, are judged. */
  readonly isOn: boolean;
  /** Counted in the latest conversation. */
  readonly tally: Tally;
  /** Counted in all windows. */
  readonly totals: Tally;
  /** What is known not to be guarded; undefined when nothing is. */
  readonly gap: Gap | undefined;
  /** A session at work that somebody else looks after; undefined when there is none. */
  readonly elsewhere?: GuardedElsewhere | undefined;
  /** Kinds of sessions in VS Code that are not guarded here, by name. */
  readonly notGuarded: readonly string[];
}

/**
 * One quiet item: on, warned, stopped, off, or not guarding. Only a stop asks for attention, until the person's next
 * message. What it says of protection is said of the calls that were checked, never of sessions that were not seen.
 */
export function statusBarLook(state: StatusBarState, translate: Translate): StatusBarLook {
  const { status, isOn, tally, totals, gap, elsewhere, notGuarded } = state;
  const { stopped, warned, conversationId } = status;
  const counts = [
    ...(gap === undefined ? [] : [gap.why, gap.remedy]),
    ...(elsewhere === undefined ? [] : [elsewhereText(elsewhere, translate)]),
    ...(conversationId === undefined || !isMoreThanCalls(tally)
      ? []
      : [translate('This chat: {counts}', { counts: countsText(tally, translate) })]),
    translate('In all: {counts}', { counts: countsText(totals, translate) }),
    ...(isOn && notGuarded.length > 0
      ? [
          translate('Not guarded here: {sessions}. "Check Protection" says why, and what to do.', {
            sessions: notGuarded.join(', '),
          }),
        ]
      : []),
  ];
  const look = (icon: string, word: string, what: string, isAlert = false): StatusBarLook => ({
    text: word === '' ? icon : `${icon} ${word}`,
    isAlert,
    tooltip: [what, ...counts],
    spoken: `Tool Loop Guard: ${what}`,
  });
  if (stopped !== undefined) {
    return look(
      '$(shield)',
      translate('Loop stopped'),
      translate('An agent was stopped: {pattern}. Your next message lets it go on.', {
        pattern: patternText(stopped, translate),
      }),
      true,
    );
  }
  if (!isOn) {
    return look('$(circle-slash)', translate('Guard off'), translate('Off: no tool call is checked.'));
  }
  if (warned !== undefined) {
    return look(
      '$(shield)',
      translate('Loop?'),
      translate('This looks like a loop: {pattern}.', { pattern: patternText(warned, translate) }),
    );
  }
  if (gap !== undefined && (gap.sessionId !== undefined || tally.calls === 0)) {
    return look('$(unverified)', translate('Not guarding this session'), notGuardingText(gap, translate));
  }
  return look(
    '$(shield)',
    '',
    conversationId === undefined
      ? translate('On. No tool call has been checked in this window yet.')
      : checkedText(tally.calls, translate),
  );
}

function checkedText(calls: number, translate: Translate): string {
  return calls === 1
    ? translate('On. This chat: 1 call checked.')
    : translate('On. This chat: {calls} calls checked.', { calls: numberText(calls) });
}

/** Whether there is more to tell of a conversation than how many calls were checked. */
function isMoreThanCalls(tally: Tally): boolean {
  return refusedOf(tally) + tally.warnings + loopsOf(tally) > 0;
}

function notGuardingText({ sessionId, agent = '' }: Gap, translate: Translate): string {
  return sessionId === undefined
    ? translate('Not guarding this session: no tool call of it reaches the guard.')
    : translate('Not guarding {agent} session {id}: it calls tools, and nobody asks the guard.', {
        agent,
        id: sessionId.slice(0, 8),
      });
}

function elsewhereText({ sessionId, agent, judge }: GuardedElsewhere, translate: Translate): string {
  const id = sessionId.slice(0, 8);
  return judge === 'otherWindow'
    ? translate('{agent} session {id} is guarded by another window.', { agent, id })
    : translate('{agent} session {id} is guarded by the hook alone: no window answered it.', { agent, id });
}

function countsText(tally: Tally, translate: Translate): string {
  return translate('calls checked {calls}, not run {refused}, warnings {warnings}, loops {loops}', {
    calls: numberText(tally.calls),
    refused: numberText(refusedOf(tally)),
    warnings: numberText(tally.warnings),
    loops: numberText(loopsOf(tally)),
  });
}
