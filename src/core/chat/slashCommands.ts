import { BUDGET_CHOICES } from '../budget/budgetMeter';
import { OFFERED_PRESETS } from '../settings/presets';
import { type Translate, inEnglish } from '../words/language';

interface CommandDescription {
  readonly name: keyof ReturnType<typeof descriptions>;
  /** An example of its value; empty if it takes none. */
  readonly sample: string;
  /** VS Code suggests it after a slash. The others also work, and help names them. */
  readonly isOffered: boolean;
}

export const CHAT_COMMANDS: readonly CommandDescription[] = [
  { name: 'tool-loop-mode', sample: 'break|chance_then_break|warn', isOffered: true },
  { name: 'tool-loop-max-repeats', sample: '4', isOffered: true },
  { name: 'tool-loop-ttl', sample: '120', isOffered: false },
  { name: 'tool-loop-detection', sample: 'true|false', isOffered: false },
  { name: 'tool-loop-preset', sample: OFFERED_PRESETS.join('|'), isOffered: true },
  { name: 'tool-loop-unset', sample: '[name …]', isOffered: false },
  { name: 'tool-loop-status', sample: '', isOffered: true },
  { name: 'tool-loop-why', sample: '', isOffered: true },
  { name: 'tool-loop-reset', sample: '', isOffered: true },
  { name: 'tool-loop-budget', sample: BUDGET_CHOICES.join('|'), isOffered: false },
  { name: 'tool-loop-help', sample: '', isOffered: true },
];

function descriptions(translate: Translate) {
  return {
    'tool-loop-mode': translate('Choose what happens to a loop'),
    'tool-loop-max-repeats': translate('Set how many identical calls are a loop'),
    'tool-loop-ttl': translate('Set the time window for repeats, in seconds'),
    'tool-loop-detection': translate('Turn loop detection on or off'),
    'tool-loop-preset': translate('Apply a preset, such as strict or coding'),
    'tool-loop-unset': translate('Remove settings made in this chat'),
    'tool-loop-status': translate('Show the status of this chat'),
    'tool-loop-why': translate('Show why the agent was stopped'),
    'tool-loop-reset': translate('Let a stopped agent continue'),
    'tool-loop-budget': translate('Show the budget; double it, ignore it in this chat, or stop the agent'),
    'tool-loop-help': translate('List these commands'),
  };
}

export function commandText({ name }: CommandDescription, translate: Translate): string {
  return descriptions(translate)[name];
}

/** Fits one screen of a narrow chat. @param isInChat where only commands after `@loopguard` aren't shown as blocked */
export function helpText(translate: Translate, isInChat: boolean): string {
  const others = CHAT_COMMANDS.filter(({ isOffered }) => !isOffered).map(({ name }) => `\`/${name}\``);
  return [
    isInChat
      ? translate('After {participant}, type:', { participant: '`@loopguard`' })
      : translate('I stop agents that repeat themselves. Commands for this chat:'),
    CHAT_COMMANDS.filter(({ name, isOffered }) => isOffered && name !== 'tool-loop-help')
      .map((command) => {
        const [example = ''] = command.sample.split('|').slice(-1);
        return `- \`${`/${command.name} ${example}`.trim()}\` ${commandText(command, translate)}`;
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
      .replace(/\s?[?.!\uff1f]$/u, '');
  return [whyQuestion(translate), whyQuestion(inEnglish)].some((question) => words(question) === words(message));
}
