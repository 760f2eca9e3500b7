import type { Timeline } from '../../core/timeline/timeline';
import { LIVE, type TimelineSource } from '../../core/timeline/timelineSource';
import { translate } from '../window/translate';

/** The conversations that happen in this window, for the timeline view. */
export function liveSource(timeline: Timeline): TimelineSource {
  return {
    id: LIVE,
    label: translate('This window'),
    get conversations() {
      return timeline.conversations;
    },
    conversation: (id) => timeline.conversation(id),
    onDidChange: (listener) => timeline.onDidChange(listener),
    clear: () => timeline.clear(),
  };
}
