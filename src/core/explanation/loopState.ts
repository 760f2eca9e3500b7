import type { TimelineCall } from '../timeline/timelineCall';
import type { Translate } from '../words/language';

/** What was done about a loop, in a word or two. */
export function loopState({ detection, mitigated, feedback }: TimelineCall, translate: Translate): string {
  if (feedback === 'fine') {
    return translate('marked as not a loop');
  }
  switch (detection?.action) {
    case undefined:
    case 'continue':
      return translate('noted');
    case 'warn':
      return translate('warned');
    case 'nudge':
      return mitigated ? translate('warned, agent recovered') : translate('warned');
    case 'ask':
      return translate('asked');
    case 'chance':
      return mitigated ? translate('blocked, agent recovered') : translate('blocked');
    case 'break':
      return translate('stopped');
  }
}
