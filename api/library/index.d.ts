/**
 * What `import { Guard } from 'tool-loop-guard'` provides: a guard that checks each tool call of an agent for loops.
 */

/** One tool call of a model, before the tool runs. */
export interface Call {
  readonly tool: string;
  /** A JSON value, or the argument text as the model sent it. */
  readonly arguments?: unknown;
  /**
   * The ID that the model gave the call, unique in its conversation. Without it, an outcome is matched to the oldest
   * call with the same tool and arguments that has none yet.
   */
  readonly id?: string | undefined;
  /**
   * Each conversation is checked and stopped separately. Use a separate one for each subagent. Calls without a
   * conversation belong to the same one.
   */
  readonly conversation?: string | undefined;
  /**
   * The same value for all calls of one model answer: identical calls among them count once. Undefined: the
   * call belongs to the answer of a different call that still runs, if there is one.
   */
  readonly round?: string | undefined;
}

/**
 * The outcome of a call: the result as the model reads it, or the error with which the call failed. Objects such as
 * `{ isError: true }`, `{ success: false }`, `{ status: 'error' }`, and `{ status: 500 }` are results of failed calls.
 */
export type Outcome = { readonly result: unknown } | { readonly error: unknown };

/** What to do with a call. */
export type Verdict = Judgement &
  (
    | {
        /** The tool may run. */
        readonly runs: true;
        readonly forModel?: undefined;
      }
    | {
        /** The tool must not run; for `ask`, unless the user agrees. */
        readonly runs: false;
        /** What the model reads instead of a result. In English. */
        readonly forModel: string;
      }
  );

interface Judgement {
  /**
   * - `allow`: run it and show nothing.
   * - `warn`: run it and warn the user.
   * - `ask`: let the user decide. Returned only if `canAsk` is set.
   * - `chance`: don't run it, and tell the model to change course.
   * - `break`: don't run it, stop the agent's run, and tell the user.
   * - `stopped`: an earlier call stopped the run; don't run this one either.
   */
  readonly action: 'allow' | 'warn' | 'ask' | 'chance' | 'break' | 'stopped';
  /** Whether the agent's run must stop now: `break` and `stopped`. */
  readonly ends: boolean;
  /** The text for the user, if any. In English. */
  readonly forPerson?: string;
  /** Why. Undefined for `allow`. */
  readonly finding?: Finding;
}

/** What a detection leads to, from mild to strict. A nudge is a warning that the model also reads. */
export type Action = 'continue' | 'warn' | 'nudge' | 'ask' | 'chance' | 'break';

/** Why a call looks like a loop. Contains no argument text. */
export interface Finding {
  readonly conversation: string;
  /** With its operation, if the tool has one: `plan:create`. */
  readonly tool: string;
  readonly detector:
    'repeat' | 'cycle' | 'similar' | 'stall' | 'reread' | 'revert' | 'fanout' | 'idleTurns' | 'waiting';
  /** A likely loop leads to a warning at most. */
  readonly certainty: 'likely' | 'certain';
  /** How often the pattern occurred, including this call; for `waiting`, the number of seconds. */
  readonly count: number;
  /** The limit: at this count, the guard acts. */
  readonly limit: number;
}

