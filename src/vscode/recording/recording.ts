import * as vscode from 'vscode';
import { type SavedDetail, savedConversation } from '../../core/replay/savedConversation';
import type { Timeline } from '../../core/timeline/timeline';
import type { Hash } from '../../engine/facts/signature';
import { recordingText, type RecordingFolder, writeRecording } from '../../node/files/recordingFolder';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { reportFault } from '../window/log';
import { pickedConversation, pickConversation } from '../window/pickConversation';
import { saveTarget } from '../host/saveTarget';
import { translate } from '../host/translate';
import { Recorder } from './recorder';
import { prompts } from '../host/prompts';

/** The recorder, and what a person does with recordings: save one conversation, and delete those that were recorded. */
export function registerRecording({
  timeline,
  recordings,
  memory,
  settings,
  log,
}: Pick<GuardWindow, 'timeline' | 'recordings' | 'memory' | 'settings' | 'log'>): Registered<'recording'> {
  const recorder = new Recorder({
    timeline,
    folder: recordings,
    agreements: memory,
    kind: () => settings.current.window.recordConversations,
    onDidChangeKind: settings.onDidChange,
    reportFault: reportFault(log, 'recording'),
  });
  return {
    parts: [recorder],
    commands: {
      'toolLoopGuard.saveConversation': (given) => saveConversation(timeline, recorder.hash, given),
      'toolLoopGuard.deleteRecordings': () => deleteRecordings(recordings),
    },
  };
}

/** @param given where to, or a line of the timeline: then there is less to ask */
async function saveConversation(timeline: Timeline, hash: Hash, given: unknown): Promise<void> {
  const called = timeline.conversations.filter(({ calls }) => calls.length > 0);
  const conversation =
    pickedConversation(timeline, given) ??
    (await pickConversation(
      called,
      translate('Save Chat'),
      translate('No tool call has been seen in this window yet.'),
    ));
  const kept = conversation && (await pickKept());
  if (conversation === undefined || kept === undefined) {
    return;
  }
  const target = await saveTarget(given, {
    title: translate('Save Chat'),
    filters: { [translate('Recorded chat')]: ['jsonl'] },
    file: 'conversation.jsonl',
  });
  if (target !== undefined) {
    const recording = savedConversation(conversation, kept, hash);
    // The files of a virtual workspace are on no disk.
    await (target.scheme === 'file'
      ? writeRecording(target.fsPath, recording)
      : vscode.workspace.fs.writeFile(target, Buffer.from(recordingText(recording))));
    void prompts.showInformationMessage(translate('Chat saved.'));
  }
}

async function deleteRecordings(folder: RecordingFolder): Promise<void> {
  const title = translate('Delete all recorded chats on this machine?');
  const confirm = translate('Delete');
  if ((await prompts.showQuickPick([confirm, translate('Keep')], { title })) === confirm) {
    await folder.clear();
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
