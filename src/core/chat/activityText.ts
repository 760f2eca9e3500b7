import type { ConversationStatus } from '../../engine/ports';
import type { Translate } from '../words/language';

/** What was seen in a conversation, in one sentence. */
export function activityText({ counts }: ConversationStatus, translate: Translate): string {
  const { calls, warnings, chances, breaks, mitigations } = counts;
  const parts = [
    calls === 1 ? translate('1 call checked') : translate('{count} calls checked', { count: calls }),
    warnings === 1 ? translate('1 warning') : translate('{count} warnings', { count: warnings }),
    ...(chances === 0
      ? []
      : [chances === 1 ? translate('1 second chance') : translate('{count} second chances', { count: chances })]),
    ...(mitigations === 0 ? [] : [translate('{count} recovered', { count: mitigations })]),
    loopsText(breaks, translate),
  ];
  return translate('This chat: {counts}.', { counts: parts.join(', ') });
}

function loopsText(stops: number, translate: Translate): string {
  if (stops === 0) {
    return translate('no loops stopped');
  }
  return stops === 1 ? translate('1 loop stopped') : translate('{count} loops stopped', { count: stops });
}
