import { inEnglish, type Translate } from '../words/language';

/** What the guard does with a call that is certainly part of a loop. */
export type Mode = 'break' | 'chance_then_break' | 'warn';

/** Spellings of a mode that people may write, and the mode each means (seeds 000 and 001). */
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

/** One step of a ladder of actions. */
export type Rung = 'continue' | 'warn' | 'ask' | 'chance' | 'break';

/** Spellings of a rung, and the rung each means (seed 002 says terminate). */
export const RUNG_SPELLINGS = {
  continue: 'continue',
  warn: 'warn',
  ask: 'ask',
  chance: 'chance',
  break: 'break',
  block: 'break',
  terminate: 'break',
} as const satisfies Record<string, Rung>;

export type RungSpelling = keyof typeof RUNG_SPELLINGS;

export const RUNG_DESCRIPTIONS: Record<RungSpelling, string> = {
  continue: 'The call is run and nothing is shown.',
  warn: 'The call is run and a warning is shown.',
  ask: 'VS Code asks whether the call may run, and shows the reason.',
  chance: 'The call is not run and the model is told how to get out.',
  break: 'The call is not run and the agent is stopped.',
  block: 'Same as break.',
  terminate: 'Same as break.',
};
