import type { Configuration } from './configuration';
import { resolveSettings } from './resolve';
import type { EngineKey, EngineSettings } from './schema';

/** A warning count, and the count at which the call is held back: the warning must come first to be of use. */
const PAIRS: readonly (readonly [EngineKey & `warn${string}`, EngineKey & `max${string}`, string])[] = [
  ['warnRepeats', 'maxRepeats', 'identical calls'],
  ['warnSimilar', 'maxSimilar', 'similar calls'],
  ['warnRevisits', 'maxRevisits', 'calls made before'],
];

/**
 * Settings that are allowed but hardly meant: a rung that can never be reached, a refusal that never becomes a
 * stop, a limit that a mere second look reaches. Only values that somebody wrote are spoken of.
 *
 * @returns one sentence each
 */
export function hazards(configuration: Configuration): string[] {
  const { values, origins } = resolveSettings(configuration, {}, [], undefined);
  const isWritten = (key: EngineKey): boolean => origins[key].kind !== 'default' && origins[key].kind !== 'preset';
  const base = hazardsOf(values, isWritten, '');
  const overrides = [
    ...configuration.toolOverrides.map((override) => ({ ...override, name: 'toolOverrides' })),
    ...configuration.modelOverrides.map((override) => ({ ...override, name: 'modelOverrides' })),
  ].flatMap(({ name, pattern, values: own }) =>
    hazardsOf({ ...values, ...own }, (key) => Object.hasOwn(own, key), `toolLoopGuard.${name}[${JSON.stringify(pattern)}]: `),
  );
  return [...base, ...overrides];
}

function hazardsOf(values: EngineSettings, isWritten: (key: EngineKey) => boolean, prefix: string): string[] {
  const found: string[] = [];
  for (const [warn, most, what] of PAIRS) {
    if (isWritten(warn) && Number(values[warn]) >= Number(values[most])) {
      found.push(`${warn} (${String(values[warn])}) can never warn about ${what}: ${most} (${String(values[most])}) is reached before.`);
    }
  }
  if ((isWritten('minPatternLength') || isWritten('maxPatternLength')) && values.minPatternLength > values.maxPatternLength) {
    found.push(`No cycle is ever found: minPatternLength (${values.minPatternLength}) is above maxPatternLength (${values.maxPatternLength}).`);
  }
  if (isWritten('detectors') && values.detectors.length === 0) {
    found.push('Nothing is looked for: detectors is empty.');
  }
  if (isWritten('maxRepeats') && values.maxRepeats === 2 && values.actions.length === 0 && values.mode === 'break') {
    found.push('maxRepeats 2 in mode break stops the agent at the second identical call; a mere second look is enough.');
  }
  if (isWritten('actions')) {
    found.push(...ladderHazards(values.actions));
  }
  return found.map((text) => `${prefix}${text}`);
}

function ladderHazards(actions: EngineSettings['actions']): string[] {
  const found: string[] = [];
  const stop = actions.indexOf('break');
  if (stop >= 0 && stop < actions.length - 1) {
    found.push(`actions: what comes after "break" (rung ${stop + 1}) is never reached, since the ladder starts again after a stop.`);
  }
  if (actions.at(-1) === 'chance') {
    found.push('actions: the last rung "chance" refuses calls for ever and never stops the agent; end the ladder with "break".');
  }
  return found;
}
