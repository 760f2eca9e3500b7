import * as vscode from 'vscode';
import { type SavedDetail, savedConversation } from '../../core/replay/savedConversation';
import type { Timeline } from '../../core/timeline/timeline';
import type { Hash } from '../../engine/facts/signature';
import { recordingText, writeRecording } from '../../node/files/recordingFolder';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { reportFault } from '../window/log';
import { pickedConversation, pickConversation } from '../window/pickConversation';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';
import { randomUUID } from 'node:crypto';
import type { WindowSettings } from '../../core/settings/configuration';
import { sha256 } from '../../node/files/hash';
import { Throttle } from '../host/throttle';

/** The recorder, and what a person does with recordings: save one conversation, and delete those that were recorded. */
export function registerRecording(window: GuardWindow): Registered<'recording'> {
  const recorder = new Recorder(window);
  return {
    parts: [recorder],
    commands: {
      'toolLoopGuard.saveConversation': (given) => saveConversation(window.timeline, recorder.hash, given),
      'toolLoopGuard.deleteRecordings': async () => {
        const title = translate('Delete all recorded chats on this machine?');
        const confirm = translate('Delete');
        if ((await prompts.showQuickPick([confirm, translate('Keep')], { title })) === confirm) {
          await window.recordings.clear();
        }
      },
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
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const options = {
    title: translate('Save Chat'),
    filters: { [translate('Recorded chat')]: ['jsonl'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, 'conversation.jsonl') }),
  };
  const target = given instanceof vscode.Uri ? given : await vscode.window.showSaveDialog(options);
  if (target !== undefined) {
    const recording = savedConversation(conversation, kept, hash);
    // The files of a virtual workspace are on no disk.
    await (target.scheme === 'file'
      ? writeRecording(target.fsPath, recording)
      : vscode.workspace.fs.writeFile(target, Buffer.from(recordingText(recording))));
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

const AGREED = 'recording.agreed';

/** Calls come in bursts; files are written at most this often. */
const WRITE_INTERVAL_MS = 2_000;

/**
 * Writes conversations to files while the setting says so and the person has agreed to it. The salt of the hashes is
 * this window's and is written nowhere.
 */
class Recorder implements vscode.Disposable {
  readonly #salt = randomUUID();
  readonly #changed = new Set<string>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #throttle = new Throttle(WRITE_INTERVAL_MS, () => void this.#write());
  /** What the setting was when the person was asked last; another setting that changes is no reason to ask again. */
  #asked: WindowSettings['recordConversations'] = 'off';
  #agreed: WindowSettings['recordConversations'] = 'off';

  constructor(private readonly window: GuardWindow) {
    this.#subscriptions = [
      window.timeline.onDidChange((conversationId) => this.#note(conversationId)),
      window.settings.onDidChange(() => void this.#agree()),
    ];
    void this.#agree();
  }

  /** Texts are hashed with this, so that short ones cannot be guessed from a file. */
  readonly hash = (text: string): string => sha256(`${this.#salt}${text}`);

  dispose(): void {
    this.#throttle.dispose();
    void this.#write();
    this.#subscriptions.forEach((subscription) => void subscription.dispose());
  }

  /**
   * A setting alone does not record: the person is asked once for each kind. Without a yes nothing is written in this
   * window.
   */
  async #agree(): Promise<void> {
    const { settings, memory, recordings } = this.window;
    const kind = settings.current.window.recordConversations;
    if (kind === this.#asked) {
      return;
    }
    this.#asked = kind;
    this.#agreed = 'off';
    if (kind === 'off' || memory.get<WindowSettings['recordConversations']>(AGREED) === kind) {
      this.#agreed = kind;
      return;
    }
    const record = translate('Record');
    const title =
      kind === 'hashes'
        ? translate(
            'Record the tool calls of your chats? Tool names and times are saved, and only hashes of ' +
              'arguments and results.',
          )
        : translate(
            'Record the tool calls of your chats? Arguments and results are saved as text, with detected ' +
              'secrets masked.',
          );
    const items = [
      { label: record, detail: translate('To files on this machine: {folder}', { folder: recordings.path }) },
      { label: translate('Do not record') },
    ];
    const answer = (await prompts.showQuickPick(items, { title, ignoreFocusOut: true }))?.label;
    if (answer === record && settings.current.window.recordConversations === kind) {
      await memory.update(AGREED, kind);
      this.#agreed = kind;
    }
  }

  #note(conversationId: string): void {
    if (this.#agreed === 'off') {
      return;
    }
    this.#changed.add(conversationId);
    this.#throttle.request();
  }

  async #write(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    for (const id of ids) {
      const conversation = this.window.timeline.conversation(id);
      if (conversation === undefined || conversation.calls.length === 0 || this.#agreed === 'off') {
        continue;
      }
      try {
        await this.window.recordings.write(savedConversation(conversation, this.#agreed, this.hash));
      } catch (error) {
        reportFault(this.window.log, 'recording')(error);
      }
    }
  }
}
