import type { WindowEntry } from '../ledger/entry';
import type { Evidence } from '../ledger/evidence';
import type { Results } from '../ledger/rounds';
import { succeeded } from '../facts/outcome';
import { takesPicture } from '../facts/signs';
import type { CountKeys, SettingsTable, ValuesOf } from './setting';

/**
 * What the user reads about a finding: templates of whole sentences. They may contain `{call}` (the checked call in a
 * few words), `{tool}`, `{before}` (how often it happened before the checked call), `{count}` (with that call),
 * `{threshold}`, `{period}`, `{calls}` (the calls of one round), and `{error}` (the error of the last of them).
 */
export interface ToldTexts {
  readonly did: string;
  readonly blocked: string;
  /** What the agent did, with the question whether to run the call; without it, a general question follows. */
  readonly ask?: string;
}

/** `once`: it happened only once before. With `remembered`, the calls of a round are still known. */
export type ToldVariant = 'hardLimit' | 'once' | 'errors' | 'unknown' | 'changed' | 'remembered' | 'errorsRemembered';

/** The texts of a variant replace the others; `blocked` stays if it is left out. */
type ToldVariants = { readonly [Name in ToldVariant]?: Omit<ToldTexts, 'blocked'> & Partial<ToldTexts> };

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
  /** Replaces the texts of the detector. */
  readonly found?: FindingTexts;
  /** What it counts, for a rule that isn't the only one of its detector. */
  readonly counted?: string;
  readonly told: ToldTexts & ToldVariants;
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

export const AT_HARD_LIMIT_FACTOR = 'New results allow more repeats, up to {factor} times the limit.';

/** Why a limit of calls that repeat is a multiple of its setting, by factor. */
export const REPETITION_FACTORS = {
  [UNSEEN_FACTOR]: 'Some results couldn’t be read, so the limit is {factor} times the setting.',
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

/** Templates, which the code that shows them translates first; and what settings and documents say. */
interface DetectorTexts extends FindingTexts {
  /** Replace the others if all results were errors. */
  readonly onErrors?: FindingTexts;
  readonly loops: string;
  /** Why a limit is a multiple of its setting, by factor: `{factor}`. */
  readonly factors?: Readonly<Record<number, string>>;
  readonly unless: string;
  /** For the settings, in English. */
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
}

/** `Values` and `Count`: of its own settings, or of all, for code that deals with any detector. */
export interface DetectorDefinition<
  Id extends string,
  Settings extends SettingsTable,
  RuleId extends string,
  Values = ValuesOf<Settings>,
  Count extends string = CountKeys<Settings>,
> {
  readonly id: Id;
  readonly settings: Settings;
  /** The IDs are unique among all detectors. */
  readonly rules: { readonly [Name in RuleId]?: Rule<Count> };
  readonly texts: DetectorTexts;
  /** Settings that an explanation shows next to the limit: they say what is compared, and how. */
  readonly measures?: readonly (keyof Values & string)[];
  /** It checks only calls that wait for something that is running, or only moments; the others leave these out. */
  readonly watches?: 'waits' | 'moments';
  /** It leaves out calls that name an operation. */
  readonly skipsOperations?: boolean;
  /**
   * Counts the pattern, strongest first: the first tally that reaches its limit is what is found. Pure: the same
   * evidence and values give the same tallies. It only counts; the policy decides what follows.
   */
  tally(evidence: Evidence, values: Values): Iterable<Tally<RuleId>>;
}

/** Everything else about a detector is derived from what is given here. */
export function defineDetector<const Id extends string, Settings extends SettingsTable, RuleId extends string>(
  definition: DetectorDefinition<Id, Settings, RuleId>,
): DetectorDefinition<Id, Settings, RuleId> {
  return definition;
}

/** `likely` leads to a warning at most; for `certain`, the mode applies. */
export type Certainty = 'likely' | 'certain';

/** The checked call is part of a loop from the limit of the rule times `factor` on, and for a warning `tries` more. */
export interface Tally<RuleId extends string = string> {
  readonly rule: RuleId;
  /** If it is left out, both limits apply. */
  readonly certainty?: Certainty;
  /** The calls before the checked one that count, oldest first. */
  readonly row: readonly WindowEntry[];
  /** How often the pattern was seen, including the checked call; by default, each call of the row is one time. */
  readonly count?: number;
  /** More than 1 if something excuses the pattern for longer. */
  readonly factor?: number;
  /** Nothing new is tried: the patience of the rule doesn't apply. */
  readonly isSure?: boolean;
  /** How many more before a warning; 0 if left out. */
  readonly tries?: number;
  /** Only found when the limit is reached, and not after that. */
  readonly isOnce?: boolean;
  /** By default, those of the row. */
  readonly results?: Results;
  readonly period?: number;
  /** See `Finding`; by default, each call of the row is a step. */
  readonly steps?: readonly (readonly number[])[];
}

/** What a tool says to confirm a move, or that it has taken a picture, is no longer than this. */
const ACKNOWLEDGMENT_CHARACTERS = 200;

/**
 * How many times the limit calls may repeat: more often if they only move or take pictures, and say no more than that
 * it worked, for the rest is in the picture; or if results of one of them were never seen, though it has ended.
 * @param beside other moves, next to which they were made
 */
export function repetitionFactor(calls: readonly WindowEntry[], beside: readonly WindowEntry[] = []): number {
  const all = [...calls, ...beside];
  const isPicture = ({ tool, moves, outcome }: WindowEntry): boolean =>
    (moves === true || takesPicture(tool)) &&
    (outcome === undefined ||
      (succeeded(outcome) && (outcome.kind === 'done' || outcome.length <= ACKNOWLEDGMENT_CHARACTERS)));
  if (all.some(({ moves }) => moves === true) && all.every(isPicture)) {
    return HARD_LIMIT_FACTOR;
  }
  const seen = new Set(calls.filter(({ outcome }) => outcome !== undefined).map(({ signature }) => signature));
  return calls.some(({ unseen, signature }) => unseen === true && !seen.has(signature)) ? UNSEEN_FACTOR : 1;
}

/** Without refusals of other calls: "no" to one proposal says nothing against a different one. */
export function stoppingCalls(row: readonly WindowEntry[], { signature }: WindowEntry): readonly WindowEntry[] {
  return row.filter((call) => call.outcome?.isVerdict !== true || call.signature === signature);
}
