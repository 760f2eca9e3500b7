import * as vscode from 'vscode';
import { type ChatLink, onlyShows, type WriteLink } from '../../core/chat/chatLink';
import type { OpenChatLinks } from '../../core/chat/openLinks';
import type { CommandId } from '../host/ids';

/**
 * The only commands that Markdown of ours may run, and this is the only module that makes such Markdown. Each gets one
 * argument, a random id that is looked up.
 */
const LINK_COMMANDS = [
  'toolLoopGuard.continueAnyway',
  'toolLoopGuard.notALoop',
  'toolLoopGuard.showStopDetails',
  'toolLoopGuard.followLink',
] as const satisfies readonly CommandId[];

/** Markdown whose links may run our commands. Nothing from elsewhere may stand in it that is not escaped. */
export function trustedMarkdown(text: string): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString(text);
  markdown.isTrusted = { enabledCommands: LINK_COMMANDS };
  return markdown;
}

/** A link that runs a command of ours with a random id. */
export function commandMarkdown(title: string, command: (typeof LINK_COMMANDS)[number], id: string): string {
  return `[${title}](command:${command}?${encodeURIComponent(JSON.stringify([id]))})`;
}

/** Makes the links of answers in a conversation. */
export function linksIn(conversationId: string, links: OpenChatLinks): WriteLink {
  return (title, link) => commandMarkdown(title, 'toolLoopGuard.followLink', openLink(conversationId, link, links));
}

/** An id for what a link of a conversation does. */
export function openLink(conversationId: string, link: ChatLink, links: OpenChatLinks): string {
  return onlyShows(link) ? links.addLasting({ conversationId, link }) : links.add({ conversationId, link });
}
