import { BUDGET_CHOICES } from '../budget/budgetMeter';
import { OFFERED_PRESETS } from '../settings/presets';
import { type Translate, inEnglish } from '../words/language';

interface CommandDescription {
  readonly name: string;
  /** An example of its value; empty if it takes none. */
  readonly sample: string;
  /** VS Code suggests it after a slash. The others also work, and help names them. */
  readonly isOffered: boolean;
  readonly description: (translate: Translate) => string;
}

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
    isOffered: true,
    description: (translate) => translate('Set how many identical calls are a loop'),
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
    isOffered: true,
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
    sample: '',
    isOffered: true,
    description: (translate) => translate('Show the status of this chat'),
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
    description: (translate) => translate('Let a stopped agent continue'),
  },
  {
    name: 'tool-loop-budget',
    sample: BUDGET_CHOICES.join('|'),
    isOffered: false,
    description: (translate) => translate('Show the budget; double it, ignore it in this chat, or stop the agent'),
  },
  { name: 'tool-loop-help', sample: '', isOffered: true, description: (translate) => translate('List these commands') },
];

/** Fits one screen of a narrow chat. @param isInChat where only commands after `@loopguard` aren't shown as blocked */
export function helpText(translate: Translate, isInChat: boolean): string {
  const others = CHAT_COMMANDS.filter(({ isOffered }) => !isOffered).map(({ name }) => `\`/${name}\``);
  return [
    isInChat
      ? translate('After {participant}, type:', { participant: '`@loopguard`' })
      : translate('I stop agents that repeat themselves. Commands for this chat:'),
    CHAT_COMMANDS.filter(({ name, isOffered }) => isOffered && name !== 'tool-loop-help')
      .map(({ name, sample, description }) => {
        const [example = ''] = sample.split('|').slice(-1);
        return `- \`${`/${name} ${example}`.trim()}\` ${description(translate)}`;
      })
      .join('\n'),
    translate('Also: {commands}.', { commands: others.join(', ') }),
  ].join('\n\n');
}

/** Asked in the user's name after a stop, because a participant speaks only when asked. */
export function whyQuestion(translate: Translate): string {
  return translate('Why did you stop the agent?');
}

/** In the user's language or in English. */
export function isWhyQuestion(message: string, translate: Translate): boolean {
  const words = (text: string): string =>
    text
      .trim()
      .toLowerCase()
      .replace(/[?.!\uff1f]$/u, '')
      .trim();
  return [whyQuestion(translate), whyQuestion(inEnglish)].some((question) => words(question) === words(message));
}
