import type { Evidence } from './evidence';
import type { Certainty, FindingOf, Observation } from './observation';
import type { CountKeys, SettingsTable, ValuesOf } from './setting';

/**
 * New answers and new work excuse a pattern only up to this many times its threshold. No setting, override or answer
 * of a person changes it while the guard is on.
 */
export const CEILING_FACTOR = 4;

/** Why a rule that news excuses spoke after all. */
export const AT_CEILING_FACTOR = 'New results excuse repeats, but only up to {factor} times the setting.';

/**
 * What a person reads of a finding: templates of whole sentences. They may hold `{call}` (the judged call in a few
 * words), `{tool}`, `{before}` (how often it happened before the judged call), `{count}` (that call included),
 * `{period}`, `{calls}` (the calls of one round) and `{error}` (what the last of them failed with).
 */
export interface ToldTexts {
  /** What the agent did, in a sentence or two. */
  readonly did: string;
  /** What became of the judged call where it was blocked. */
  readonly blocked: string;
  /** What the agent did and the question whether the call is to run, in one; without it a general question follows. */
  readonly ask?: string;
}

/**
 * Which of them is told: at the hard limit that changed results do not move, where it happened only once before, or by
 * what the results were. With `remembered`, the calls of a round are still known; with `errorsRemembered`, the error.
 */
export type ToldVariant = 'ceiling' | 'once' | 'errors' | 'unknown' | 'changed' | 'remembered' | 'errorsRemembered';

/** What a detector counts, and the two settings that say how many are too many. */
export interface Rule<Count extends string = string> {
  /** The setting whose count brings a warning. */
  readonly likely: Count;
  /** The setting whose count is a loop. */
  readonly certain: Count;
  /** How many times `certain` it takes after a likely finding; 1 when left out. */
  readonly patience?: number;
  /** What it counts are seconds, not calls; 0 for `certain` means that it never is. */
  readonly countsSeconds?: boolean;
  /**
   * Which result the result of each call is shown beside: that of the identical call before it, that of the call
   * before it whatever was called, or the first of these that there is.
   */
  readonly comparison: 'identicalCall' | 'callBefore' | 'either';
  readonly texts: {
    /** What raising its thresholds does, for a person: `{tool}`. */
    readonly more: string;
    /** What lowering its thresholds does, for a person: `{tool}`. */
    readonly fewer: string;
    /** The warning when `likely` is not lower than `certain`, which is probably a mistake: `{warn}`, `{most}`. */
    readonly neverWarns?: string;
    /** What a person reads of what the rule found. */
    readonly told: ToldTexts & { readonly variants?: Partial<Record<ToldVariant, ToldTexts>> };
  };
}

/** Templates that say what was found. All may hold `{tool}`, `{count}` and `{period}`. */
export interface FindingTexts {
  /** What was found, as a heading of a few words. */
  readonly name: string;
  /** What the rule looks at, in one sentence. */
  readonly meaning: string;
  /** The pattern as a clause for the model, the person and the log; may hold `{ttlSeconds}` too. */
  readonly pattern: string;
  /** What the agent did, as a clause that begins an explanation. */
  readonly summary: string;
}

/**
 * Everything that is said of a detector and of what it finds. These are templates: detectors never speak, and whoever
 * says one translates it first.
 */
interface DetectorTexts extends FindingTexts {
  /** In place of the others when all results were errors. */
  readonly onErrors?: FindingTexts;
  /** Its loops as a row of the metrics. */
  readonly loops: string;
  /** Why a threshold is a multiple of its setting, by the factor: `{factor}`. */
  readonly factors?: Readonly<Record<number, string>>;
}

/** What settings and documents say of a detector. English, or translated with the manifest. */
interface DetectorDocumentation {
  /** Its loops in a list: "identical calls". */
  readonly kind: string;
  /** One sentence beside its name in the settings editor. */
  readonly option: string;
  /**
   * Cells of the tables in README.md and docs/how-it-decides.md, as Markdown. `{maxRepeats}` stands for the ordinal of
   * that setting's default, `{2*maxRepeats}` for that of twice as many.
   */
  readonly warnsAt: string;
  readonly actsAt: string;
  readonly finds: string;
  readonly likely: string;
  readonly certain: string;
  readonly why: string;
  readonly unless: string;
}

/** A combination of values that is allowed but probably a mistake. */
export interface SettingsWarning<Values> {
  /** True for values that deserve the warning. */
  readonly applies: (values: Values) => boolean;
  /** The settings it is about, by the placeholder of the text that names them with their values. */
  readonly settings: Readonly<Record<string, keyof Values & string>>;
  /** Only where a certain finding ends the run at once. */
  readonly onlyWhereItStops?: boolean;
  readonly text: string;
}

/** What the file of a detector says of it. Everything else that has to know a detector is derived from this. */
export interface DetectorDefinition<Id extends string, Settings extends SettingsTable, RuleId extends string> {
  readonly id: Id;
  readonly settings: Settings;
  /** By ids that are unique among all detectors. */
  readonly rules: Readonly<Record<RuleId, Rule<CountKeys<Settings>>>>;
  readonly texts: DetectorTexts;
  readonly documentation: DetectorDocumentation;
  /** Settings that an explanation shows beside the threshold: they say what is compared, and how. */
  readonly measures?: readonly (keyof Settings & string)[] | undefined;
  readonly warnings?: readonly SettingsWarning<ValuesOf<Settings>>[] | undefined;
  /** It reads the arguments themselves: without them a replay tells nothing about it. */
  readonly readsArguments?: boolean | undefined;
  /** It looks at calls that wait for something that runs, and at no others; all other detectors leave those out. */
  readonly watchesWaits?: boolean | undefined;
  /** It looks at what is no call: at moments, and at nothing else. */
  readonly watchesMoments?: boolean | undefined;
  /** It leaves out calls that name their operation. */
  readonly skipsOperations?: boolean | undefined;
  /** How many calls the window must hold for it. */
  readonly callsNeeded?: ((values: ValuesOf<Settings>) => number) | undefined;
  /**
   * Looks for the pattern. Pure: the same evidence and values give the same observation. It never acts and never
   * speaks; policy decides what follows.
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
  // All of them with the same fields in the same order, for they are walked through at every call.
  const { id, settings, rules, texts, documentation, measures, warnings, readsArguments } = definition;
  const { watchesWaits, watchesMoments, skipsOperations, callsNeeded } = definition;
  return {
    id,
    settings,
    rules,
    texts,
    documentation,
    measures,
    warnings,
    readsArguments,
    watchesWaits,
    watchesMoments,
    skipsOperations,
    callsNeeded,
    detect(evidence, values) {
      const seen = definition.detect(evidence, values);
      if (seen === undefined) {
        return undefined;
      }
      const setting = settingOf(seen.rule, seen.certainty);
      const { rule, certainty, count, factor, steps, results, atCeiling, period = 1 } = seen;
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
        calls: callsIn(steps),
        period,
      };
    },
  };
}

/** A loop, since `flat()` takes longer than everything else that makes a finding. */
function callsIn(steps: readonly (readonly number[])[]): number[] {
  const calls: number[] = [];
  for (const step of steps) {
    for (const index of step) {
      calls.push(index);
    }
  }
  return calls;
}
