import type { Detection } from '../../engine/decision/verdict';
import { type CountKey, DETECTOR_SETTINGS, type RuleId, ruleOf } from '../../engine/rules/registry';
import type { CountSetting } from '../../engine/rules/setting';
import type { FeedbackVerdict } from '../events/events';
import { parseConfiguration, type RawSettings } from '../settings/parse';
import { literalPattern } from '../settings/patterns';
import { type EffectiveSettings, resolveSettings } from '../settings/resolve';
import { type EngineValues, rowOf, DEFAULTS } from '../settings/table';
import type { TimelineCall } from '../timeline/timelineCall';
import { isPossible, type SettingsChange, withChanges } from './settingsChange';

/** What a person said of a call in which a loop was found, and the settings that hold now. */
export interface FeedbackQuestion {
  readonly verdict: FeedbackVerdict;
  readonly call: Pick<TimelineCall, 'tool' | 'name'>;
  readonly detection: Detection;
  /** The remedies change `user`. */
  readonly settings: RawSettings;
  /** What is set in the chat of the call. */
  readonly overrides: EngineValues;
}

interface ToolChange {
  readonly tool: string;
  readonly changes: readonly SettingsChange[];
}

interface LimitStep extends ToolChange {
  readonly kind: 'raise' | 'lower';
  readonly rule: RuleId;
  readonly thresholds: readonly { readonly key: CountKey; readonly before: number; readonly after: number }[];
}

type Exemption = ToolChange & { readonly kind: 'exempt' };

export type Remedy = LimitStep | Exemption;

/** `settled`: the settings already do what the person wants; `impossible`: no user setting would change the result. */
export type NoRemedy = 'settled' | 'impossible';

/** The changes of the user's settings that may be made after feedback, the smallest first. */
export function remedies(question: FeedbackQuestion): {
  readonly remedies: readonly Remedy[];
  readonly reason: NoRemedy | undefined;
} {
  const { verdict, detection } = question;
  const offered = [limitStep(question), verdict === 'fine' ? exemption(question) : undefined].filter(
    (remedy) => remedy !== undefined,
  );
  const isSettled = verdict === 'loop' && detection.finding.certainty === 'certain';
  return { remedies: offered, reason: offered.length > 0 ? undefined : isSettled ? 'settled' : 'impossible' };
}

/**
 * "Fine" raises the threshold that was reached by one, "loop" lowers the limit by one after a warning; after a stop the
 * limit was right. Undefined if there is nothing to change, no room, or no effect.
 */
function limitStep(question: FeedbackQuestion): LimitStep | undefined {
  const { verdict, detection } = question;
  const { finding } = detection;
  const rule = ruleOf(finding.rule);
  const now = effectiveSettings(question, []).values;
  const values = new Map<CountKey, number>();
  if (verdict === 'fine') {
    // One second more is no step: all that passed are allowed.
    const reached = rule.countsSeconds === true ? Math.floor(finding.count / finding.factor) : 0;
    values.set(finding.setting, Math.max(now[finding.setting], reached) + 1);
    const warns = values.get(rule.likely);
    if (warns !== undefined && now[rule.likely] < now[rule.certain] && warns >= now[rule.certain]) {
      // A warning that came before the stop is to come before it still.
      values.set(rule.certain, Math.min(warns + 1, boundsOf(rule.certain).most));
    }
  } else if (finding.certainty === 'likely' && rule.countsSeconds !== true) {
    values.set(rule.certain, now[rule.certain] - 1);
  }
  const isWithinBounds = [...values].every(
    ([key, value]) => value >= boundsOf(key).least && value <= boundsOf(key).most,
  );
  if (values.size === 0 || !isWithinBounds) {
    return undefined;
  }
  const change = toolChange(
    question,
    (tool) => [...values].map(([key, value]) => ({ path: [...toolPath(tool), ...rowOf(key).name.split('.')], value })),
    (then) => [...values].every(([key, value]) => then.values[key] === value),
  );
  return (
    change && {
      ...change,
      kind: verdict === 'fine' ? 'raise' : 'lower',
      rule: rule.id,
      thresholds: [...values].map(([key, after]) => ({ key, before: now[key], after })),
    }
  );
}

function exemption(question: FeedbackQuestion): Exemption | undefined {
  const change = toolChange(
    question,
    (tool) => [{ path: [...toolPath(tool), 'exempt'], value: true }],
    ({ exempt }) => exempt,
  );
  return change && { ...change, kind: 'exempt' };
}

/** The changes under the narrowest name of the tool that makes them effective. */
function toolChange(
  question: FeedbackQuestion,
  changesFor: (tool: string) => readonly SettingsChange[],
  holds: (then: EffectiveSettings) => boolean,
): ToolChange | undefined {
  return namesOf(question)
    .map((tool) => ({ tool, changes: changesFor(tool) }))
    .find(
      ({ changes }) =>
        changes.every((change) => isPossible(question.settings.user ?? {}, change)) &&
        holds(effectiveSettings(question, changes)),
    );
}

function effectiveSettings(question: FeedbackQuestion, changes: readonly SettingsChange[]): EffectiveSettings {
  const { settings, overrides, detection } = question;
  const configuration = parseConfiguration({ ...settings, user: withChanges(settings.user ?? {}, changes) });
  return resolveSettings(configuration, overrides, namesOf(question), detection.model);
}

/** What a tool goes by in `tools`, the narrower name first. */
function namesOf({ call: { tool, name } }: FeedbackQuestion): readonly string[] {
  return tool === name ? [name] : [tool, name];
}

function toolPath(tool: string): readonly [string, string] {
  return ['tools', literalPattern(tool)];
}

function boundsOf(key: CountKey): Pick<CountSetting, 'least' | 'most'> {
  return DETECTOR_SETTINGS[key] as CountSetting;
}

/** "Fine" raises a threshold at most to this many times its default; the hard limit above it stays where it belongs. */
const MOST_OF_DEFAULT = 2;

/** "Loop" lowers a limit at most to this part of the count that warns. */
const LEAST_OF_WARNING = 0.5;

/** The adjustment that feedback makes automatically; undefined if there is none, or if it would leave its bounds. */
export function adaptation(question: FeedbackQuestion): LimitStep | undefined {
  const step = limitStep(question);
  if (step === undefined || ruleOf(step.rule).countsSeconds === true) {
    return undefined;
  }
  const { values: now } = effectiveSettings(question, []);
  const least = Math.ceil(now[ruleOf(step.rule).likely] * LEAST_OF_WARNING);
  const isWithin = step.thresholds.every(({ key, after }) =>
    step.kind === 'raise' ? after <= DEFAULTS[key] * MOST_OF_DEFAULT : after >= least,
  );
  return isWithin ? step : undefined;
}
