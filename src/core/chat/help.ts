import { inEnglish, type Translate } from '../words/language';
import { linkLine, type WriteLink } from './chatLink';
import { CHAT_COMMANDS, type CommandDescription } from './slashCommands';

/** The slash commands as a Markdown table, for documents. */
export function commandTable(commands: readonly CommandDescription[], translate: Translate = inEnglish): string {
  const row = ({ name, sample, description }: CommandDescription): string =>
    `| \`/${[name, sample].join(' ').trim().replaceAll('|', '\\|')}\` | ${description(translate)} |`;
  return [`| ${translate('Command')} | ${translate('What it does')} |`, '| --- | --- |', ...commands.map(row)].join(
    '\n',
  );
}

/** Every slash command with what it does, as a list of Markdown. */
export function allCommandsText(translate: Translate): string {
  const line = ({ name, sample, description }: CommandDescription): string =>
    `- \`${[`/${name}`, sample].join(' ').trim()}\` ${description(translate)}`;
  return CHAT_COMMANDS.map(line).join('\n');
}

/**
 * The answer to a question for help, as Markdown that fits one screen of a narrow chat.
 * @param link undefined where the surface has no links
 */
export function helpText(translate: Translate, link?: WriteLink): string {
  const lines: [command: string, text: string][] = [
    ['/tool-loop-status', translate('see what’s on')],
    ['/tool-loop-why', translate('see why the agent was stopped')],
    ['/tool-loop-reset', translate('let the agent continue')],
    ['/tool-loop-mode warn', translate('only warn')],
    ['/tool-loop-max-repeats 6', translate('allow more identical calls')],
  ];
  return [
    translate('I stop agents that repeat themselves. Commands for this chat:'),
    lines.map(([command, text]) => `- \`${command}\` ${text}`).join('\n'),
    [
      translate('Or ask {participant} anything, with loop protection.', { participant: '`@loopguard`' }),
      ...(link === undefined
        ? [translate('{command} lists all commands.', { command: '`/tool-loop-help all`' })]
        : linkLine(link, [[translate('All commands'), { kind: 'ask', command: '/tool-loop-help all' }]])),
    ].join(' '),
  ].join('\n\n');
}
