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
    description: (translate) => translate('Choose what happens to a loop'),
  },
  {
    name: 'tool-loop-max-repeats',
    sample: '4',
    description: (translate) => translate('Set how many identical calls are a loop'),
  },
  {
    name: 'tool-loop-ttl',
    sample: '120',
    description: (translate) => translate('Set how long a call counts toward a loop, in seconds'),
  },
  {
    name: 'tool-loop-detection',
    sample: 'true|false',
    description: (translate) => translate('Turn loop detection on or off'),
  },
  {
    name: 'tool-loop-preset',
    sample: PRESET_NAMES.join('|'),
    description: (translate) => translate('Apply a preset, such as strict or coding'),
  },
  {
    name: 'tool-loop-unset',
    sample: '[name …]',
    description: (translate) => translate('Remove settings made in this chat'),
  },
  {
    name: 'tool-loop-status',
    sample: 'all',
    description: (translate) => translate('Show what Tool Loop Guard is doing in this chat'),
  },
  { name: 'tool-loop-why', sample: '', description: (translate) => translate('Show why the agent was stopped') },
  {
    name: 'tool-loop-reset',
    sample: '',
    description: (translate) => translate('Reset the counters so a stopped agent can continue'),
  },
  {
    name: 'tool-loop-budget',
    sample: BUDGET_CHOICES.join('|'),
    description: (translate) => translate('Show the budget; double it, ignore it in this chat, or stop the agent'),
  },
  { name: 'tool-loop-help', sample: '', description: (translate) => translate('List these commands') },
];
