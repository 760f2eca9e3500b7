import { replayUnder } from '../../core/replay/replayUnder';
import type { Configuration } from '../../core/settings/configuration';
import { Timeline } from '../../core/timeline/timeline';
import type { TimelineSource } from '../../core/timeline/timelineSource';
import { whatIf, withUserValues } from '../../core/replay/whatIf';
import type { WhatIf } from '../../core/replay/whatIf';
import { digestOf } from '../../node/files/hash';
import { translate } from '../window/translate';
import type { PickedSession } from './pickSession';
import type { PickedSettings } from './pickSettings';

/** The replayed conversations, for the timeline view: what would have been found in them under other settings. */
export class ReplaySource implements TimelineSource {
  readonly id = 'replay';
  readonly label = translate('What if');
  readonly #timeline = new Timeline();
  #replays = 0;

  get conversations(): TimelineSource['conversations'] {
    return this.#timeline.conversations;
  }

  conversation(id: string): ReturnType<TimelineSource['conversation']> {
    return this.#timeline.conversation(id);
  }

  onDidChange(listener: (conversationId: string) => void): { dispose(): void } {
    return this.#timeline.onDidChange(listener);
  }

  clear(): void {
    this.#timeline.clear();
  }

  /**
   * Replays a session and lists it.
   * @returns where the settings act otherwise, and the id under which the conversation is listed
   * @throws when the guard fails in the replay
   */
  add(
    { title, calls, model }: PickedSession,
    settings: PickedSettings,
    now: Configuration,
  ): { readonly conversationId: string; readonly whatIf: WhatIf } {
    const then = withUserValues(now, settings.values);
    const conversationId = `replay ${++this.#replays}`;
    this.#timeline.note({ kind: 'turn', conversationId, prompt: `${settings.title} · ${title}` });
    replayUnder(calls, then, digestOf, {
      model,
      listener: { conversationId, report: (event) => this.#timeline.note(event) },
    });
    return { conversationId, whatIf: whatIf(calls, now, then, digestOf, model) };
  }
}
