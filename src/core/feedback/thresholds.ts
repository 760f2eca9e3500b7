import { type CountKey, DETECTOR_SETTINGS, type RegisteredRule, ruleOf, RULES } from '../../engine/rules/registry';
import type { CountSetting } from '../../engine/rules/setting';
import type { Finding } from '../../engine/rules/finding';
import type { EngineSettings } from '../../engine/rules/settings';
import type { TimelineCall } from '../timeline/timelineCall';
import type { CallCount } from '../replay/counts';
import { literalPattern } from '../settings/patterns';
import { rowOf } from '../settings/table';
import type { RemedyKind, ThresholdChange } from './remedy';
import type { SettingsChange } from './settingsChange';
import type { Trial } from './trial';

/** Each rule can speak as likely and as certain, and in both cases at a multiple of its setting as well. */
const MOST_STEPS = 4 * RULES.length;

/** Thresholds of one tool that become others. */
export type Thresholds = Extract<RemedyKind, { readonly rule: unknown }>;

/** A call, and where and how it is checked. */
export interface TrialCase {
  readonly trial: Trial;
  readonly recording: CallCount;
  readonly call: TimelineCall;
  /** The calls in which nothing is to be found: the call, and the one for which the model was given a chance before. */
  readonly targets: readonly TimelineCall[];
}

/** The changes that give a tool, and no other, these thresholds. */
export function thresholdChanges(tool: string, values: ReadonlyMap<CountKey, number>): SettingsChange[] {
  return [...values].map(([key, value]) => ({
    path: ['tools', literalPattern(tool), ...rowOf(key).name.split('.')],
    value,
  }));
}

/**
 * The least thresholds of a tool at which nothing would have been found. Raising one may bring to light what another
 * rule finds, so one after the other is raised until nothing is left. Undefined when values of that name in the user's
 * settings decide nothing.
 */
export function raisedThresholds({ trial, recording, call, targets }: TrialCase, tool: string): Thresholds | undefined {
  const before = trial.effective(call, []);
  const values = new Map<CountKey, number>();
  let first: RegisteredRule | undefined;
  for (let step = 0; step < MOST_STEPS; step++) {
    const firing = trial.firstFiring(recording, targets, thresholdChanges(tool, values));
    if (firing === undefined) {
      break;
    }
    const { finding } = firing.detection;
    const value = Math.floor(finding.count / finding.factor) + 1;
    const tried = thresholdChanges(tool, new Map([...values, [finding.setting, value]]));
    if (
      value > boundsOf(finding.setting).most ||
      trial.effective(call, tried)[finding.setting] !== value ||
      isSame(finding, trial.firstFiring(recording, targets, tried)?.detection.finding)
    ) {
      return undefined;
    }
    const rule = ruleOf(finding.rule);
    first ??= rule;
    values.set(finding.setting, value);
    keepOrder(rule, values, before);
  }
  return first === undefined ? undefined : { kind: 'raise', rule: first.id, thresholds: changesOf(values, before) };
}

/**
 * The greatest value of one threshold of a tool at which the call would have been a certain loop; one answer for each
 * rule that has one.
 */
export function loweredThresholds(
  { trial, recording, call }: TrialCase,
  tool: string,
  finding: Finding | undefined,
): Thresholds[] {
  const before = trial.effective(call, []);
  const rules = finding === undefined ? RULES : [ruleOf(finding.rule)];
  return rules.flatMap((rule): Thresholds[] => {
    if (rule.countsSeconds === true) {
      // How long a silence is too long, the person knows better than one call can show.
      return [];
    }
    for (let value = before[rule.certain] - 1; value >= boundsOf(rule.certain).least; value--) {
      const values = new Map([[rule.certain, value]]);
      const fired = trial.firstFiring(recording, [call], thresholdChanges(tool, values))?.detection.finding;
      if (fired?.certainty === 'certain' && fired.rule === rule.id) {
        return [{ kind: 'lower', rule: rule.id, thresholds: changesOf(values, before) }];
      }
    }
    return [];
  });
}

/** A warning that came before the stop is to come before it still. */
export function keepOrder(
  { likely, certain }: RegisteredRule,
  values: Map<CountKey, number>,
  before: EngineSettings,
): void {
  const [warns, stops] = [values.get(likely) ?? before[likely], values.get(certain) ?? before[certain]];
  if (before[likely] < before[certain] && warns >= stops) {
    values.set(certain, Math.min(warns + 1, boundsOf(certain).most));
  }
}

export function changesOf(values: ReadonlyMap<CountKey, number>, before: EngineSettings): ThresholdChange[] {
  return [...values].map(([key, after]) => ({ key, before: before[key], after }));
}

/** What the schema allows for a count. */
export function boundsOf(key: CountKey): Pick<CountSetting, 'least' | 'most'> {
  return DETECTOR_SETTINGS[key] as CountSetting;
}

function isSame(finding: Finding, other: Finding | undefined): boolean {
  return (
    other !== undefined &&
    other.rule === finding.rule &&
    other.certainty === finding.certainty &&
    other.threshold === finding.threshold &&
    other.count === finding.count
  );
}
