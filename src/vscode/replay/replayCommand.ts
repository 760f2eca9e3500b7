import type { GuardEvent } from '../../engine/events';
import type { Firing } from '../../engine/replay';
import { Comparison, type WhatIf, withUserValues } from '../../core/replay/whatIf';
import type { Configuration } from '../../core/settings/configuration';
import { digestOf } from '../../node/files/hash';
import { runCommand } from '../host/commands';
import type { GuardWindow } from '../window/guardWindow';
import { pickedConversation } from '../window/pickConversation';
import { translate } from '../host/translate';
import { type PickedSession, pickSession, sessionOfWindow } from './pickSession';
import { type PickedSettings, pickSettings } from './pickSettings';
import type { ReplaySource } from './replaySource';
import { prompts } from '../host/prompts';

/** Runs "Replay a Chat…": where would other settings have acted, before they are applied? */
export async function replayConversation(
  { timeline, recordings, settings: configuration, userSettings }: GuardWindow,
  source: ReplaySource,
  given: unknown,
): Promise<void> {
  const known = pickedConversation(timeline, given);
  const session = known === undefined ? await pickSession(timeline, recordings) : sessionOfWindow(known);
  const settings = session && (await pickSettings());
  if (session === undefined || settings === undefined) {
    return;
  }
  const replayed = await replay(source, session, settings, configuration.current);
  if (replayed === undefined) {
    return;
  }
  const { conversationId, found } = replayed;
  const detection = source.conversation(conversationId)?.detections.at(-1);
  await (detection === undefined
    ? runCommand('toolLoopGuard.showTimeline')
    : runCommand('toolLoopGuard.showDetection', { source: source.id, conversationId, number: detection.number }));
  if (await offer(settings, found)) {
    await userSettings.apply(Object.entries(settings.values).map(([key, value]) => ({ path: [key], value })));
  }
}

/**
 * Replays a session and lists it.
 * @returns where the settings act otherwise, and the id under which the conversation is listed; undefined if the person
 * canceled, then what has been replayed by then is listed
 * @throws when the guard fails in the replay
 */
async function replay(
  source: ReplaySource,
  { title, tell }: PickedSession,
  settings: PickedSettings,
  now: Configuration,
): Promise<{ readonly conversationId: string; readonly found: WhatIf } | undefined> {
  const then = withUserValues(now, settings.values);
  let comparison: Comparison | undefined;
  const conversationId = source.add((id, timeline) => {
    timeline.note({ kind: 'turn', conversationId: id, prompt: `${settings.title} · ${title}` });
    const listener = { conversationId: id, report: (event: GuardEvent) => timeline.note(event) };
    comparison = new Comparison(now, then, digestOf, { listener });
  });
  const isPlayed = await tell((calls) => calls.forEach(({ call, model }) => comparison?.play(call, model)));
  return comparison === undefined || !isPlayed ? undefined : { conversationId, found: comparison.found };
}

/**
 * Says the outcome in one sentence.
 * @returns whether settings that differ are to be applied
 */
async function offer({ title: settings, values }: PickedSettings, { now, then }: WhatIf): Promise<boolean> {
  const counts = countsText(then);
  if (Object.keys(values).length === 0) {
    void prompts.showInformationMessage(translate('With {settings}: {counts}.', { settings, counts }));
    return false;
  }
  const apply = translate('Apply');
  const answer = await prompts.showInformationMessage(
    translate('With {settings}: {counts}. With your settings: {countsNow}.', {
      settings,
      counts,
      countsNow: countsText(now),
    }),
    { modal: true, detail: translate('To use these settings from now on, select Apply.') },
    apply,
  );
  return answer === apply;
}

/** How often was acted, the graver first. */
function countsText(firings: readonly Firing[]): string {
  const [blocks, warnings] = [count(firings, 'block'), count(firings, 'warn')];
  return [
    blocks === 1 ? translate('1 blocked call') : translate('{count} blocked calls', { count: blocks }),
    warnings === 1 ? translate('1 warning') : translate('{count} warnings', { count: warnings }),
  ].join(', ');
}

function count(firings: readonly Firing[], severity: Firing['severity']): number {
  return firings.filter((firing) => firing.severity === severity).length;
}
