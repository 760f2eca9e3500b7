import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { Guard } from '../../engine/guard';
import type { Detection } from '../../engine/decision/verdict';
import { Budgets } from '../../core/budget/budgets';
import { budgetLines } from '../../core/chat/budgetLines';
import type { WriteLink } from '../../core/chat/chatLink';
import { Metrics } from '../../core/metrics/metrics';
import type { ObservedEvent } from '../../core/events/events';
import { ProtectionNotice } from '../../core/protection/gap';
import { LiveProbe } from '../../core/protection/liveProbe';
import { callLabels } from '../../core/settings/callLabels';
import { ConversationSettings } from '../../core/settings/conversationSettings';
import { Activity } from '../../core/status/activity';
import { endsAsAWhole, sessionTypeName } from '../../node/agents/sessions';
import { conversationName } from '../../core/timeline/conversationLabel';
import { recall } from '../../core/timeline/recall';
import { Timeline } from '../../core/timeline/timeline';
import type { TimelineSource } from '../../core/timeline/timelineSource';
import { digestOf } from '../../node/files/hash';
import { MetricsFile } from '../../node/files/metricsFile';
import { RecordingFolder } from '../../node/files/recordingFolder';
import type { CallNames } from '../../core/words/callNames';
import { type OpenChatLinks, OpenLinks, type OpenStops } from '../../core/chat/openLinks';
import type { AgentModels } from './agentModels';
import { AgentSessions } from './agentSessions';
import type { ChatPanel } from '../chatPanel/chatPanel';
import { Demonstration } from '../host/demonstration';
import { withDemonstration } from '../settings/demonstrationSettings';
import { ConfigurationSource } from '../settings/configuration';
import { isOn, reportFault, reportTo } from './log';
import { MetricsStore } from './metricsStore';
import { translate } from '../host/translate';
import { type Observer, notifyAll } from './observers';
import type { UserSettings } from '../settings/userSettings';
import { workspacePaths } from '../host/workspacePaths';

/** What the features of a window share. */
export interface GuardWindow {
  readonly guard: Guard;
  /** Asked after the guard. */
  readonly budgets: Budgets;
  readonly settings: ConfigurationSource;
  /** What holds in each conversation. */
  readonly conversations: ConversationSettings;
  /** Loaded when it is first asked for. */
  readonly userSettings: UserSettings;
  /** Loaded when it is first asked for. */
  readonly chat: ChatPanel;
  readonly sessions: AgentSessions;
  /** Loaded when it is first asked for. */
  readonly models: AgentModels;
  readonly log: vscode.LogOutputChannel;
  readonly timeline: Timeline;
  /** How calls are named to the person. */
  readonly callNames: CallNames;
  /** Stops that can still be acted on. */
  readonly stops: OpenStops;
  /** What the links in answers of `@loopguard` do. */
  readonly links: OpenChatLinks;
  readonly demonstration: Demonstration;
  readonly metrics: Metrics;
  readonly metricsStore: MetricsStore;
  /** Who may know the size of a conversation's last model request, asked in this order; a feature may add one. */
  readonly requestSizes: RequestSize[];
  readonly activity: Activity;
  /** What is known of the protection of sessions. */
  readonly protection: ProtectionNotice;
  /** Told of each hook that asks this window. */
  readonly probe: LiveProbe;
  readonly recordings: RecordingFolder;
  /** What is remembered between windows. */
  readonly memory: vscode.Memento;
  /** The folder in which VS Code keeps what belongs to the user. */
  readonly userData: string;
  /** The folder that VS Code keeps for our files. */
  readonly ownFolder: vscode.Uri;
  /** Where the extension is installed. */
  readonly installation: vscode.Uri;
  /** The extension's own version. */
  readonly version: string;
  /** Told of everything that the guard reports; a feature may add one. */
  readonly observers: Observer[];
  /** Tells the observers. */
  readonly report: (event: ObservedEvent) => void;
  /** What the timeline lists beside the conversations of this window; a feature may add one before the timeline is. */
  readonly sources: TimelineSource[];
  /** What the status of a conversation adds to its counts, as lines of Markdown; a feature may add some. */
  readonly statusLines: ((conversationId: string, link?: WriteLink) => readonly string[])[];
  /** Fires for each detection. */
  readonly onDetection: vscode.Event<Detection>;
  /** Fired by a feature that ended the run of an agent, with the id of the conversation. */
  readonly runEnded: vscode.EventEmitter<string>;
  /** Disposed of when the window closes. */
  readonly subscriptions: { dispose(): unknown }[];
}

/** What the model read with the last request of a conversation, in tokens; undefined where this one does not know. */
export type RequestSize = (conversationId: string) => Promise<number | undefined>;

