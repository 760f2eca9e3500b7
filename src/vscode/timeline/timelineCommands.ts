import * as vscode from 'vscode';
import { parseCallAddress } from '../../core/timeline/callAddress';
import type { TimelineCall } from '../../core/timeline/timelineCall';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import { LIVE, type SourcedConversation, type TimelineSource } from '../../core/timeline/timelineSource';
import { translate } from '../window/translate';
import { ExplanationView } from './explanationView';
import { TimelineView } from './timelineView';

export const SHOW_TIMELINE = 'toolLoopGuard.showTimeline';
export const SHOW_DETECTION = 'toolLoopGuard.showDetection';
const CLEAR_TIMELINE = 'toolLoopGuard.clearTimeline';
/** What a line of the view runs: as {@link SHOW_DETECTION}, but the line is there already. */
const SELECT_DETECTION = 'toolLoopGuard.selectDetection';
const FOCUS_VIEW = 'toolLoopGuard.timeline.focus';

type SourcedCall = SourcedConversation & { readonly number: number };

/**
 * Registers the timeline, the explanation beside it, and their commands.
 * @param saved what a detection saved, as a sentence, if anybody knows
 */
export function registerTimeline(
  sources: readonly TimelineSource[],
  saved: (conversation: TimelineConversation, call: TimelineCall) => string | undefined = () => undefined,
): vscode.Disposable {
  const explanation = new ExplanationView(sources, saved);
  const view = new TimelineView(sources, SELECT_DETECTION, saved);
  return vscode.Disposable.from(
    explanation,
    view,
    vscode.commands.registerCommand(SHOW_TIMELINE, () => vscode.commands.executeCommand(FOCUS_VIEW)),
    vscode.commands.registerCommand(SELECT_DETECTION, async (given: unknown) => {
      const call = callOf(sources, given);
      if (call !== undefined) {
        await explanation.show(call);
      }
    }),
    vscode.commands.registerCommand(SHOW_DETECTION, async (given: unknown) => {
      const call = given === undefined ? newestDetection(sources) : callOf(sources, given);
      if (call === undefined) {
        await vscode.commands.executeCommand(FOCUS_VIEW);
        vscode.window.setStatusBarMessage(
          given === undefined
            ? translate('No loop was found in this window.')
            : translate('This call is not remembered any more.'),
          5_000,
        );
        return;
      }
      await explanation.show(call);
      await view.reveal(call);
    }),
    vscode.commands.registerCommand(CLEAR_TIMELINE, () => sources.forEach((source) => source.clear())),
  );
}

/** The call that a command was given: a line of the view, an address, or the id by which the guard was asked. */
function callOf(sources: readonly TimelineSource[], given: unknown): SourcedCall | undefined {
  const { source: id = LIVE, conversationId, callId } = (given ?? {}) as Record<string, unknown>;
  const source = sources.find((each) => each.id === id);
  const conversation = typeof conversationId === 'string' ? source?.conversation(conversationId) : undefined;
  const number =
    parseCallAddress(given)?.number ?? (typeof callId === 'string' ? conversation?.callOf(callId)?.number : undefined);
  const isKnown = number !== undefined && conversation?.callNumbered(number)?.detection !== undefined;
  return source === undefined || conversation === undefined || !isKnown
    ? undefined
    : { source: source.id, conversationId: conversation.id, number };
}

/** The loop found last in any conversation. */
function newestDetection(sources: readonly TimelineSource[]): SourcedCall | undefined {
  let newest: { readonly at: SourcedCall; readonly atMs: number } | undefined;
  for (const source of sources) {
    for (const conversation of source.conversations) {
      const call = conversation.detections.at(-1);
      if (call !== undefined && call.atMs >= (newest?.atMs ?? 0)) {
        newest = { at: { source: source.id, conversationId: conversation.id, number: call.number }, atMs: call.atMs };
      }
    }
  }
  return newest?.at;
}
