import * as vscode from 'vscode';
import type { OpenStops } from '../../core/chat/openStops';
import type { Detection } from '../../engine/verdict';
import { commandLink } from '../window/commands';
import type { CommandId } from '../window/ids';
import { translate } from '../window/translate';

/**
 * The only commands that Markdown of ours may run, and this is the only module that makes such Markdown. Each gets one
 * argument, a random id that {@link OpenStops} looks up.
 */
const LINK_COMMANDS = [
  'toolLoopGuard.continueAnyway',
  'toolLoopGuard.notALoop',
  'toolLoopGuard.showStopDetails',
] as const satisfies readonly CommandId[];

/**
 * Tells a person of a stop: one paragraph, three links and one button. Nothing may follow it: VS Code folds away what
 * stands before a button when Markdown comes after it.
 * @param paragraph what happened, as Markdown in which nothing from elsewhere can become a link
 */
export function tellStop(
  stream: vscode.ChatResponseStream,
  paragraph: string,
  stop: Detection,
  stops: Pick<OpenStops, 'add'>,
): void {
  const id = stops.add(stop);
  const [goOn, notALoop, details] = LINK_COMMANDS;
  const links = [
    link(translate('Continue anyway'), goOn, id),
    link(translate('Not a loop'), notALoop, id),
    link(translate('Details'), details, id),
  ].join(' · ');
  const choice = translate('Tell the agent what to do next, or choose: {links}', { links });
  const text = new vscode.MarkdownString(`${paragraph}\n\n${choice}`);
  text.isTrusted = { enabledCommands: LINK_COMMANDS };
  stream.markdown(text);
  stream.button(commandLink('toolLoopGuard.tryDifferentApproach', translate('Try a Different Approach'), id));
}

function link(title: string, command: (typeof LINK_COMMANDS)[number], id: string): string {
  return `[${title}](command:${command}?${encodeURIComponent(JSON.stringify([id]))})`;
}
