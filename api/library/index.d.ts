/**
 * What `import { Guard } from 'tool-loop-guard'` gives: it says of each tool call of an agent whether it is a loop.
 */

/** One tool call of a model, before the tool runs. */
export interface Call {
  readonly tool: string;
  /** A JSON value, or the argument text as the model sent it. */
  readonly arguments?: unknown;
  /**
   * The id that the model gave the call, unique in its conversation. Without one an outcome goes to the oldest call
   * with the same tool and arguments that has none yet.
   */
  readonly id?: string | undefined;
  /**
   * Each conversation is judged by its own calls, and stopped by itself; give each sub-agent one of its own. Calls that
   * name none belong to one conversation.
   */
  readonly conversation?: string | undefined;
  /**
   * Equal for the calls of one answer of the model: identical ones among them are one piece of evidence. Undefined: the
   * call was made alone.
   */
  readonly round?: string | undefined;
}

/** What became of a call: what the model reads as its result, or the error with which it failed. */
export type Outcome = { readonly result: unknown } | { readonly error: unknown };

/** What is to be done with a call. */
export type Verdict = Judgement &
  (
    | {
        /** The tool may run. */
        readonly runs: true;
        readonly forModel?: undefined;
      }
    | {
        /** The tool must not run; for `ask`, unless the person agrees. */
        readonly runs: false;
        /** What the model is to read in place of a result. English. */
        readonly forModel: string;
      }
  );

interface Judgement {
  /**
   * - `allow`: run it, say nothing.
   * - `warn`: run it, tell the person.
   * - `ask`: let the person decide. Comes only where `canAsk` is set.
   * - `chance`: do not run it, tell the model how to get out.
   * - `break`: do not run it, end the agent's run, tell the person.
   * - `stopped`: the run was ended by an earlier call; do not run this one either.
   */
  readonly action: 'allow' | 'warn' | 'ask' | 'chance' | 'break' | 'stopped';
  /** The agent's run is to end now: `break` and `stopped`. */
  readonly ends: boolean;
  /** What the person is to read, when there is something to say. English. */
  readonly forPerson?: string;
  /** Why. Undefined for `allow`. */
  readonly finding?: Finding;
}

/** What a detection leads to, from mild to strict. A nudge is a warning that the model reads too, beside the result. */
export type Action = 'continue' | 'warn' | 'nudge' | 'ask' | 'chance' | 'break';

/** Why a call looks like a loop. Carries no argument text. */
export interface Finding {
  readonly conversation: string;
  /** With its operation, if the tool has one: `plan:create`. */
  readonly tool: string;
  readonly detector:
    | 'repeat'
    | 'cycle'
    | 'similar'
    | 'stall'
    | 'obstacle'
    | 'reread'
    | 'revert'
    | 'fanout'
    | 'continuation'
    | 'compaction'
    | 'waiting';
  /** A likely loop brings a warning at most. */
  readonly certainty: 'likely' | 'certain';
  /** How often the pattern came, this call included; for `waiting`, how many seconds. */
  readonly count: number;
  /** How often it may come; at this count the guard acts. */
  readonly limit: number;
}

