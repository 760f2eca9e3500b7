import * as vscode from 'vscode';
import { resourceOfConversation } from '../host/conversationId';

/** Hands a chat over to another mode, and answers why it could not. */
const HAND_OVER = 'workbench.action.chat.executeHandoff';

/** A handoff that no mode has: asked for it, {@link HAND_OVER} does nothing. */
const NO_HANDOFF = 'tool-loop-guard';

/**
 * Whether the chat of a conversation is the one that had the focus last. No API tells, but VS Code's refusal of a
 * handoff says whether any view shows a chat, and which mode is picked there. Where chats stand in editors, the one
 * that had the focus cannot be told from the others.
 * @returns undefined where this VS Code does not tell
 */
export async function isChatInFront(conversationId: string): Promise<boolean | undefined> {
  const [own, nobodys, focused] = await Promise.all([
    refusal(resourceOfConversation(conversationId)),
    refusal(resourceOfConversation('')),
    refusal(),
  ]);
  if (own === undefined || nobodys === undefined || focused === undefined) {
    return undefined;
  }
  return own !== nobodys && own === focused && !hasChatEditors();
}

async function refusal(sessionResource?: vscode.Uri): Promise<string | undefined> {
  try {
    const answer = await vscode.commands.executeCommand<{ readonly error?: unknown } | undefined>(HAND_OVER, {
      id: NO_HANDOFF,
      sessionResource: sessionResource?.toString(),
    });
    return typeof answer?.error === 'string' ? answer.error : undefined;
  } catch {
    return undefined;
  }
}

/** Stable typings do not carry the tab of a chat. */
function hasChatEditors(): boolean {
  const { TabInputChat } = vscode as { readonly TabInputChat?: new () => unknown };
  return (
    TabInputChat !== undefined &&
    vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ input }) => input instanceof TabInputChat))
  );
}
