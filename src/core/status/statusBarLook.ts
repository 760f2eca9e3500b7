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
}

/**
 * One quiet item: guarding, warned, stopped or off. Only a stop asks for attention, until the person's next message.
 */
export function statusBarLook(state: StatusBarState, translate: Translate): StatusBarLook {
  const { status, isOn, tally, totals } = state;
  const { stopped, warned, conversationId } = status;
  const counts = [
    ...(conversationId === undefined
      ? []
      : [translate('This conversation: {counts}', { counts: countsText(tally, translate) })]),
    translate('In all: {counts}', { counts: countsText(totals, translate) }),
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
  return look('$(shield)', '', translate('Guarding: tool calls of agents are checked for loops.'));
}

function countsText(tally: Tally, translate: Translate): string {
  return translate('calls checked {calls}, not run {refused}, warnings {warnings}, loops {loops}', {
    calls: numberText(tally.calls),
    refused: numberText(refusedOf(tally)),
    warnings: numberText(tally.warnings),
    loops: numberText(loopsOf(tally)),
  });
}
