import * as vscode from 'vscode';
import { type ChatLink, onlyShows, type WriteLink } from '../../core/chat/chatLink';
import { REMEDY_COMMANDS, type RemedyCommand } from '../../core/protection/remedyCommand';
import { escapeMarkdown } from '../../core/words/pages/markdown';
import type { OpenChatLinks } from '../../core/chat/linkRegistry';
import type { CommandId } from './ids';

/** The only commands that Markdown in chats may run, and only this module makes it. The argument is a random ID. */
const LINK_COMMANDS = [
  'toolLoopGuard.continueAnyway',
  'toolLoopGuard.notALoop',
  'toolLoopGuard.showStopDetails',
  'toolLoopGuard.followLink',
] as const satisfies readonly CommandId[];

/** Its links may run our commands, so whatever comes from elsewhere must be escaped. */
export function trustedMarkdown(text: string): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(text);
  markdown.isTrusted = { enabledCommands: LINK_COMMANDS };
  return markdown;
}

export function linkedMarkdown(
  heading: string,
  sentences: readonly string[],
  links: readonly RemedyCommand[],
): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(`**${heading}**`);
  sentences.forEach((sentence) => markdown.appendMarkdown(`\n\n${escapeMarkdown(sentence)}`));
  if (links.length > 0) {
    const written = links.map(({ title, command, given }) => linkTo(escapeMarkdown(title), command, given));
    markdown.appendMarkdown(`\n\n${written.join(' · ')}`);
    markdown.isTrusted = { enabledCommands: REMEDY_COMMANDS };
  }
  return markdown;
}

function linkTo(title: string, command: string, given: readonly unknown[]): string {
  return `[${title}](command:${command}${given.length === 0 ? '' : `?${encodeURIComponent(JSON.stringify(given))}`})`;
}

export function commandMarkdown(title: string, command: (typeof LINK_COMMANDS)[number], id: string): string {
  return linkTo(title, command, [id]);
}

export function linksIn(conversationId: string, links: OpenChatLinks): WriteLink {
  return (title, link) => commandMarkdown(title, 'toolLoopGuard.followLink', openLink(conversationId, link, links));
}

export function openLink(conversationId: string, link: ChatLink, links: OpenChatLinks): string {
  return onlyShows(link) ? links.addLasting({ conversationId, link }) : links.add({ conversationId, link });
}
