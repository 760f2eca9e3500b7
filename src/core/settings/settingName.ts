import type { Translate } from '../words/language';
import { codeSpan } from '../words/pages/markdown';
import type { EngineKey } from './schema';

/** What a person calls a setting, as Markdown: its plain name where it has one, else its name in settings.json. */
export function settingName(key: EngineKey, translate: Translate): string {
  switch (key) {
    case 'enabled':
      return translate('Loop detection');
    case 'mode':
      return translate('Mode');
    case 'actions':
      return translate('Escalation');
    case 'preset':
      return translate('Preset');
    case 'maxRepeats':
      return translate('Repeat limit');
    case 'warnRepeats':
      return translate('Warning limit');
    case 'ttlSeconds':
      return translate('Time window');
    case 'windowSize':
      return translate('Recent calls');
    case 'detectors':
      return translate('Kinds of loops');
    default:
      return codeSpan(key);
  }
}
