import * as vscode from 'vscode';
import type { Firing } from '../../engine/replay';
import { replayUnder } from '../../core/replay/replayUnder';
import { whatIf, type WhatIf, withUserValues } from '../../core/replay/whatIf';
import type { Configuration } from '../../core/settings/configuration';
import { digestOf } from '../../node/files/hash';
import { runCommand } from '../window/commands';
import type { GuardWindow } from '../window/guardWindow';
import { conversationOf } from '../window/pickConversation';
import { translate } from '../window/translate';
import { type PickedSession, pickSession, sessionOfWindow } from './pickSession';
import { type PickedSettings, pickSettings } from './pickSettings';
import type { ReplaySource } from './replaySource';

/** Runs "Replay Conversation…": where would other settings have acted, before they are applied? */
export async function replayConversation(
  { timeline, recordings, settings: configuration, userSettings }: GuardWindow,
  source: ReplaySource,
  given: unknown,
): Promise<void> {
  const known = conversationOf(timeline, given);
  const session = known === undefined ? await pickSession(timeline, recordings) : sessionOfWindow(known);
  const settings = session && (await pickSettings());
  if (session === undefined || settings === undefined) {
    return;
  }
  const { conversationId, whatIf } = replay(source, session, settings, configuration.current);
  const detection = source.conversation(conversationId)?.detections.at(-1);
  await (detection === undefined
    ? runCommand('toolLoopGuard.showTimeline')
    : runCommand('toolLoopGuard.showDetection', { source: source.id, conversationId, number: detection.number }));
  if (await offer(settings, whatIf)) {
    await userSettings.apply(Object.entries(settings.values).map(([key, value]) => ({ path: [key], value })));
  }
}

/**
 * Replays a session and lists it.
 * @returns where the settings act otherwise, and the id under which the conversation is listed
 * @throws when the guard fails in the replay
 */
function replay(
  source: ReplaySource,
  { title, calls, model }: PickedSession,
  settings: PickedSettings,
  now: Configuration,
): { readonly conversationId: string; readonly whatIf: WhatIf } {
  const then = withUserValues(now, settings.values);
  const conversationId = source.add((id, timeline) => {
    timeline.note({ kind: 'turn', conversationId: id, prompt: `${settings.title} · ${title}` });
    replayUnder(calls, then, digestOf, {
      model,
      listener: { conversationId: id, report: (event) => timeline.note(event) },
    });
  });
  return { conversationId, whatIf: whatIf(calls, now, then, digestOf, model) };
}

/**
 * Says the outcome in one sentence.
 * @returns whether settings that differ are to be applied
 */
async function offer({ title: settings, values }: PickedSettings, { now, then }: WhatIf): Promise<boolean> {
  const counts = { warnings: count(then, 'warn'), blocks: count(then, 'block') };
  if (Object.keys(values).length === 0) {
    void vscode.window.showInformationMessage(
      translate('With {settings}: {warnings} warnings, {blocks} blocked calls.', { settings, ...counts }),
    );
    return false;
  }
  const apply = translate('Apply');
  const answer = await vscode.window.showInformationMessage(
    translate('With {settings}: {warnings} warnings, {blocks} blocked calls. Now: {warningsNow} and {blocksNow}.', {
      settings,
      ...counts,
      warningsNow: count(now, 'warn'),
      blocksNow: count(now, 'block'),
    }),
    apply,
  );
  return answer === apply;
}

function count(firings: readonly Firing[], severity: Firing['severity']): number {
  return firings.filter((firing) => firing.severity === severity).length;
}
