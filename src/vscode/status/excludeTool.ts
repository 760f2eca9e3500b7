import { parseCallAddress } from '../../core/timeline/timelineCall';
import { undoChanges } from '../../core/feedback/settingsChange';
import { toolLabel } from '../../core/words/quoting';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';

/**
 * Asks which of the tools that were called in this window is excluded from loop detection, in the user's settings, and
 * offers the way back. Nothing is excluded unasked.
 * @param given a line of the timeline: then its tool comes first
 */
export async function excludeTool({ timeline, userSettings }: GuardWindow, given: unknown): Promise<void> {
  const address = parseCallAddress(given);
  const meant = address && timeline.conversation(address.conversationId)?.callNumbered(address.number)?.tool;
  const called = timeline.conversations.flatMap(({ calls }) => calls.toReversed().map(({ tool }) => tool));
  const items = [...new Set([...(meant === undefined ? [] : [meant]), ...called])].map((tool) => ({
    label: toolLabel(tool),
    tool,
  }));
  const picked = await prompts.showQuickPick(items, {
    title: translate('Exclude a tool from loop detection'),
    placeHolder: translate('Select a tool to exclude in all chats'),
  });
  if (picked === undefined) {
    return;
  }
  const made = await userSettings.exclude(picked.tool);
  if (made === undefined) {
    return;
  }
  const undo = translate('Undo');
  const answer = await prompts.showInformationMessage(
    translate('{tool} is excluded from loop detection.', { tool: picked.label }),
    undo,
  );
  if (answer === undo) {
    const changes = undoChanges(userSettings.values, made);
    if (changes.length > 0) {
      await userSettings.apply(changes);
    }
  }
}