/** What the calls are judged by. What is left out has its default. */
export interface Settings {
  // settings:start
  /**
   * A ladder instead of `mode`: what to do at the first certain detection of a conversation, the second, and so on; the
   * last stays. Default: none.
   */
  readonly actions?: readonly Action[];
  /**
   * The kinds of loop that are looked for. Default: `repeat`, `cycle`, `similar`, `stall`, `obstacle`, `reread`,
   * `revert`, `fanout`, `continuation`, `compaction`, `waiting`.
   */
  readonly detectors?: readonly Finding['detector'][];
  /** Watch tool calls for loops. Default: true. */
  readonly enabled?: boolean;
  /** What to do when a loop is certain. Default: `break`. */
  readonly mode?: 'break' | 'chance_then_break' | 'warn';
  /** Calls older than this many seconds no longer count. From 1 to 86400; default: 120. */
  readonly ttlSeconds?: number;
  /** How many calls of a conversation are remembered. From 5 to 1000; default: 40. */
  readonly windowSize?: number;
  /**
   * Number of identical calls, with no new result in between, that count as a loop. The last one is blocked. From 2 to
   * 1000; default: 4.
   */
  readonly maxRepeats?: number;
  /**
   * Number of identical calls that trigger a warning. Must be lower than `maxRepeats` to have an effect. From 2 to
   * 1000; default: 3.
   */
  readonly warnRepeats?: number;
  /** Shortest repeating cycle to detect, in calls. From 2 to 10; default: 2. */
  readonly minPatternLength?: number;
  /** Longest repeating cycle to detect, in calls. From 2 to 10; default: 5. */
  readonly maxPatternLength?: number;
  /** Number of times a cycle must repeat to trigger a warning. From 2 to 1000; default: 2. */
  readonly minPatternRepetitions?: number;
  /** Number of times a cycle must repeat to count as a loop. From 2 to 1000; default: 3. */
  readonly maxPatternRepetitions?: number;
  /** How to compare text in arguments. Default: `levenshtein`. */
  readonly similarityAlgorithm?: 'levenshtein' | 'jaccard';
  /**
   * How alike two calls must be to count as similar, from 0.5 to 1, as measured by `similarityAlgorithm`. From 0.5 to
   * 1; default: 0.9.
   */
  readonly similarityThreshold?: number;
  /** Ignore whitespace when comparing calls. Default: true. */
  readonly normalizeWhitespace?: boolean;
  /** Ignore case when comparing calls. Default: true. */
  readonly ignoreCase?: boolean;
  /**
   * Number of similar calls with the same result that trigger a warning. Must be lower than `maxSimilar` to have an
   * effect. From 2 to 1000; default: 3.
   */
  readonly warnSimilar?: number;
  /** Number of similar calls with the same result that count as a loop. From 2 to 1000; default: 5. */
  readonly maxSimilar?: number;
  /**
   * Number of calls with the same error or the same useless result that trigger a warning. From 2 to 1000; default: 4.
   */
  readonly warnStalls?: number;
  /**
   * Number of calls with the same error that count as a loop. Doubled when the arguments differ. From 2 to 1000;
   * default: 4.
   */
  readonly maxStalls?: number;
  /**
   * Number of consecutive steps that only repeat earlier calls before they trigger a warning. Must be lower than
   * `maxRevisits` to have an effect. From 2 to 1000; default: 4.
   */
  readonly warnRevisits?: number;
  /**
   * Number of consecutive steps that only repeat earlier calls before they count as a loop. From 2 to 1000; default:
   * 16.
   */
  readonly maxRevisits?: number;
  /**
   * Number of failures with the same cause that trigger a warning. One more when the latest attempt differs. From 2 to
   * 1000; default: 4.
   */
  readonly warnObstacles?: number;
  /** Number of failures with the same cause that count as a loop. From 2 to 1000; default: 10. */
  readonly maxObstacles?: number;
  /**
   * Number of times an agent reads lines it already knows from one file before a warning. From 2 to 1000; default: 4.
   */
  readonly warnRereads?: number;
  /**
   * Number of times an agent reads lines it already knows from one file before it counts as a loop. From 2 to 1000;
   * default: 8.
   */
  readonly maxRereads?: number;
  /** Number of edits in a row that return a file to earlier content before a warning. From 2 to 1000; default: 3. */
  readonly warnReverts?: number;
  /**
   * Number of edits in a row that return a file to earlier content before they count as a loop. From 2 to 1000;
   * default: 6.
   */
  readonly maxReverts?: number;
  /**
   * Number of times one task is given to subagents, since your last message, before a warning. From 2 to 1000; default:
   * 3.
   */
  readonly warnSameTasks?: number;
  /**
   * Number of times one task is given to subagents, since your last message, before it counts as a loop. From 2 to
   * 1000; default: 5.
   */
  readonly maxSameTasks?: number;
  /**
   * Number of subagents since your last message that triggers a warning. 0 turns this off. 0, or from 5 to 1000;
   * default: 30.
   */
  readonly warnAgents?: number;
  /**
   * Number of subagents since your last message that counts as a loop. 0 turns this off. 0, or from 5 to 1000; default:
   * 0.
   */
  readonly maxAgents?: number;
  /**
   * Number of times an agent that had finished is made to continue, with nothing new in between, before a warning. From
   * 2 to 1000; default: 3.
   */
  readonly warnContinuations?: number;
  /**
   * Number of times an agent that had finished is made to continue, with nothing new in between, before it counts as a
   * loop. From 2 to 1000; default: 5.
   */
  readonly maxContinuations?: number;
  /** Number of compactions with nothing new in between that trigger a warning. From 2 to 1000; default: 3. */
  readonly warnCompactions?: number;
  /** Number of compactions with nothing new in between that count as a loop. From 2 to 1000; default: 5. */
  readonly maxCompactions?: number;
  /**
   * Seconds of waiting without anything new before you and the model get one hint. 0 turns this off. 0, or from 30 to
   * 86400; default: 300.
   */
  readonly waitHintSeconds?: number;
  /**
   * Seconds of waiting without anything new before it counts as a loop. 0 turns this off. 0, or from 30 to 86400;
   * default: 0.
   */
  readonly maxWaitSeconds?: number;
  // settings:end
}

