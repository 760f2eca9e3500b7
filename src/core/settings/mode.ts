import type { Action, Mode } from '../../engine/rules/settings';
import { inEnglish, type Translate } from '../words/language';

/** Each mode by its own name; the other spellings mean the same. */
export const MODES: readonly Mode[] = ['break', 'chance_then_break', 'warn'];

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

/** The name that a person picks a mode by. */
export function modeLabel(mode: Mode, translate: Translate): string {
  switch (mode) {
    case 'break':
      return translate('Stop the agent');
    case 'chance_then_break':
      return translate('Second chance, then stop');
    case 'warn':
      return translate('Warn only');
  }
}

/** What a mode does, in plain words. */
export function modeText(mode: Mode, translate: Translate): string {
  switch (mode) {
    case 'break':
      return translate('Block the call and stop the agent.');
    case 'chance_then_break':
      // A list of VS Code shows no more than this in one line.
      return translate('Block the call and tell the model to change course. Stop if it repeats the call.');
    case 'warn':
      return translate('Allow the call and warn you.');
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

/** Every action under the name that a person picks it by, in English. */
export const ACTION_LABELS: Record<Action, string> = {
  continue: 'Do nothing',
  warn: 'Warn',
  nudge: 'Warn and tell the model',
  ask: 'Ask',
  chance: 'Second chance',
  break: 'Stop the agent',
};

/** The spellings that mean what another spelling names: understood everywhere, offered nowhere. */
export function aliasesOf(spellings: Readonly<Record<string, string>>): string[] {
  return Object.keys(spellings).filter((spelling) => spellings[spelling] !== spelling);
}

export const ACTION_DESCRIPTIONS: Record<ActionSpelling, string> = {
  continue: 'Allow the call and show nothing.',
  warn: 'Allow the call and warn you.',
  nudge: 'Allow the call, warn you, and tell the model next to the result what repeats and what to try.',
  ask: 'Have VS Code ask you whether to run the call.',
  chance: 'Block the call and tell the model to change course.',
  break: 'Block the call and stop the agent.',
  block: 'Same as break.',
  terminate: 'Same as break.',
};
