import * as vscode from 'vscode';
import type { ToolLoopGuardApi } from '../api/tool-loop-guard';
import { Guard } from './engine/guard';
import { Metrics } from './core/metrics/metrics';
import { savedText } from './core/metrics/savings';
import { Activity } from './core/status/activity';
import { ConversationSettings } from './core/settings/conversationSettings';
import { Timeline } from './core/timeline/timeline';
import type { Detection } from './engine/verdict';
import { sha256 } from './node/files/hash';
import { createHookAddress } from './node/hooks/hookAddress';
import { HookServer } from './node/hooks/hookServer';
import { RecordingFolder } from './node/files/recordingFolder';
import { AgentHooks } from './vscode/agent/agentHooks';
import { createApi } from './vscode/agent/api';
import { ChatAgentControl } from './vscode/window/chatPanel';
import { ConfigurationSource } from './vscode/window/configuration';
import { registerConversationCommands } from './vscode/agent/waysOn';
import { reportMissingDoors } from './vscode/window/capabilities';
import { registerFeedbackCommands } from './vscode/feedback/feedbackCommands';
import { RuleMemory } from './vscode/feedback/ruleMemory';
import { registerGuardedModels } from './vscode/guardedModels/provider';
import { publishAddress } from './vscode/window/hookEnvironment';
import { reportChanges, reportFault, reportProblems, reportTo } from './vscode/window/log';
import { type Observer, tellAll } from './vscode/window/observers';
import { registerParticipant } from './vscode/agent/participant';
import { Recorder } from './vscode/recording/recorder';
import { registerRecordingCommands } from './vscode/recording/recordingCommands';
import { registerReplayCommand } from './vscode/replay/replayCommand';
import { ReplaySource } from './vscode/replay/replaySource';
import { registerTimeline } from './vscode/timeline/timelineCommands';
import { liveSource } from './vscode/timeline/liveSource';
import { PresenceInWindow } from './vscode/status/presence';
import { translate } from './vscode/window/translate';
import { TryIt } from './vscode/tryIt/tryIt';

/** Puts the guard in front of the agent. */
export async function activate(context: vscode.ExtensionContext): Promise<ToolLoopGuardApi> {
  const channel = vscode.window.createOutputChannel('Tool Loop Guard', { log: true });
  const settings = new ConfigurationSource();
  const detections = new vscode.EventEmitter<Detection>();
  const [timeline, metrics, activity] = [new Timeline(), new Metrics(), new Activity()];
  const observers: Observer[] = [
    { note: reportTo(channel) },
    timeline,
    metrics,
    activity,
    { note: (event) => event.kind === 'detection' && detections.fire(event.detection) },
  ];
  const report = tellAll(observers, reportFault(channel, 'telling of an event'));
  const conversations = new ConversationSettings(() => settings.current);
  const guard = new Guard({ hash: sha256, settingsFor: conversations.settingsFor, report });
  const presence = new PresenceInWindow({
    guard,
    settings: conversations,
    timeline,
    metrics,
    activity,
    channel,
    storage: context.globalStorageUri,
    onDidChangeConfiguration: settings.onDidChange,
  });
  const tryIt = new TryIt({ guard, overrides: conversations.overrides, metrics, log: (line) => channel.info(line) });
  observers.push(tryIt);
  const rules = new RuleMemory(context.globalState);
  const replays = new ReplaySource();
  const recordings = new RecordingFolder(vscode.Uri.joinPath(context.globalStorageUri, 'recordings').fsPath);
  const recorder = new Recorder({
    timeline,
    folder: recordings,
    agreements: context.globalState,
    kind: () => settings.current.surroundings.recordConversations,
    onDidChangeKind: settings.onDidChange,
    reportFault: reportFault(channel, 'recording'),
  });
  const agent = new ChatAgentControl(channel);
  const hooks = new AgentHooks({ guard, agent, messages: () => settings.current.messages });
  const address = createHookAddress();
  const server = new HookServer(address, (input, gone) => hooks.answer(input, gone), reportFault(channel, 'hook'));
  const icon = vscode.Uri.joinPath(context.extensionUri, 'media', 'icon.png');
  context.subscriptions.push(
    conversations.overrides.onDidChange(report),
    channel,
    detections,
    settings,
    server,
    presence,
    tryIt,
    registerParticipant(guard, conversations, icon, (id) => [...presence.statusLines(id), rules.text]),
    registerGuardedModels({
      guard,
      configuration: () => settings.current,
      onDidChangeConfiguration: settings.onDidChange,
      onStopped: (conversationId) => void hooks.explain(conversationId),
    }),
    registerConversationCommands(guard, conversations.overrides, channel),
    recorder,
    registerRecordingCommands(timeline, recordings, recorder.hash),
    registerReplayCommand({ timeline, folder: recordings, source: replays, configuration: () => settings.current }),
    registerTimeline([liveSource(timeline), replays], ({ id }, { callId }) =>
      savedText(metrics.savedBy(id, callId), translate),
    ),
    registerFeedbackCommands({
      guard,
      conversations,
      report,
      timeline,
      rules,
      adaptive: () => settings.current.surroundings.adaptive,
      channel,
    }),
    settings.onDidChange(({ before, now }) => {
      reportChanges(channel, before, now);
      reportProblems(channel, now);
    }),
  );
  reportMissingDoors(channel);
  reportProblems(channel, settings.current);
  try {
    await server.listen();
    context.subscriptions.push(publishAddress(address, conversations, settings.onDidChange));
  } catch (error) {
    reportFault(channel, 'listening for hooks')(error);
  }
  return createApi(guard, () => settings.current.messages, detections.event);
}
