import type { Detection } from '../../engine/decision/verdict';
import { type CountKey, DETECTOR_SETTINGS, type RuleId, ruleOf } from '../../engine/rules/registry';
import type { CountSetting } from '../../engine/rules/setting';
import type { FeedbackVerdict } from '../events/events';
import { parseConfiguration, type RawSettings } from '../settings/parse';
import { literalPattern } from '../settings/patterns';
import { type EffectiveSettings, resolveSettings } from '../settings/resolve';
import { type EngineValues, rowOf, DEFAULTS } from '../settings/table';
import type { TimelineCall } from '../timeline/timelineCall';
import { exclusion, isPossible, type SettingsChange, withChange } from './settingsChange';

export interface FeedbackQuestion {
  readonly verdict: FeedbackVerdict;
  readonly call: Pick<TimelineCall, 'tool' | 'name'>;
  readonly detection: Detection;
  readonly settings: RawSettings;
  readonly overrides: EngineValues;
}

interface ToolChange {
  readonly tool: string;
  readonly change: SettingsChange;
}

interface LimitStep extends ToolChange {
  readonly kind: 'raise' | 'lower';
  readonly rule: RuleId;
  readonly limit: { readonly key: CountKey; readonly before: number; readonly after: number };
}

type Exemption = ToolChange & { readonly kind: 'exempt' };

export type Remedy = LimitStep | Exemption;

/** `settled`: the settings already do what the user wants; `impossible`: no user setting would change the result. */
export type NoRemedy = 'settled' | 'impossible';

/** The smallest change first. */
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

/** `fine` raises the limit by one. `loop` lowers it by one after a warning; after a stop, it was right. */
function limitStep(question: FeedbackQuestion): LimitStep | undefined {
  const { verdict, detection } = question;
  const { finding } = detection;
  const { id, limit: key, unit } = ruleOf(finding.rule);
  const { [key]: before } = effectiveSettings(question).values;
  if (verdict === 'loop' && (finding.certainty === 'certain' || unit === 'seconds')) {
    return undefined;
  }
  // A second more wouldn't help: allow all that passed.
  const reached = unit === 'seconds' ? finding.count : 0;
  const after = verdict === 'fine' ? Math.max(before, reached) + 1 : before - 1;
  const { least, most } = DETECTOR_SETTINGS[key] as CountSetting;
  if (after < least || after > most) {
    return undefined;
  }
  const change = toolChange(
    question,
    (tool) => ({ path: ['tools', literalPattern(tool), ...rowOf(key).name.split('.')], value: after }),
    ({ values }) => values[key] === after,
  );
  return change && { ...change, kind: verdict === 'fine' ? 'raise' : 'lower', rule: id, limit: { key, before, after } };
}

function exemption(question: FeedbackQuestion): Exemption | undefined {
  const change = toolChange(
    question,
    (tool) => exclusion(question.settings.user ?? {}, tool),
    ({ exempt }) => exempt,
  );
  return change && { ...change, kind: 'exempt' };
}

/** Under the narrowest name of the tool that makes it effective. */
function toolChange(
  question: FeedbackQuestion,
  changeFor: (tool: string) => SettingsChange,
  holds: (then: EffectiveSettings) => boolean,
): ToolChange | undefined {
  return namesOf(question)
    .map((tool) => ({ tool, change: changeFor(tool) }))
    .find(
      ({ change }) => isPossible(question.settings.user ?? {}, change) && holds(effectiveSettings(question, change)),
    );
}

function effectiveSettings(question: FeedbackQuestion, change?: SettingsChange): EffectiveSettings {
  const { settings, overrides, detection } = question;
  const { user = {} } = settings;
  const configuration = parseConfiguration({ ...settings, user: change ? withChange(user, change) : user });
  return resolveSettings(configuration, overrides, namesOf(question), detection.model);
}

function namesOf({ call: { tool, name } }: FeedbackQuestion): readonly string[] {
  return tool === name ? [name] : [tool, name];
}

/** Made automatically; undefined if there is none within half to twice the default. */
export function adaptation(question: FeedbackQuestion): LimitStep | undefined {
  const step = limitStep(question);
  if (step === undefined || ruleOf(step.rule).unit === 'seconds') {
    return undefined;
  }
  const { key, after } = step.limit;
  return after <= DEFAULTS[key] * 2 && after >= DEFAULTS[key] / 2 ? step : undefined;
}
