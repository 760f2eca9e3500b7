import type { WindowEntry } from '../ledger/entry';
import type { Certainty, FindingOf, Tally, Weighed } from './tally';
import type { Evidence } from '../ledger/evidence';
import { isOutage, succeeded } from '../facts/outcome';
import { takesPicture } from '../facts/signs';
import { compareResults } from '../ledger/rounds';
import type { CountKeys, SettingsTable, ValuesOf } from './setting';

/**
 * What the user reads about a finding: templates of whole sentences. They may contain `{call}` (the checked call in a
 * few words), `{tool}`, `{before}` (how often it happened before the checked call), `{count}` (with that call),
 * `{threshold}`, `{period}`, `{calls}` (the calls of one round), and `{error}` (the error of the last of them).
 */
export interface DetectorMessages {
  readonly did: string;
  readonly blocked: string;
  /** What the agent did, with the question whether to run the call; without it, a general question follows. */
  readonly ask?: string;
}

/** `once`: it happened only once before. With `remembered`, the calls of a round are still known. */
export type ToldVariant = 'hardLimit' | 'once' | 'errors' | 'unknown' | 'changed' | 'remembered' | 'errorsRemembered';

export interface Rule<Count extends string = string> {
  readonly limit: Count;
  /** Warns at its limit; only this many times the limit is a loop. `Infinity`: nothing ever is. */
  readonly patience?: number;
  /** The count below which it never warns; 2 if left out. */
  readonly leastToWarn?: number;
  /** Only the model gets likely findings: in sessions new to the rule, fewer than 85% of its warnings were right. */
  readonly onlyHints?: boolean;
  /** What it counts, if not calls. */
  readonly unit?: 'rounds' | 'turns' | 'subagents' | 'seconds';
  /** Which result each shown result is compared with; `either`: of the identical call, or else of the call before. */
  readonly comparison: 'identicalCall' | 'callBefore' | 'either';
  readonly texts: {
    /** Replaces the texts of the detector. */
    readonly found?: FindingTexts;
    /** What it counts, for a rule that isn't the only one of its detector. */
    readonly counted?: string;
    readonly told: DetectorMessages & { readonly variants?: Partial<Record<ToldVariant, DetectorMessages>> };
  };
}

/** The one rule for the lowest count at which a detector warns or finds a loop. A limit of 0 means never. */
export function countFor(
  certainty: Certainty,
  limit: number,
  { patience, leastToWarn = 2 }: Pick<Rule, 'patience' | 'leastToWarn'>,
): number {
  if (limit === 0) {
    return Infinity;
  }
  if (certainty === 'certain') {
    return limit * (patience ?? 1);
  }
  return patience === undefined ? Math.max(leastToWarn, limit - 1) : limit;
}

/** New work excuses a pattern up to this many times its threshold. No setting, override, or reply changes it. */
export const HARD_LIMIT_FACTOR = 4;

/** A call with new results is only stopped at this factor and back to back: otherwise, it may follow a log, say. */
export const RUSH_FACTOR = 4 * HARD_LIMIT_FACTOR;

/** Calls whose results nobody could see are only stopped after this many times the threshold: they may be new. */
const UNSEEN_FACTOR = 2;

const AT_UNSEEN_FACTOR = 'Some results couldn’t be read, so the limit is {factor} times the setting.';

export const AT_HARD_LIMIT_FACTOR = 'New results allow more repeats, up to {factor} times the limit.';

/** Why a limit of calls that repeat is a multiple of its setting, by factor. */
export const REPETITION_FACTORS = {
  [UNSEEN_FACTOR]: AT_UNSEEN_FACTOR,
  [HARD_LIMIT_FACTOR]: AT_HARD_LIMIT_FACTOR,
  [RUSH_FACTOR]: AT_HARD_LIMIT_FACTOR,
};

/** Templates. All may contain `{tool}`, `{count}`, `{before}`, and `{period}`. */
export interface FindingTexts {
  readonly name: string;
  readonly meaning: string;
  /** A clause for the model, the user, and the log; may also contain `{ttlSeconds}`. */
  readonly pattern: string;
}

/** Templates, which the code that shows them translates first. */
interface DetectorTexts extends FindingTexts {
  /** Replace the others if all results were errors. */
  readonly onErrors?: FindingTexts;
  readonly loops: string;
  /** Why a limit is a multiple of its setting, by factor: `{factor}`. */
  readonly factors?: Readonly<Record<number, string>>;
}

/** For settings and documents. English, or translated with the manifest. */
interface DetectorDocumentation {
  readonly option: string;
  /**
   * Cells of the tables in docs/how-it-decides.md and docs/contributing/engine.md, as Markdown. `{maxRepeats}` becomes
   * the ordinal of that setting's default, `{2*maxRepeats}` that of twice the default. Cells that are left out show the
   * limits of the first rule.
   */
  readonly warnsAt?: string;
  readonly actsAt?: string;
  readonly finds: string;
  readonly likely: string;
  readonly certain?: string;
  readonly why: string;
  readonly unless: string;
}