/** The settings for checking calls. Settings that are left out have their defaults. */
export interface Settings {
  // settings:start
  /** Detect and stop tool call loops. Default: true. */
  readonly enabled?: boolean;
  /** What to do when a loop is confirmed. To escalate step by step, use `actions`. Default: `break`. */
  readonly mode?: 'break' | 'chance_then_break' | 'warn';
  /**
   * Number of identical calls, with no new result in between, that count as a loop. The last one is blocked. From 2 to
   * 1000; default: 4.
   */
  readonly maxRepeats?: number;
  /**
   * A starting point for common uses. Any setting you also set in the same settings file overrides it. Default:
   * `recommended`.
   */
  readonly preset?:
    | 'recommended'
    | 'general'
    | 'coding'
    | 'search'
    | 'api'
    | 'files'
    | 'strict'
    | 'lenient'
    | 'development'
    | 'conservative'
    | 'balanced'
    | 'aggressive';
  /**
   * Time window in seconds: a repeat counts if it comes within this time after the call before it. From 1 to 86400;
   * default: 120.
   */
  readonly ttlSeconds?: number;
  /**
   * Escalation: what to do for the first loop in a chat, the second, and so on. The last action repeats. Overrides
   * `mode`. Example: `["warn", "warn", "break"]`. Leave empty to use the mode. You are warned about a possible loop
   * only if the list has `warn` or `nudge`.
   */
  readonly actions?: readonly Action[];
  /**
   * Kinds of loops to detect, with their limits. `false` turns a kind off. Example: `{"similar": false, "stall":
   * {"limit": 6}}`. A list names the kinds that are on. `repeat` warns one call before its limit, `cycle` one round
   * before, all others when they reach it.
   */
  readonly detectors?:
    | readonly Finding['detector'][]
    | {
        /** Identical calls with the same or an unknown result. Default: true. */
        readonly repeat?: boolean;
        /** Repeating cycle: several calls in turn, such as A-B-A-B, with the same results. Default: true. */
        readonly cycle?:
          | boolean
          | {
              /** Number of times a cycle must repeat to count as a loop. From 2 to 1000; default: 3. */
              readonly limit?: number;
            };
        /** Similar calls: the same tool with nearly the same arguments and the same result. Default: true. */
        readonly similar?:
          | boolean
          | {
              /**
               * Number of similar calls with the same result before a warning. Four times as many count as a loop. From
               * 2 to 1000; default: 3.
               */
              readonly limit?: number;
            };
        /**
         * No progress: the same failure whatever the agent tries, or only calls that were made before. Default: true.
         */
        readonly stall?:
          | boolean
          | {
              /**
               * Number of calls without progress before a warning: the same failure, nothing found, or only earlier
               * calls. A call that fails again is a loop at this number, new attempts at twice, and repeated earlier
               * calls at four times as many. From 2 to 1000; default: 4.
               */
              readonly limit?: number;
            };
        /** Re-reading parts of a file without any new lines. Default: true. */
        readonly reread?:
          | boolean
          | {
              /**
               * Number of times an agent reads lines it already knows from one file before a warning. Twice as many
               * count as a loop. From 2 to 1000; default: 4.
               */
              readonly limit?: number;
            };
        /** A file that is edited, reverted, and edited the same way again. Default: true. */
        readonly revert?:
          | boolean
          | {
              /**
               * Number of edits in a row that return a file to earlier content before a warning. Twice as many count as
               * a loop. From 2 to 1000; default: 3.
               */
              readonly limit?: number;
            };
        /** The same task given to subagents again, or very many subagents for one message. Default: true. */
        readonly fanout?:
          | boolean
          | {
              /**
               * Number of times one task is given to subagents, since your last message, before a warning. Twice as
               * many count as a loop. From 2 to 1000; default: 3.
               */
              readonly limit?: number;
            };
        /**
         * An agent that is told to continue, is woken, or has its chat compacted, again and again without progress.
         * Default: true.
         */
        readonly idleTurns?:
          | boolean
          | {
              /**
               * Number of turns in a row that nobody began and that made no progress, before a warning: the agent was
               * told to continue, was woken, or its chat was compacted. Twice as many count as a loop. From 2 to 1000;
               * default: 3.
               */
              readonly limit?: number;
            };
        /** A long wait without news. Gives the model one hint and never stops it. Default: true. */
        readonly waiting?:
          | boolean
          | {
              /**
               * Seconds of waiting without progress before you and the model get one hint. 0 turns this off. To stop,
               * set a `budget`. 0, or from 30 to 86400; default: 600.
               */
              readonly limit?: number;
            };
        /**  */
        readonly manyAgents?: {
          /**
           * Number of subagents since your last message before a warning. 0 turns this off. To stop, set a `budget`. 0,
           * or from 5 to 200; default: 30.
           */
          readonly limit?: number;
        };
      };
  /** What counts as a similar call, and as a cycle. Example: `{"ignoreCase": false}`. */
  readonly matching?: {
    /** Shortest repeating cycle to detect, in calls. From 2 to 10; default: 2. */
    readonly minPatternLength?: number;
    /** Longest repeating cycle to detect, in calls. From 2 to 10; default: 8. */
    readonly maxPatternLength?: number;
    /** How to compare the words of arguments, up to 64 in a field. Default: `levenshtein`. */
    readonly similarityAlgorithm?: 'levenshtein' | 'jaccard';
    /**
     * How alike two calls must be to count as similar, from 0.5 to 1, as measured by `similarityAlgorithm`. From 0.5 to
     * 1; default: 0.9.
     */
    readonly similarityThreshold?: number;
    /** Ignore whitespace when comparing similar calls. Default: true. */
    readonly normalizeWhitespace?: boolean;
    /** Ignore case when comparing similar calls. Default: true. */
    readonly ignoreCase?: boolean;
    /**
     * Number of recent answers whose calls are compared. At least four times `maxRepeats`. From 5 to 1000; default: 40.
     */
    readonly windowSize?: number;
  };
  // settings:end
}

