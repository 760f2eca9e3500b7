import { Timeline } from '../../core/timeline/timeline';
import type { TimelineSource } from '../../core/timeline/timelineSource';
import { translate } from '../host/translate';

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
   * Lists one more conversation.
   * @param listed gets its id, and what is to be told of what happens in it
   */
  add(listed: (conversationId: string, timeline: Pick<Timeline, 'note'>) => void): string {
    const conversationId = `replay ${++this.#replays}`;
    listed(conversationId, this.#timeline);
    return conversationId;
  }
}
