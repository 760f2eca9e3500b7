import * as vscode from 'vscode';
import { callTexts } from '../../core/timelineView/callTexts';
import type { TimelineCall } from '../../core/timeline/timelineCall';
import type { CallLabeller } from '../../core/words/callLabel';
import { translate } from '../host/translate';

/** What a line says when there is no more to say of it. */
export function plainTooltip({ label, description }: vscode.TreeItem): string {
  const name = typeof label === 'string' ? label : (label?.label ?? '');
  return typeof description === 'string' ? `${name}\n${description}` : name;
}

/** Texts of tools and models stand in code blocks, in which nothing is a link. */
export function callTooltip(call: TimelineCall, labels: CallLabeller): vscode.MarkdownString {
  const { heading, argumentsText, resultText } = callTexts(call, translate, labels, timeText);
  const tooltip = new vscode.MarkdownString().appendText(heading);
  if (argumentsText !== undefined) {
    tooltip.appendText(`\n${translate('Arguments')}`).appendCodeblock(argumentsText, 'json');
  }
  if (resultText !== undefined && resultText.trim() !== '') {
    tooltip.appendText(`\n${translate('Result')}`).appendCodeblock(resultText, 'text');
  }
  return tooltip;
}

/** A time of the day as the person's language writes it. */
function timeText(atMs: number): string {
  return new Date(atMs).toLocaleTimeString(vscode.env.language, { hour: 'numeric', minute: '2-digit' });
}
