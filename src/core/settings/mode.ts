import type { Action, Mode } from '../../engine/settings';
import { inEnglish, type Translate } from '../words/language';

/** Spellings of a mode that people may write, and the mode each means. */
export const MODE_SPELLINGS = {
  break: 'break',
  block: 'break',
  chance_then_break: 'chance_then_break',
  chance: 'chance_then_break',
  chance_then_block: 'chance_then_break',
  warn: 'warn',
} as const satisfies Record<string, Mode>;

export type ModeSpelling = keyof typeof MODE_SPELLINGS;

/** What a mode does, in plain words. */
export function modeText(mode: Mode, translate: Translate): string {
  switch (mode) {
    case 'break':
      return translate('The repeated call is not run and the agent is stopped.');
    case 'chance_then_break':
      return translate(
        'The repeated call is not run and the model is told how to get out. If it repeats the call all the ' +
          'same, the agent is stopped.',
      );
    case 'warn':
      return translate('The call is run. A warning is shown and logged.');
  }
}

export const MODE_DESCRIPTIONS: Record<ModeSpelling, string> = {
  break: modeText('break', inEnglish),
  block: 'Same as break.',
  chance_then_break: modeText('chance_then_break', inEnglish),
  chance: 'Same as chance_then_break.',
  chance_then_block: 'Same as chance_then_break.',
  warn: modeText('warn', inEnglish),
};

/** Spellings of an action that people may write, and the action each means. */
export const ACTION_SPELLINGS = {
  continue: 'continue',
  warn: 'warn',
  nudge: 'nudge',
  ask: 'ask',
  chance: 'chance',
  break: 'break',
  block: 'break',
  terminate: 'break',
} as const satisfies Record<string, Action>;

export type ActionSpelling = keyof typeof ACTION_SPELLINGS;

export const ACTION_DESCRIPTIONS: Record<ActionSpelling, string> = {
  continue: 'The call is run and nothing is shown.',
  warn: 'The call is run and a warning is shown.',
  nudge: 'The call is run and a warning is shown; the model is told beside the result what repeats and what to do.',
  ask: 'VS Code asks whether the call may run, and shows the reason.',
  chance: 'The call is not run and the model is told how to get out.',
  break: 'The call is not run and the agent is stopped.',
  block: 'Same as break.',
  terminate: 'Same as break.',
};
