import * as vscode from 'vscode';
import { REPLAYED, replay } from '../../core/replay';
import type { Configuration } from '../../core/settings/configuration';
import { SECTION } from '../../core/settings/parse';
import type { EngineValues } from '../../core/settings/schema';
import { Timeline } from '../../core/timeline/timeline';
import { TimelineConversation } from '../../core/timeline/timelineConversation';
import { whatIf, withUserValues } from '../../core/whatIf';
import type { Firing } from '../../core/replay';
import { sha256 } from '../../node/hash';
import type { RecordingFolder } from '../../node/recordingFolder';
import { translate } from '../translate';
import { type PickedSession, pickSession } from './pickSession';
import { type PickedSettings, pickSettings } from './pickSettings';
import type { ReplayedConversation } from './replayedConversation';

/** What replaying needs. */
export interface ReplayPorts {
  readonly timeline: Timeline;
  readonly folder: RecordingFolder;
  readonly configuration: () => Configuration;
  /** Shows the result where a person sees it. */
  readonly show: (replayed: ReplayedConversation) => void | Promise<void>;
}

/** Registers "Replay Conversation…": where would other settings have acted, before they are applied? */
export function registerReplayCommand(ports: ReplayPorts): vscode.Disposable {
  return vscode.commands.registerCommand('toolLoopGuard.replayConversation', async () => {
    const session = await pickSession(ports.timeline, ports.folder);
    const settings = session && (await pickSettings());
    if (session === undefined || settings === undefined) {
      return;
    }
    const replayed = replayWith(session, settings, ports.configuration());
    await ports.show(replayed);
    await offer(replayed);
  });
}

function replayWith({ title, calls }: PickedSession, { title: settings, values }: PickedSettings, now: Configuration): ReplayedConversation {
  const then = withUserValues(now, values);
  const timeline = new Timeline();
  replay(calls, then, sha256, (event) => timeline.note(event));
  const conversation = timeline.conversation(REPLAYED) ?? new TimelineConversation(REPLAYED);
  return { title, settings, values, conversation, whatIf: whatIf(calls, now, then, sha256) };
}

/** The outcome in one sentence; settings that differ can be applied there and then. */
async function offer({ settings, values, whatIf: { now, then } }: ReplayedConversation): Promise<void> {
  const counts = (firings: readonly Firing[], rung: Firing['rung']): number => firings.filter((firing) => firing.rung === rung).length;
  if (Object.keys(values).length === 0) {
    void vscode.window.showInformationMessage(
      translate('Present settings: {warnings} warnings, {blocks} calls held back.', { warnings: counts(now, 'warn'), blocks: counts(now, 'block') }),
    );
    return;
  }
  const apply = translate('Apply');
  const answer = await vscode.window.showInformationMessage(
    translate('{settings}: {warnings} warnings, {blocks} calls held back. At present: {warningsNow} warnings, {blocksNow} calls held back.', {
      settings,
      warnings: counts(then, 'warn'),
      blocks: counts(then, 'block'),
      warningsNow: counts(now, 'warn'),
      blocksNow: counts(now, 'block'),
    }),
    apply,
  );
  if (answer === apply) {
    await writeUserSettings(values);
  }
}

async function writeUserSettings(values: EngineValues): Promise<void> {
  const section = vscode.workspace.getConfiguration(SECTION);
  for (const [key, value] of Object.entries(values)) {
    await section.update(key, value, vscode.ConfigurationTarget.Global);
  }
}
