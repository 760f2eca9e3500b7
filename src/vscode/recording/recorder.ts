import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import type { WindowSettings } from '../../core/settings/configuration';
import { savedConversation } from '../../core/replay/savedConversation';
import type { Timeline } from '../../core/timeline/timeline';
import { sha256 } from '../../node/files/hash';
import type { RecordingFolder } from '../../node/files/recordingFolder';
import { Throttle } from '../host/throttle';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';

/** What the recorder needs. */
interface RecorderPorts {
  readonly timeline: Timeline;
  readonly folder: RecordingFolder;
  /** What the person agreed to, remembered between windows. */
  readonly agreements: vscode.Memento;
  readonly kind: () => WindowSettings['recordConversations'];
  readonly onDidChangeKind: vscode.Event<unknown>;
  readonly reportFault: (error: unknown) => void;
}

const AGREED = 'recording.agreed';

/** Calls come in bursts; files are written at most this often. */
const WRITE_INTERVAL_MS = 2_000;

/**
 * Writes conversations to files while the setting says so and the person has agreed to it. The salt of the hashes is
 * this window's and is written nowhere.
 */
export class Recorder implements vscode.Disposable {
  readonly #salt = randomUUID();
  readonly #changed = new Set<string>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #throttle = new Throttle(WRITE_INTERVAL_MS, () => void this.#write());
  /** What the setting was when the person was asked last; another setting that changes is no reason to ask again. */
  #asked: WindowSettings['recordConversations'] = 'off';
  #agreed: WindowSettings['recordConversations'] = 'off';

  constructor(private readonly ports: RecorderPorts) {
    this.#subscriptions = [
      ports.timeline.onDidChange((conversationId) => this.#note(conversationId)),
      ports.onDidChangeKind(() => void this.#agree()),
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
    const kind = this.ports.kind();
    if (kind === this.#asked) {
      return;
    }
    this.#asked = kind;
    this.#agreed = 'off';
    if (kind === 'off' || this.ports.agreements.get<WindowSettings['recordConversations']>(AGREED) === kind) {
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
      { label: record, detail: translate('To files on this machine: {folder}', { folder: this.ports.folder.path }) },
      { label: translate('Do not record') },
    ];
    const answer = (await prompts.showQuickPick(items, { title, ignoreFocusOut: true }))?.label;
    if (answer === record && this.ports.kind() === kind) {
      await this.ports.agreements.update(AGREED, kind);
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
      const conversation = this.ports.timeline.conversation(id);
      if (conversation === undefined || conversation.calls.length === 0 || this.#agreed === 'off') {
        continue;
      }
      try {
        await this.ports.folder.write(savedConversation(conversation, this.#agreed, this.hash));
      } catch (error) {
        this.ports.reportFault(error);
      }
    }
  }
}
