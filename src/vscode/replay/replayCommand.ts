import * as vscode from 'vscode';
import type { Firing } from '../../engine/replay';
import type { WhatIf } from '../../core/replay/whatIf';
import { runCommand } from '../window/commands';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { conversationOf } from '../window/pickConversation';
import { translate } from '../window/translate';
import { pickSession, sessionOfWindow } from './pickSession';
import { type PickedSettings, pickSettings } from './pickSettings';
import { ReplaySource } from './replaySource';

/** Registers "Replay Conversation…": where would other settings have acted, before they are applied? */
export function registerReplay({
  timeline,
  recordings,
  sources,
  settings: configuration,
  userSettings,
}: GuardWindow): Registered<'replay'> {
  const source = new ReplaySource();
  sources.push(source);
  const replayConversation = async (given: unknown): Promise<void> => {
    const known = conversationOf(timeline, given);
    const session = known === undefined ? await pickSession(timeline, recordings) : sessionOfWindow(known);
    const settings = session && (await pickSettings());
    if (session === undefined || settings === undefined) {
      return;
    }
    const { conversationId, whatIf } = source.add(session, settings, configuration.current);
    const detection = source.conversation(conversationId)?.detections.at(-1);
    await (detection === undefined
      ? runCommand('toolLoopGuard.showTimeline')
      : runCommand('toolLoopGuard.showDetection', { source: source.id, conversationId, number: detection.number }));
    if (await offer(settings, whatIf)) {
      await userSettings.apply(Object.entries(settings.values).map(([key, value]) => ({ path: [key], value })));
    }
  };
  return { parts: [], commands: { 'toolLoopGuard.replayConversation': replayConversation } };
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