/** What is special about one tool. Its settings win over those for all tools. */
export interface ToolSettings extends Settings {
  /** Never judge this tool. Default: false. */
  readonly exempt?: boolean;
  /**
   * Arguments that make no difference between two calls, such as a comment the model writes for the person. Default:
   * for the shells and editors of known agents the comments they ask for, for other tools what looks like a comment.
   */
  readonly ignoredArguments?: readonly string[];
  /**
   * The argument that names what the call does, for a tool that does several things. Calls with different operations
   * are different calls; `tools['plan:create']` holds the settings of one operation of `plan`.
   */
  readonly operationField?: string;
  /**
   * The tool ends the agent's work or asks the person: it runs even after a stop. Default: true for the tools of known
   * agents that do.
   */
  readonly alwaysAllowed?: boolean;
}

/**
 * Texts in place of ours. `{tool}`, `{count}`, `{limit}`, `{ttlSeconds}`, `{pattern}` and `{arguments}` (quoted,
 * without what looks like a secret) are filled in.
 */
export interface Messages {
  /** What the person reads when the run was ended. */
  readonly block?: string;
  /** What the person reads when a repeated call was run all the same. */
  readonly warning?: string;
  /** What the model reads when it gets a chance. */
  readonly guidance?: string;
}

export interface GuardOptions {
  /** For all tools. */
  readonly settings?: Settings;
  /** By the exact name of the tool, or `tool:operation`. */
  readonly tools?: Readonly<Record<string, ToolSettings>>;
  readonly messages?: Messages;
  /** The person can be asked whether a call may run. Otherwise `chance` comes in place of `ask`. Default: false. */
  readonly canAsk?: boolean;
  /** The time in milliseconds, on any clock that only goes forwards. Default: `Date.now`. */
  readonly now?: () => number;
  /** Told of every detection, with what is done. */
  readonly onDetection?: (finding: Finding, action: Action) => void;
  /** Told when the guard itself fails. The call is allowed then. */
  readonly onFault?: (error: unknown) => void;
}

/** The memory of a conversation as JSON: digests, names of tools, times and counts; no arguments and no results. */
export interface State {
  readonly version: number;
}

/**
 * Watches the tool calls of agents and says of each whether it may run. Remembers 1,000 conversations; the one unused
 * for longest is forgotten first. Whatever goes wrong inside, the call is allowed.
 */
export class Guard {
  /** @throws {TypeError} naming every setting that cannot be as it is, and what is allowed */
  constructor(options?: GuardOptions);

  /** Judges a call before it runs. A call with an id that was judged before gets the same verdict and counts once. */
  before(call: Call): Verdict;

  /**
   * Tells what became of a call that ran. Without this a loop is found all the same, but progress is not seen.
   * @returns what the model is to read beside the result, when it is to be nudged. English
   */
  after(call: Call, outcome: Outcome): string | undefined;

  /** A message of the person came: what was called before no longer counts, and a stopped run may go on. */
  beginTurn(conversation?: string): void;

  /** The verdict on further calls of a run that was ended; undefined while it goes on. */
  stopped(conversation?: string): Verdict | undefined;

  /**
   * The memory of a conversation; undefined when nothing is known of it. What is compared by the arguments themselves
   * (`similar`) begins anew where it is restored.
   */
  save(conversation?: string): State | undefined;

  /**
   * Goes on where another guard left a conversation.
   * @returns false for what is no state, or one of another version; then the conversation begins anew
   */
  restore(state: unknown, conversation?: string): boolean;
}
