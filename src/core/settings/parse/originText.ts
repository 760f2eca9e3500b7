import { codeSpan } from '../../words/pages/markdown';
import type { Translate } from '../../words/language';
import type { Origin } from '../configuration';
import { environmentVariable } from './engineText';
import type { EngineKey } from '../schema';

/** Where a value comes from, in words; names that a person may search for stand in backticks. */
export function originText(origin: Origin, key: EngineKey, translate: Translate): string {
  switch (origin.kind) {
    case 'conversation':
      return translate('chat command');
    case 'tool':
      return `toolOverrides ${codeSpan(origin.pattern)}`;
    case 'model':
      return `modelOverrides ${codeSpan(origin.pattern)}`;
    case 'machine':
      return translate('machine-wide settings {file}', { file: codeSpan(origin.file) });
    case 'workspaceFolder':
      return translate('folder settings');
    case 'workspace':
      return translate('workspace settings');
    case 'user':
      return translate('user settings');
    case 'environment':
      return translate('environment {variable}', { variable: `\`${environmentVariable(key)}\`` });
    case 'default':
      return translate('default');
    case 'limit':
      return translate('follows {limit}', { limit: codeSpan(origin.limit) });
    case 'preset':
      return translate('preset {name} ({origin})', {
        name: `\`${origin.name}\``,
        origin: originText(origin.of, 'preset', translate),
      });
  }
}
