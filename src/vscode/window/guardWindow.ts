import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { Guard } from '../../engine/guard';
import type { Detection } from '../../engine/decision/verdict';
import { Budgets } from '../../core/budget/budgets';
import type { WriteLink } from '../../core/chat/chatLink';
import { Metrics } from '../../core/metrics/metrics';
import { ProtectionNotice } from '../../core/protection/gap';
import { SessionProbe } from '../../core/protection/sessionProbe';
import { callLabels, ConversationSettings } from '../../core/settings/conversationSettings';
import { toolSetting } from '../../core/settings/resolve';
import { Activity } from '../../core/status/activity';
import { endsAsAWhole, sessionTypeName } from '../../node/agents/sessions';
import { conversationName } from '../../core/timeline/conversationLabel';
import { recall, Timeline } from '../../core/timeline/timeline';
import { digestOf } from '../../node/files/hash';
import { MetricsFile } from '../../node/files/metricsFile';
import { copilotSessionsBegun } from '../../node/logs/sessionLogFiles';
import type { CallNames } from '../../core/words/callNames';
import type { Phrasing } from '../../core/words/loopTexts';
import { type OpenChatLinks, LinkRegistry, type OpenStops } from '../../core/chat/linkRegistry';
import { AgentSessions } from './agentSessions';
import { ChatPanel } from '../chatPanel/chatPanel';
import { Demonstration } from '../host/demonstration';
import { DEMONSTRATION_TOOL } from '../host/ids';
import type { ObservedEvent } from '../../core/events/events';
import { ConfigurationSource } from '../settings/configuration';
import { isOn, reportFault, reportFirstFault, reportTo } from './log';
import { MetricsStore } from './metricsStore';
import { translate } from '../host/translate';
import { UserSettings } from '../settings/userSettings';
import { onlyWorkspacePath, workspacePaths } from '../host/workspacePaths';

type StatusLines = (conversationId: string, link?: WriteLink) => readonly string[];

/** What the features of a window share. Nothing calls the guard yet. */
export class GuardWindow {
  readonly log = vscode.window.createOutputChannel('Tool Loop Guard', { log: true });
  readonly settings = new ConfigurationSource();
  readonly conversations = new ConversationSettings(() => this.settings.current);
  readonly timeline = new Timeline();
  readonly metrics = new Metrics();
  readonly activity = new Activity();
  /** Asked after the guard. */
  readonly budgets = new Budgets({
    settings: () => this.settings.current.window.budget,
    alwaysAllows: (tool) => toolSetting(this.settings.current, 'alwaysAllowed', tool) === true,
    report: (event) => this.report(event),
  });
  /** Stops that can still be acted on. */
  readonly stops: OpenStops = new LinkRegistry(() => randomUUID());
  /** What the links in answers of `@loopguard` do. */
  readonly links: OpenChatLinks = new LinkRegistry(() => randomUUID());
  readonly #detections = new vscode.EventEmitter<Detection>();
  readonly onDetection = this.#detections.event;
  /** Fired by a feature that ended the run of an agent, with the ID of the conversation. */
  readonly runEnded = new vscode.EventEmitter<string>();
  /** Features may add some. */
  readonly observers: { note(event: ObservedEvent): void }[] = [
    { note: reportTo(this.log) },
    ...[this.budgets, this.timeline, this.stops, this.links, this.metrics, this.activity],
    { note: (event) => event.kind === 'detection' && this.#detections.fire(event.detection) },
  ];
  /** An observer that fails doesn't affect the others or the guard. */
  readonly report = (event: ObservedEvent): void => {
    for (const observer of this.observers) {
      try {
        observer.note(event);
      } catch (error) {
        reportFault(this.log, 'telling of an event')(error);
      }
    }
  };
  readonly guard = new Guard({
    hash: digestOf,
    settingsFor: (question) => {
      const settings = this.conversations.settingsFor(question);
      // No setting excludes the demonstration's tool, or a second demonstration would show nothing.
      return question.tool === DEMONSTRATION_TOOL && settings.exempt ? { ...settings, exempt: false } : settings;
    },
    report: this.report,
    folder: onlyWorkspacePath,
    explains: () => isOn(this.log, 'debug'),
  });
  readonly sessions = new AgentSessions(
    (conversationId, { type, folder }) =>
      this.timeline.setSession(conversationId, { type, name: sessionTypeName(type), folder: folderLabel(folder) }),
    (conversationId) => this.activity.ended(conversationId),
    copilotSessionsBegun,
  );
  readonly callNames: CallNames = {
    label: callLabels(() => this.settings.current, workspacePaths),
    recall: (detection) =>
      recall(this.timeline, detection, endsAsAWhole(this.sessions.typeOf(detection.conversationId))),
    chat: (id) => {
      const conversation = this.timeline.conversation(id);
      const agent = sessionTypeName(this.sessions.typeOf(id) ?? 'local');
      return conversation && { name: conversationName(conversation, translate), agent };
    },
  };
  get phrasing(): Phrasing {
    return { translate, names: this.callNames, messages: this.settings.current.messages };
  }
  readonly demonstration = new Demonstration();
  readonly protection = new ProtectionNotice();
  /** Notified of each hook that asks this window. */
  readonly probe = new SessionProbe();
  /** Markdown below the counts of a conversation's status; features may add some. */
  readonly statusLines: StatusLines[] = [];
  /** When the window was opened, in milliseconds since 1970. */
  readonly startedMs = Date.now();
  readonly chat = new ChatPanel(this.log);
  readonly userSettings = new UserSettings(this.settings);
  readonly metricsStore: MetricsStore;
  readonly memory: vscode.Memento;
  /** The folder that VS Code keeps for our files. */
  readonly ownFolder: vscode.Uri;
  /** VS Code's folder of the user's data. */
  readonly userData: string;
  readonly installation: vscode.Uri;
  readonly version: string;
  readonly subscriptions: { dispose(): unknown }[];

  constructor({ subscriptions, globalStorageUri, globalState, extensionUri, extension }: vscode.ExtensionContext) {
    const own = (...path: readonly string[]): string => vscode.Uri.joinPath(globalStorageUri, ...path).fsPath;
    const metricsFile = new MetricsFile(own('metrics.json'));
    this.metricsStore = new MetricsStore(this.metrics, metricsFile, reportFirstFault(this.log, 'storing metrics'));
    this.memory = globalState;
    this.ownFolder = globalStorageUri;
    this.userData = own('..', '..', '..');
    this.installation = extensionUri;
    this.version = (extension.packageJSON as { readonly version: string }).version;
    this.subscriptions = subscriptions;
    subscriptions.push(
      this.chat,
      this.log,
      this.#detections,
      this.runEnded,
      this.settings,
      this.metricsStore,
      this.conversations.overrides.onDidChange(this.report),
    );
  }
}

/** Undefined for the only folder of the window. */
function folderLabel(folder: string | undefined): string | undefined {
  const [only, ...others] = vscode.workspace.workspaceFolders ?? [];
  return folder === undefined || (others.length === 0 && only?.uri.fsPath === folder) ? undefined : basename(folder);
}
