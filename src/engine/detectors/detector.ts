import type { Evidence } from './evidence';
import type { Certainty, FindingOf, Observation } from './observation';
import type { Rule } from './rule';
import type { CountKeys, SettingsTable, ValuesOf } from './setting';
import type { WindowEntry } from '../window';

/**
 * New work excuses a pattern only up to this many times its threshold. No setting, override, or answer of the user
 * changes it while the guard is on.
 */
export const CEILING_FACTOR = 4;

/**
 * A call with a new result each time is only stopped when it comes back to back, after this many times the threshold:
 * where time passes, it follows something that goes on, such as a log.
 */
export const RUSH_FACTOR = 4 * CEILING_FACTOR;

/** Calls whose results nobody could see are only stopped after this many times the threshold: they may be new. */
export const UNSEEN_FACTOR = 2;

/** Why a rule matched only after a multiple of its threshold, though no new result was seen. */
const AT_UNSEEN_FACTOR = 'Results that could not be seen may be new, so the limit is {factor} times the setting.';

/** Why a rule matched although new results usually excuse the pattern. */
export const AT_CEILING_FACTOR = 'New results excuse repeats, but only up to {factor} times the setting.';

/** Why a limit of calls that repeat is a multiple of its setting, by factor. */
export const REPETITION_FACTORS = {
  [UNSEEN_FACTOR]: AT_UNSEEN_FACTOR,
  [CEILING_FACTOR]: AT_CEILING_FACTOR,
  [RUSH_FACTOR]: AT_CEILING_FACTOR,
};

/** Templates that say what was found. All may contain `{tool}`, `{count}`, and `{period}`. */
export interface FindingTexts {
  /** What was found, as a heading of a few words. */
  readonly name: string;
  /** What the rule looks for, in one sentence. */
  readonly meaning: string;
  /** The pattern as a clause for the model, the user, and the log; may also contain `{ttlSeconds}`. */
  readonly pattern: string;
  /** What the agent did, as a clause that begins an explanation. */
  readonly summary: string;
}

/**
 * All texts about a detector and what it finds. These are templates: a detector doesn't show them, and the code that
 * shows one translates it first.
 */
interface DetectorTexts extends FindingTexts {
  /** Replace the others if all results were errors. */
  readonly onErrors?: FindingTexts;
  /** Its loops as a row of the metrics. */
  readonly loops: string;
  /** Why a limit is a multiple of its setting, by factor: `{factor}`. */
  readonly factors?: Readonly<Record<number, string>>;
}

/** What settings and documents say about a detector. English, or translated with the manifest. */
interface DetectorDocumentation {
  /** Its loops in a list: "identical calls". */
  readonly kind: string;
  /** One sentence next to its name in the Settings editor. */
  readonly option: string;
  /**
   * Cells of the tables in docs/how-it-decides.md, as Markdown. `{maxRepeats}` is replaced by the ordinal of
   * that setting's default, `{2*maxRepeats}` by that of twice the default.
   */
  readonly warnsAt: string;
  readonly actsAt: string;
  readonly finds: string;
  readonly likely: string;
  readonly certain: string;
  readonly why: string;
  readonly unless: string;
}

/** A combination of values that is valid but probably a mistake. */
export interface SettingsWarning<Values> {
  /** True for values that deserve the warning. */
  readonly applies: (values: Values) => boolean;
  /** The settings it is about, by the placeholder of the text that names them with their values. */
  readonly settings: Readonly<Record<string, keyof Values & string>>;
  /** Only if a certain finding stops the run at once. */
  readonly onlyWhereItStops?: boolean;
  readonly text: string;
}

/** The definition of a detector in its file. Everything else about a detector is derived from it. */
export interface DetectorDefinition<Id extends string, Settings extends SettingsTable, RuleId extends string> {
  readonly id: Id;
  readonly settings: Settings;
  /** The IDs are unique among all detectors. */
  readonly rules: Readonly<Record<RuleId, Rule<CountKeys<Settings>>>>;
  readonly texts: DetectorTexts;
  readonly documentation: DetectorDocumentation;
  /** Settings that an explanation shows next to the limit: they say what is compared, and how. */
  readonly measures?: readonly (keyof Settings & string)[] | undefined;
  readonly warnings?: readonly SettingsWarning<ValuesOf<Settings>>[] | undefined;
  /** It reads the arguments themselves: a replay without them can't use it. */
  readonly readsArguments?: boolean | undefined;
  /** It checks only calls that wait for something that is running; all other detectors leave these out. */
  readonly watchesWaits?: boolean | undefined;
  /** It checks only moments, which are not calls. */
  readonly watchesMoments?: boolean | undefined;
  /** It leaves out calls that name an operation. */
  readonly skipsOperations?: boolean | undefined;
  /** How many calls the window must contain for it. */
  readonly callsNeeded?: ((values: ValuesOf<Settings>) => number) | undefined;
  /**
   * Looks for the pattern. Pure: the same evidence and values give the same observation. It only observes;
   * the policy decides what follows.
   */
  detect(evidence: Evidence, values: ValuesOf<Settings>): Observation<RuleId> | undefined;
}

/** One way to recognise a loop. */
type Detector<Id extends string, Settings extends SettingsTable, RuleId extends string> = Omit<
  DetectorDefinition<Id, Settings, RuleId>,
  'detect'
> & {
  detect(evidence: Evidence, values: ValuesOf<Settings>): FindingOf<Id, RuleId, CountKeys<Settings>> | undefined;
};

/** Makes a detector of its definition: completes what it observes to findings. */
export function defineDetector<const Id extends string, Settings extends SettingsTable, RuleId extends string>(
  definition: DetectorDefinition<Id, Settings, RuleId>,
): Detector<Id, Settings, RuleId> {
  const settingOf = (rule: RuleId, certainty: Certainty): CountKeys<Settings> => definition.rules[rule][certainty];
  return {
    ...definition,
    detect(evidence, values) {
      const seen = definition.detect(evidence, values);
      if (seen === undefined) {
        return undefined;
      }
      const setting = settingOf(seen.rule, seen.certainty);
      const { rule, certainty, count, factor, results, atCeiling, period = 1 } = seen;
      const steps = seen.steps ?? [...seen.row, evidence.candidate].map(stepOf);
      return {
        rule,
        certainty,
        count,
        factor,
        steps,
        results,
        atCeiling,
        detector: definition.id,
        setting,
        threshold: Number(values[setting]) * factor,
        calls: steps.flat(),
        period,
      };
    },
  };
}

/** A call as a step. All findings share it, because a long loop is found again at each of its calls. */
function stepOf(call: WindowEntry): readonly number[] {
  call.step ??= [call.index];
  return call.step;
}
