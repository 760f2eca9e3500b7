import type { Action, Mode } from '../../engine/rules/settings';
import { inEnglish, type Translate } from '../words/language';
import type { ChoiceValue, Value } from './values';

export const MODES: readonly Mode[] = ['break', 'chance_then_break', 'warn'];

export function modeLabel(mode: Mode, translate: Translate): string {
  const labels: Record<Mode, string> = {
    break: translate('Stop the agent'),
    chance_then_break: translate('Second chance, then stop'),
    warn: translate('Warn only'),
  };
  return labels[mode];
}

export function modeText(mode: Mode, translate: Translate): string {
  const texts: Record<Mode, string> = {
    break: translate('Block the call and stop the agent.'),
    // A list in VS Code shows no more than this in one line.
    chance_then_break: translate('Block the call and tell the model to change course. Stop if it repeats the call.'),
    warn: translate('Allow the call and warn you.'),
  };
  return texts[mode];
}

export function actionLabel(action: Action, translate: Translate): string {
  const labels: Record<Action, string> = {
    continue: translate('Do nothing'),
    warn: translate('Warn'),
    nudge: translate('Warn and give a hint'),
    ask: translate('Ask'),
    chance: translate('Second chance'),
    break: translate('Stop the agent'),
  };
  return labels[action];
}

const textsOf = <Word extends string>(
  words: readonly Word[],
  text: (word: Word, translate: Translate) => string,
): Readonly<Record<string, string>> => Object.fromEntries(words.map((word) => [word, text(word, inEnglish)]));

export const MODE: ChoiceValue = {
  kind: 'choice',
  default: 'break' satisfies Mode,
  description: 'What to do when a loop is confirmed. To escalate step by step, use `#toolLoopGuard.actions#`.',
  words: textsOf(MODES, modeText),
  labels: textsOf(MODES, modeLabel),
  spellings: { stop: 'break', block: 'break', chance: 'chance_then_break', chance_then_block: 'chance_then_break' },
};

const ACTION_WORDS = {
  continue: 'Allow the call and show nothing.',
  warn: 'Allow the call and warn you.',
  nudge: 'Allow the call, warn you, and tell the model next to the result what repeats and what to try.',
  ask: 'Have VS Code ask you whether to run the call.',
  chance: 'Block the call and tell the model to change course.',
  break: 'Block the call and stop the agent.',
} satisfies Record<Action, string>;

const ACTION: ChoiceValue = {
  kind: 'choice',
  default: 'break',
  description: '',
  words: ACTION_WORDS,
  labels: textsOf(Object.keys(ACTION_WORDS) as Action[], actionLabel),
  spellings: { block: 'break', terminate: 'break' },
};

export const ACTIONS: Value = {
  kind: 'list',
  default: [],
  most: 20,
  of: ACTION,
  description:
    'Escalation: what to do for the first loop in a chat, the second, and so on. The last action repeats. ' +
    'Overrides `#toolLoopGuard.mode#`. Example: `["warn", "warn", "break"]`. Leave empty to use the mode. ' +
    'You are warned about a possible loop only if the list has `warn` or `nudge`.',
};
