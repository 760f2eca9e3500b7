import * as vscode from 'vscode';
import type { Firing } from '../../engine/replay';
import type { Configuration } from '../../core/settings/configuration';
import { SECTION } from '../../core/settings/section';
import type { EngineValues } from '../../core/settings/schema';
import type { Timeline } from '../../core/timeline/timeline';
import type { WhatIf } from '../../core/replay/whatIf';
import type { RecordingFolder } from '../../node/files/recordingFolder';
import { SHOW_DETECTION, SHOW_TIMELINE } from '../timeline/timelineCommands';
import { translate } from '../window/translate';
import { pickSession } from './pickSession';
import { type PickedSettings, pickSettings } from './pickSettings';
import type { ReplaySource } from './replaySource';

/** What replaying needs. */
export interface ReplayPorts {
  readonly timeline: Timeline;
  readonly folder: RecordingFolder;
  readonly source: ReplaySource;
  readonly configuration: () => Configuration;
}

/** Registers "Replay Conversation…": where would other settings have acted, before they are applied? */
export function registerReplayCommand({ timeline, folder, source, configuration }: ReplayPorts): vscode.Disposable {
  return vscode.commands.registerCommand('toolLoopGuard.replayConversation', async () => {
    const session = await pickSession(timeline, folder);
    const settings = session && (await pickSettings());
    if (session === undefined || settings === undefined) {
      return;
    }
    const { conversationId, whatIf } = source.add(session, settings, configuration());
    const detection = source.conversation(conversationId)?.detections.at(-1);
    await (detection === undefined
      ? vscode.commands.executeCommand(SHOW_TIMELINE)
      : vscode.commands.executeCommand(SHOW_DETECTION, {
          source: source.id,
          conversationId,
          number: detection.number,
        }));
    await offer(settings, whatIf);
  });
}

/** The outcome in one sentence; settings that differ can be applied there and then. */
async function offer({ title: settings, values }: PickedSettings, { now, then }: WhatIf): Promise<void> {
  const counts = { warnings: count(then, 'warn'), blocks: count(then, 'block') };
  if (Object.keys(values).length === 0) {
    void vscode.window.showInformationMessage(
      translate('{settings}: warnings {warnings}, calls held back {blocks}.', { settings, ...counts }),
    );
    return;
  }
  const apply = translate('Apply');
  const answer = await vscode.window.showInformationMessage(
    translate(
      '{settings}: warnings {warnings}, calls held back {blocks}. At present: warnings {warningsNow}, calls ' +
        'held back {blocksNow}.',
      {
        settings,
        ...counts,
        warningsNow: count(now, 'warn'),
        blocksNow: count(now, 'block'),
      },
    ),
    apply,
  );
  if (answer === apply) {
    await writeUserSettings(values);
  }
}

function count(firings: readonly Firing[], severity: Firing['severity']): number {
  return firings.filter((firing) => firing.severity === severity).length;
}

async function writeUserSettings(values: EngineValues): Promise<void> {
  const section = vscode.workspace.getConfiguration(SECTION);
  for (const [key, value] of Object.entries(values)) {
    await section.update(key, value, vscode.ConfigurationTarget.Global);
  }
}
