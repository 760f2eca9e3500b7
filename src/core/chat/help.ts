import { inEnglish, type Translate } from '../words/language';
import { CHAT_COMMANDS, type CommandDescription } from './slashCommands';

/** The slash commands as a Markdown table. */
export function commandTable(commands: readonly CommandDescription[], translate: Translate = inEnglish): string {
  const row = ({ name, sample, description }: CommandDescription): string =>
    `| \`/${[name, sample].join(' ').trim().replaceAll('|', '\\|')}\` | ${description(translate)} |`;
  return [`| ${translate('Command')} | ${translate('What it does')} |`, '| --- | --- |', ...commands.map(row)].join(
    '\n',
  );
}

/** The answer to a question for help, as Markdown. */
export function helpText(translate: Translate): string {
  return [
    translate('**Tool Loop Guard** watches the tool calls of this conversation and stops loops.'),
    commandTable(CHAT_COMMANDS, translate),
    translate(
      'All of them act on this conversation only. {set} and {unset} work too. {participant} with any other ' +
        'text runs a guarded agent on it.',
      {
        set: '`!/set(tool-loop-mode=warn)`',
        unset: '`!/unset(tool-loop-mode)`',
        participant: '`@loopguard`',
      },
    ),
  ].join('\n\n');
}
