import { SETTINGS_WARNINGS } from '../../engine/rules/registry';
import { settingsWarningText } from '../words/detectorTexts';
import type { Translate } from '../words/language';
import type { Configuration } from './configuration';
import { resolveSettings } from './resolve';
import { type EngineKey, type EngineValues, rowOf, type TierSettings } from './table';

/**
 * Settings that are allowed but probably a mistake: an action that is never reached, a block that never becomes a stop,
 * a limit that a single repeat reaches. Only values that the user has set lead to a warning.
 */
export function settingsWarnings(configuration: Configuration, translate: Translate, path: string): string[] {
  const { values, origins } = resolveSettings(configuration, {}, [], undefined);
  const isWritten = (key: EngineKey): boolean => !['default', 'preset'].includes(origins[key].kind);
  return [
    ...warningsOf(values, isWritten, translate),
    ...(['tools', 'modelOverrides'] as const).flatMap((name) =>
      configuration[name].flatMap(({ pattern, values: own }) => {
        const together = { ...values, ...(own as EngineValues), detectors: values.detectors };
        const isOwn = (key: EngineKey): boolean => key !== 'detectors' && Object.hasOwn(own, key);
        return warningsOf(together, isOwn, translate).map(
          (text) => `${path}.${name}[${JSON.stringify(pattern)}]: ${text}`,
        );
      }),
    ),
  ];
}

function warningsOf(values: TierSettings, isWritten: (key: EngineKey) => boolean, translate: Translate): string[] {
  const named = (key: EngineKey): string => `${rowOf(key).name} (${String(values[key])})`;
  const stopsAtOnce = values.actions.length === 0 && values.mode === 'break';
  return [
    ...SETTINGS_WARNINGS.filter(
      ({ settings, onlyWhereItStops, applies }) =>
        (stopsAtOnce || onlyWhereItStops !== true) && Object.values(settings).some(isWritten) && applies(values),
    ).map((warning) => settingsWarningText(warning, named, translate)),
    ...(isWritten('detectors') && values.detectors.length === 0
      ? [translate('No loops are detected: detectors is empty.')]
      : []),
    ...(isWritten('actions') ? actionsWarnings(values.actions, translate) : []),
  ];
}

function actionsWarnings(actions: TierSettings['actions'], translate: Translate): string[] {
  const stop = actions.indexOf('break');
  if (stop >= 0 && stop < actions.length - 1) {
    return [
      translate(
        'actions: what comes after "break" (step {step}) is never reached, because the steps start again after a stop.',
        { step: stop + 1 },
      ),
    ];
  }
  return actions.at(-1) === 'chance'
    ? [
        translate(
          'actions: the last step "chance" blocks calls forever and never stops the agent. End the list with ' +
            '"break".',
        ),
      ]
    : [];
}
