import { RULES, SETTINGS_WARNINGS } from '../../../engine/rules/registry';
import { neverWarnsText, settingsWarningText } from '../../words/detectorTexts';
import type { Translate } from '../../words/language';
import type { Configuration } from '../configuration';
import { resolveSettings } from '../resolve';
import type { EngineKey, TierSettings } from '../schema';

/**
 * Settings that are allowed but probably a mistake: an action that can never be reached, a refusal that never becomes
 * a stop, a limit that a single repeat reaches. Only values that the user has set lead to a warning.
 *
 * @returns one sentence each
 */
export function settingsWarnings(configuration: Configuration, translate: Translate): string[] {
  const { values, origins } = resolveSettings(configuration, {}, [], undefined);
  const isWritten = (key: EngineKey): boolean => !['default', 'preset', 'limit'].includes(origins[key].kind);
  const base = warningsOf(values, isWritten, '', translate);
  const overrides = [
    ...configuration.toolOverrides.map((override) => ({ ...override, name: 'toolOverrides' })),
    ...configuration.modelOverrides.map((override) => ({ ...override, name: 'modelOverrides' })),
  ].flatMap(({ name, pattern, values: own }) =>
    warningsOf(
      { ...values, ...own },
      (key) => Object.hasOwn(own, key),
      `toolLoopGuard.${name}[${JSON.stringify(pattern)}]: `,
      translate,
    ),
  );
  return [...base, ...overrides];
}

function warningsOf(
  values: TierSettings,
  isWritten: (key: EngineKey) => boolean,
  prefix: string,
  translate: Translate,
): string[] {
  const found: string[] = [];
  for (const { id, likely } of RULES) {
    const text = neverWarnsText(id, values, translate);
    if (text !== undefined && isWritten(likely)) {
      found.push(text);
    }
  }
  const stopsAtOnce = values.actions.length === 0 && values.mode === 'break';
  for (const warning of SETTINGS_WARNINGS) {
    const isHere = stopsAtOnce || warning.onlyWhereItStops !== true;
    if (isHere && Object.values(warning.settings).some(isWritten) && warning.applies(values)) {
      found.push(settingsWarningText(warning, values, translate));
    }
  }
  if (isWritten('detectors') && values.detectors.length === 0) {
    found.push(translate('No loops are detected: detectors is empty.'));
  }
  if (isWritten('actions')) {
    found.push(...actionsWarnings(values.actions, translate));
  }
  return found.map((text) => `${prefix}${text}`);
}

function actionsWarnings(actions: TierSettings['actions'], translate: Translate): string[] {
  const found: string[] = [];
  const stop = actions.indexOf('break');
  if (stop >= 0 && stop < actions.length - 1) {
    found.push(
      translate(
        'actions: what comes after "break" (step {step}) is never reached, because the steps start again after a stop.',
        { step: stop + 1 },
      ),
    );
  }
  if (actions.at(-1) === 'chance') {
    found.push(
      translate(
        'actions: the last step "chance" blocks calls forever and never stops the agent. End the list with ' +
          '"break".',
      ),
    );
  }
  return found;
}