/** Makes parts of the window when they are first asked for. */
interface WindowLoads {
  readonly userSettings: (file: vscode.Uri) => UserSettings;
  readonly agentModels: (guard: Guard) => AgentModels;
  readonly logLines: Parameters<typeof reportTo>[1];
  readonly chatPanel: (log: vscode.LogOutputChannel) => ChatPanel;
}

/**
 * Makes the guard of a window, with nothing in front of it yet.
 * @param loads loads what not every window uses
 */
export function openGuardWindow(
  { subscriptions, globalStorageUri, globalState, extensionUri, extension }: vscode.ExtensionContext,
  loads: WindowLoads,
): GuardWindow {
  let userSettings: UserSettings | undefined;
  let models: AgentModels | undefined;
  let chat: ChatPanel | undefined;
  const log = vscode.window.createOutputChannel('Tool Loop Guard', { log: true });
  const settings = new ConfigurationSource();
  const detections = new vscode.EventEmitter<Detection>();
  const runEnded = new vscode.EventEmitter<string>();
  const [timeline, metrics, activity] = [new Timeline(), new Metrics(), new Activity()];
  const budgets = new Budgets({
    settings: () => settings.current.window.budget,
    alwaysAllows: (tool) => settings.current.alwaysAllows(tool),
    report: (event) => report(event),
  });
  const stops: OpenStops = new OpenLinks(() => randomUUID());
  const links: OpenChatLinks = new OpenLinks(() => randomUUID());
  const observers: Observer[] = [
    { note: reportTo(log, loads.logLines) },
    budgets,
    timeline,
    stops,
    links,
    metrics,
    activity,
    { note: (event) => event.kind === 'detection' && detections.fire(event.detection) },
  ];
  const metricsFile = new MetricsFile(vscode.Uri.joinPath(globalStorageUri, 'metrics.json').fsPath);
  const metricsStore = new MetricsStore(metrics, metricsFile, reportFault(log, 'storing metrics'));
  const report = notifyAll(observers, reportFault(log, 'telling of an event'));
  const conversations = new ConversationSettings(() => settings.current);
  const settingsFor = withDemonstration(conversations.settingsFor);
  const sessions = new AgentSessions(
    (conversationId, { type, folder }) =>
      timeline.setSession(conversationId, { type, name: sessionTypeName(type), folder: folderLabel(folder) }),
    (conversationId) => activity.ended(conversationId),
  );
  const guard = new Guard({ hash: digestOf, settingsFor, report, explains: () => isOn(log, 'debug') });
  subscriptions.push(
    { dispose: () => chat?.dispose() },
    log,
    detections,
    runEnded,
    settings,
    metricsStore,
    conversations.overrides.onDidChange(report),
  );
  return {
    guard,
    budgets,
    settings,
    conversations,
    get userSettings() {
      // The folder for our files lies beside the settings of the profile.
      return (userSettings ??= loads.userSettings(vscode.Uri.joinPath(globalStorageUri, '..', '..', 'settings.json')));
    },
    get chat() {
      return (chat ??= loads.chatPanel(log));
    },
    get models() {
      return (models ??= loads.agentModels(guard));
    },
    sessions,
    log,
    timeline,
    callNames: {
      label: callLabels(() => settings.current, workspacePaths),
      recall: (detection) => recall(timeline, detection, endsAsAWhole(sessions.typeOf(detection.conversationId))),
      chat: (id) => {
        const conversation = timeline.conversation(id);
        return conversation === undefined ? undefined : conversationName(conversation, translate);
      },
    },
    stops,
    links,
    demonstration: new Demonstration(),
    metrics,
    metricsStore,
    requestSizes: [],
    activity,
    protection: new ProtectionNotice(),
    probe: new LiveProbe(),
    recordings: new RecordingFolder(vscode.Uri.joinPath(globalStorageUri, 'recordings').fsPath),
    memory: globalState,
    userData: vscode.Uri.joinPath(globalStorageUri, '..', '..', '..').fsPath,
    ownFolder: globalStorageUri,
    installation: extensionUri,
    version: (extension.packageJSON as { readonly version: string }).version,
    observers,
    report,
    sources: [],
    statusLines: [(conversationId) => budgetLines(budgets, conversationId, translate)],
    onDetection: detections.event,
    runEnded,
    subscriptions,
  };
}

/** The name of a folder in which a session works; undefined where it is the only one of the window. */
function folderLabel(folder: string | undefined): string | undefined {
  const [only, ...others] = vscode.workspace.workspaceFolders ?? [];
  return folder === undefined || (others.length === 0 && only?.uri.fsPath === folder) ? undefined : basename(folder);
}
