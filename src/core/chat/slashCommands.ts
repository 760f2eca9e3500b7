import { BUDGET_CHOICES } from '../budget/budgetMeter';
import { OFFERED_PRESETS } from '../settings/presets';
import type { Translate } from '../words/language';

/** One slash command, as help, package.json and README list it. */
export interface CommandDescription {
  /** Without the slash. */
  readonly name: string;
  /** An example of what may stand behind it; empty when nothing may. */
  readonly sample: string;
  /** Whether VS Code lists it while a slash is typed. The others are understood too, and help names them. */
  readonly isOffered: boolean;
  readonly description: (translate: Translate) => string;
}

/** All slash commands. */
export const CHAT_COMMANDS: readonly CommandDescription[] = [
  {
    name: 'tool-loop-mode',
    sample: 'break|chance_then_break|warn',
    isOffered: true,
    description: (translate) => translate('Choose what happens to a loop'),
  },
  {
    name: 'tool-loop-max-repeats',
    sample: '4',
    isOffered: false,
    description: (translate) => translate('Set the number of identical calls that count as a loop'),
  },
  {
    name: 'tool-loop-ttl',
    sample: '120',
    isOffered: false,
    description: (translate) => translate('Set the time window for repeats, in seconds'),
  },
  {
    name: 'tool-loop-detection',
    sample: 'true|false',
    isOffered: false,
    description: (translate) => translate('Turn loop detection on or off'),
  },
  {
    name: 'tool-loop-preset',
    sample: OFFERED_PRESETS.join('|'),
    isOffered: false,
    description: (translate) => translate('Apply a preset, such as strict or coding'),
  },
  {
    name: 'tool-loop-unset',
    sample: '[name …]',
    isOffered: false,
    description: (translate) => translate('Remove settings made in this chat'),
  },
  {
    name: 'tool-loop-status',
    sample: 'all',
    isOffered: true,
    description: (translate) => translate('Show what Tool Loop Guard is doing in this chat'),
  },
  {
    name: 'tool-loop-why',
    sample: '',
    isOffered: true,
    description: (translate) => translate('Show why the agent was stopped'),
  },
  {
    name: 'tool-loop-reset',
    sample: '',
    isOffered: true,
    description: (translate) => translate('Reset the counters so a stopped agent can continue'),
  },
  {
    name: 'tool-loop-budget',
    sample: BUDGET_CHOICES.join('|'),
    isOffered: false,
    description: (translate) => translate('Show the budget; double it, ignore it in this chat, or stop the agent'),
  },
  { name: 'tool-loop-help', sample: '', isOffered: true, description: (translate) => translate('List these commands') },
];
