import type { Translate } from '../words/language';
import type { Configuration } from './configuration';
import { resolveSettings } from './resolve';
import type { EngineKey, TierSettings } from './schema';

/** A warning count, the count at which the call is held back, and what is said when the warning cannot come first. */
const PAIRS: readonly (readonly [EngineKey & `warn${string}`, EngineKey & `max${string}`, Sentence])[] = [
  [
    'warnRepeats',
    'maxRepeats',
    (translate, values) => translate('{warn} can never warn about identical calls: {most} is reached before.', values),
  ],
  [
    'warnSimilar',
    'maxSimilar',
    (translate, values) => translate('{warn} can never warn about similar calls: {most} is reached before.', values),
  ],
  [
    'warnRevisits',
    'maxRevisits',
    (translate, values) =>
      translate('{warn} can never warn about calls made before: {most} is reached before.', values),
  ],
];

type Sentence = (translate: Translate, values: { readonly warn: string; readonly most: string }) => string;

/**
 * Settings that are allowed but hardly meant: an action that can never be reached, a refusal that never becomes a
 * stop, a limit that a mere second look reaches. Only values that somebody wrote are spoken of.
 *
 * @returns one sentence each
 */
export function hazards(configuration: Configuration, translate: Translate): string[] {
  const { values, origins } = resolveSettings(configuration, {}, [], undefined);
  const isWritten = (key: EngineKey): boolean => origins[key].kind !== 'default' && origins[key].kind !== 'preset';
  const base = hazardsOf(values, isWritten, '', translate);
  const overrides = [
    ...configuration.toolOverrides.map((override) => ({ ...override, name: 'toolOverrides' })),
    ...configuration.modelOverrides.map((override) => ({ ...override, name: 'modelOverrides' })),
  ].flatMap(({ name, pattern, values: own }) =>
    hazardsOf(
      { ...values, ...own },
      (key) => Object.hasOwn(own, key),
      `toolLoopGuard.${name}[${JSON.stringify(pattern)}]: `,
      translate,
    ),
  );
  return [...base, ...overrides];
}

function hazardsOf(
  values: TierSettings,
  isWritten: (key: EngineKey) => boolean,
  prefix: string,
  translate: Translate,
): string[] {
  const found: string[] = [];
  for (const [warn, most, sentence] of PAIRS) {
    if (isWritten(warn) && Number(values[warn]) >= Number(values[most])) {
      found.push(
        sentence(translate, { warn: `${warn} (${String(values[warn])})`, most: `${most} (${String(values[most])})` }),
      );
    }
  }
  if (
    (isWritten('minPatternLength') || isWritten('maxPatternLength')) &&
    values.minPatternLength > values.maxPatternLength
  ) {
    const { minPatternLength: shortest, maxPatternLength: longest } = values;
    found.push(
      translate('No cycle is ever found: {shortest} is above {longest}.', {
        shortest: `minPatternLength (${shortest})`,
        longest: `maxPatternLength (${longest})`,
      }),
    );
  }
  if (isWritten('detectors') && values.detectors.length === 0) {
    found.push(translate('Nothing is looked for: detectors is empty.'));
  }
  if (isWritten('maxRepeats') && values.maxRepeats === 2 && values.actions.length === 0 && values.mode === 'break') {
    found.push(
      translate(
        'maxRepeats 2 in mode break stops the agent at the second identical call; a mere second look is enough.',
      ),
    );
  }
  if (isWritten('actions')) {
    found.push(...ladderHazards(values.actions, translate));
  }
  return found.map((text) => `${prefix}${text}`);
}

function ladderHazards(actions: TierSettings['actions'], translate: Translate): string[] {
  const found: string[] = [];
  const stop = actions.indexOf('break');
  if (stop >= 0 && stop < actions.length - 1) {
    found.push(
      translate(
        'actions: what comes after "break" (rung {rung}) is never reached, since the ladder starts again after a stop.',
        { rung: stop + 1 },
      ),
    );
  }
  if (actions.at(-1) === 'chance') {
    found.push(
      translate(
        'actions: the last rung "chance" refuses calls for ever and never stops the agent; end the ladder with ' +
          '"break".',
      ),
    );
  }
  return found;
}
