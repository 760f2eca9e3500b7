import { BUDGET_CHOICES } from '../budget/budgetMeter';
import { PRESET_NAMES } from '../settings/presetNames';
import type { Translate } from '../words/language';

/** One slash command, as help, package.json and README list it. */
export interface CommandDescription {
  /** Without the slash. */
  readonly name: string;
  /** An example of what may stand behind it; empty when nothing may. */
  readonly sample: string;
  readonly description: (translate: Translate) => string;
}

/** All slash commands. */
export const CHAT_COMMANDS: readonly CommandDescription[] = [
  {
    name: 'tool-loop-mode',
    sample: 'break|chance_then_break|warn',
    description: (translate) => translate('What to do with a loop'),
  },
  {
    name: 'tool-loop-max-repeats',
    sample: '4',
    description: (translate) => translate('How many identical calls in a row are a loop'),
  },
  {
    name: 'tool-loop-ttl',
    sample: '120',
    description: (translate) => translate('Seconds after which a call no longer counts'),
  },
  {
    name: 'tool-loop-detection',
    sample: 'true|false',
    description: (translate) => translate('Switch detection on or off'),
  },
  {
    name: 'tool-loop-preset',
    sample: PRESET_NAMES.join('|'),
    description: (translate) => translate('Take a set of values for a use'),
  },
  {
    name: 'tool-loop-unset',
    sample: '[name …]',
    description: (translate) => translate('Take back what was set in this conversation'),
  },
  {
    name: 'tool-loop-status',
    sample: '',
    description: (translate) => translate('Show every effective value, where it comes from, and the counts'),
  },
  { name: 'tool-loop-why', sample: '', description: (translate) => translate('Explain why the agent was stopped') },
  {
    name: 'tool-loop-reset',
    sample: '',
    description: (translate) => translate('Start with a fresh count; lets a stopped agent go on'),
  },
  {
    name: 'tool-loop-budget',
    sample: BUDGET_CHOICES.join('|'),
    description: (translate) => translate('Show what is used of the budget; double it, ignore it here, or stop'),
  },
  { name: 'tool-loop-help', sample: '', description: (translate) => translate('List these commands') },
];
