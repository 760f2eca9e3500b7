import type { ConversationSettings } from '../../core/settings/conversationSettings';
import { DEMONSTRATION_TOOL } from '../host/ids';

/** The demonstration's tool can be excluded by no setting, or a second demonstration would show nothing. */
export function withDemonstration(
  settingsFor: ConversationSettings['settingsFor'],
): ConversationSettings['settingsFor'] {
  return (question) => {
    const settings = settingsFor(question);
    return question.tool === DEMONSTRATION_TOOL && settings.exempt ? { ...settings, exempt: false } : settings;
  };
}