/** Everything else about a detector is derived from this. */
export interface DetectorDefinition<Id extends string, Settings extends SettingsTable, RuleId extends string> {
  readonly id: Id;
  readonly settings: Settings;
  /** The IDs are unique among all detectors. */
  readonly rules: Readonly<Record<RuleId, Rule<CountKeys<Settings>>>>;
  readonly texts: DetectorTexts;
  readonly documentation: DetectorDocumentation;
  /** Settings that an explanation shows next to the limit: they say what is compared, and how. */
  readonly measures?: readonly (keyof Settings & string)[] | undefined;
  /** It checks only calls that wait for something that is running; all other detectors leave these out. */
  readonly watchesWaits?: boolean | undefined;
  readonly watchesMoments?: boolean | undefined;
  /** It leaves out calls that name an operation. */
  readonly skipsOperations?: boolean | undefined;
  /** For an expensive detector: whether a tally may reach its limit, without counting. */
  mayReachLimit?(evidence: Evidence, values: ValuesOf<Settings>): boolean;
  /**
   * Counts the pattern, strongest first: the first tally that reaches its limit is what is found. Pure: the same
   * evidence and values give the same tallies. It only counts; the policy decides what follows.
   */
  tally(evidence: Evidence, values: ValuesOf<Settings>): Iterable<Tally<RuleId>>;
}

interface Detector<Id extends string, Settings extends SettingsTable, RuleId extends string> extends DetectorDefinition<
  Id,
  Settings,
  RuleId
> {
  detect(evidence: Evidence, values: ValuesOf<Settings>): FindingOf<Id, RuleId, CountKeys<Settings>> | undefined;
  /** All tallies of more than the checked call, with their limits. */
  weigh(evidence: Evidence, values: ValuesOf<Settings>): Weighed<RuleId>[];
}

export function defineDetector<const Id extends string, Settings extends SettingsTable, RuleId extends string>(
  definition: DetectorDefinition<Id, Settings, RuleId>,
): Detector<Id, Settings, RuleId> {
  const { id, rules } = definition;
  const thresholdOf = (tally: Tally<RuleId>, certainty: Certainty, values: ValuesOf<Settings>): number => {
    const rule = rules[tally.rule];
    const applied = certainty === 'certain' && tally.isSure === true ? {} : rule;
    const tries = certainty === 'likely' ? (tally.tries ?? 0) : 0;
    return countFor(certainty, Number(values[rule.limit]), applied) * (tally.factor ?? 1) + tries;
  };
  return {
    ...definition,
    detect(evidence, values) {
      if (definition.mayReachLimit?.(evidence, values) === false) {
        return undefined;
      }
      for (const tally of definition.tally(evidence, values)) {
        const { rule, row, factor = 1, period = 1, isOnce = false } = tally;
        const { count = row.length + 1 } = tally;
        const certainty = certaintiesOf(tally).find((each) => {
          const limit = thresholdOf(tally, each, values);
          return isOnce ? count === limit : count >= limit;
        });
        if (certainty !== undefined) {
          const { results = compareResults(row), steps = [...row, evidence.candidate].map(stepOf) } = tally;
          const failedTool = results === 'errors' && period === 1 ? row.at(-1)?.tool : undefined;
          const { limit: setting, onlyHints = false } = rules[rule];
          const limit = Number(values[setting]);
          const isLikely = certainty === 'likely';
          const threshold = thresholdOf(tally, certainty, values);
          return {
            rule,
            certainty,
            count,
            factor: isLikely ? factor : threshold / limit,
            steps,
            results,
            ...(onlyHints && isLikely ? { isHint: true } : {}),
            ...(isLikely && count < limit * factor ? { isEarly: true } : {}),
            ...(row.length > 0 && row.every(({ outcome }) => isOutage(outcome)) ? { isOutage: true } : {}),
            ...(failedTool === undefined || failedTool === evidence.candidate.tool ? {} : { failedTool }),
            atCeiling: !isLikely && count >= (threshold / factor) * HARD_LIMIT_FACTOR,
            detector: id,
            setting,
            threshold,
            calls: steps.flat(),
            period,
          };
        }
      }
      return undefined;
    },
    weigh(evidence, values) {
      return [...definition.tally(evidence, values)].flatMap((tally) => {
        const { rule, row, count = row.length + 1 } = tally;
        if (count <= 1) {
          return [];
        }
        const calls = (tally.steps ?? [...row, evidence.candidate].map(stepOf)).flat();
        return certaintiesOf(tally).flatMap((certainty) => {
          const limit = thresholdOf(tally, certainty, values);
          return limit === Infinity ? [] : [{ rule, certainty, count, limit, calls }];
        });
      });
    },
  };
}

function certaintiesOf({ certainty }: Tally): readonly Certainty[] {
  return certainty === undefined ? ['certain', 'likely'] : [certainty];
}

/** Shared by all findings, because a long loop is found again at each of its calls. */
function stepOf(call: WindowEntry): readonly number[] {
  call.step ??= [call.index];
  return call.step;
}

/** The limit is higher if results of one of the calls were never seen, though it has ended. */
export function unseenFactor(calls: readonly WindowEntry[]): number {
  const seen = new Set(calls.filter(({ outcome }) => outcome !== undefined).map(({ signature }) => signature));
  return calls.some(({ unseen, signature }) => unseen === true && !seen.has(signature)) ? UNSEEN_FACTOR : 1;
}

/** What a tool says to confirm a move, or that it has taken a picture, is no longer than this. */
const ACKNOWLEDGMENT_CHARACTERS = 200;

/** The calls only move or take pictures, and say no more than that it worked: the rest is in the picture. */
export function isUnseenMove(calls: readonly WindowEntry[]): boolean {
  return (
    calls.some(({ moves }) => moves === true) &&
    calls.every(
      ({ tool, moves, outcome }) =>
        (moves === true || takesPicture(tool)) &&
        (outcome === undefined ||
          (succeeded(outcome) && (outcome.kind === 'done' || outcome.length <= ACKNOWLEDGMENT_CHARACTERS))),
    )
  );
}
