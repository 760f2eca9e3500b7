import * as vscode from 'vscode';
import { type SavedDetail, savedConversation } from '../../core/replay/savedConversation';
import { callGiven, type Timeline } from '../../core/timeline/timeline';
import { sha256 } from '../../node/files/hash';
import { replaceFile } from '../../node/files/ownFile';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { pickConversation } from '../window/pickConversation';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';
import { randomUUID } from 'node:crypto';

export function registerRecording({ timeline }: GuardWindow): Registered<'recording'> {
  return { parts: [], commands: { 'toolLoopGuard.saveConversation': (given) => saveConversation(timeline, given) } };
}

/** @param given where to save, or a line of the timeline: then less is asked */
async function saveConversation(timeline: Timeline, given: unknown): Promise<void> {
  const called = timeline.conversations.filter(({ calls }) => calls.length > 0);
  const conversation =
    callGiven(timeline, given)?.conversation ??
    (await pickConversation(
      called,
      translate('Save Chat'),
      translate('No tool call has been seen in this window yet.'),
    ));
  const kept = conversation && (await pickKept());
  if (conversation === undefined || kept === undefined) {
    return;
  }
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const options = {
    title: translate('Save Chat'),
    filters: { [translate('Recorded chat')]: ['jsonl'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, 'conversation.jsonl') }),
  };
  const target = given instanceof vscode.Uri ? given : await vscode.window.showSaveDialog(options);
  if (target !== undefined) {
    // Written nowhere, so that short texts can't be guessed from their hashes.
    const salt = randomUUID();
    const text = `${JSON.stringify(savedConversation(conversation, kept, (each) => sha256(`${salt}${each}`)))}\n`;
    // The files of a virtual workspace aren't on a disk.
    await (target.scheme === 'file'
      ? replaceFile(target.fsPath, text)
      : vscode.workspace.fs.writeFile(target, Buffer.from(text)));
    void prompts.showInformationMessage(translate('Chat saved.'));
  }
}

async function pickKept(): Promise<SavedDetail | undefined> {
  const kinds: (vscode.QuickPickItem & { kept: SavedDetail })[] = [
    {
      kept: 'hashes',
      label: translate('Hashes only'),
      detail: translate('Tool names and times; no text of arguments or results.'),
    },
    {
      kept: 'masked',
      label: translate('Masked texts'),
      detail: translate('Arguments and results as text, with detected secrets masked.'),
    },
  ];
  return (await prompts.showQuickPick(kinds, { title: translate('What do you want to save?') }))?.kept;
}