/** Settings for one tool. They override the settings for all tools. */
export interface ToolSettings extends Settings {
  /** Exclude this tool from loop detection. Default: false. */
  readonly exempt?: boolean;
  /**
   * Arguments to ignore when comparing calls, such as a comment that the model writes for the user. Default: for the
   * shells and editors of known agents, the comments they ask for; for other tools, what looks like a comment.
   */
  readonly ignoredArguments?: readonly string[];
  /**
   * For a multi-purpose tool: the argument that selects the operation. Calls with different operations are different
   * calls; `tools['plan:create']` contains the settings for one operation of `plan`.
   */
  readonly operationField?: string;
  /**
   * The tool ends the agent's work or asks the user, and runs even after a stop. Default: true for such tools of known
   * agents.
   */
  readonly alwaysAllowed?: boolean;
}

/**
 * Custom messages. Placeholders: `{tool}`, `{count}`, `{limit}`, `{ttlSeconds}`, `{pattern}`, and `{arguments}`
 * (quoted, with detected secrets masked).
 */
export interface Messages {
  /** Shown to the user when the run is stopped. */
  readonly block?: string;
  /** Shown to the user when a repeated call was allowed. */
  readonly warning?: string;
  /** What the model reads when it gets a second chance. */
  readonly guidance?: string;
}

export interface GuardOptions {
  /** For all tools. */
  readonly settings?: Settings;
  /**
   * By the name of the tool, or `tool:operation`. `*`, `?`, `[a-z]`, and `{a,b}` are wildcards, and case is ignored. If
   * several patterns match, the most specific one that sets a value applies.
   */
  readonly tools?: Readonly<Record<string, ToolSettings>>;
  readonly messages?: Messages;
  /** Whether you can ask the user about a call. If not, `chance` replaces `ask`. Default: false. */
  readonly canAsk?: boolean;
  /** The time in milliseconds, from any clock that never goes backward. Default: `Date.now`. */
  readonly now?: () => number;
  /** Called for every detection, with the action that was taken. */
  readonly onDetection?: (finding: Finding, action: Action) => void;
  /** Called when the guard itself fails. The call is then allowed. */
  readonly onFault?: (error: unknown) => void;
}

/** The state of a conversation as JSON: digests, tool names, times, and counts, but no arguments or results. */
export interface State {
  readonly version: number;
}

/**
 * Checks the tool calls of agents for loops, and says for each whether it may run. Remembers 1,000 conversations, and
 * forgets the one that was unused the longest. If anything goes wrong inside, the call is allowed.
 */
export class Guard {
  /** @throws {TypeError} that names every invalid setting and what is allowed */
  constructor(options?: GuardOptions);

  /** Checks a call before it runs. A call with a known ID gets the same verdict again and counts once. */
  before(call: Call): Verdict;

  /**
   * Records the outcome of a call that ran. Without it, loops are still found, but progress isn't recognized.
   * @returns what the model should read next to the result, if it gets a nudge. In English
   */
  after(call: Call, outcome: Outcome): string | undefined;

  /** Call this for each message from the user. Earlier calls no longer count, and a stopped run can continue. */
  beginTurn(conversation?: string): void;

  /** The verdict on further calls of a stopped run; undefined while the run continues. */
  stopped(conversation?: string): Verdict | undefined;

  /**
   * The state of a conversation; undefined if nothing is known about it. Detectors that compare the arguments
   * themselves (`similar`) start over after it is restored.
   */
  save(conversation?: string): State | undefined;

  /**
   * Continues a conversation of another guard.
   * @returns false if this is not a state, or one of another version; the conversation then starts over
   */
  restore(state: unknown, conversation?: string): boolean;
}
