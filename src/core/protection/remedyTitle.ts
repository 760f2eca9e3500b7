import type { Translate } from '../words/language';
import type { ProtectionRemedy } from './reason';

/** What a remedy does, as an entry of a list: short, because VS Code cuts off what doesn't fit in its line. */
export function remedyTitle(remedy: ProtectionRemedy, translate: Translate): string {
  switch (remedy.kind) {
    case 'protectCopilotSessions':
      return translate('Protect Copilot sessions…');
    case 'protectAgents':
      return translate('Protect other agents…');
    case 'setting':
      return translate('Open setting {setting}', { setting: remedy.setting });
    case 'trust':
      return translate('Manage workspace trust');
    case 'plugins':
      return translate('Search for agent plugins');
    case 'log':
      return translate('Show log');
  }
}
