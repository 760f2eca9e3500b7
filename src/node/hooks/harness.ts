/** A hook's input before it is translated: a JSON object with whatever fields the harness sends. */
export type RawInput = Readonly<Record<string, unknown>>;

/** The events that matter, whatever a harness calls them. */
export type HookEvent =
  | 'sessionStart'
  | 'userPrompt'
  | 'preToolUse'
  /** The harness asks whether a call may run; it comes after `preToolUse`, and not for every tool. */
  | 'permissionRequest'
  | 'postToolUse'
  | 'postToolUseFailure'
  | 'subagentStart'
  /** The conversation is about to be summed up to make room. */
  | 'compaction'
  | 'stop';

/**
 * A fact of an input, and the names of the fields that may hold it, the first that is there wins. None: the harness
 * does not tell.
 */
type InputField =
  | 'sessionId'
  | 'agentId'
  | 'model'
  | 'prompt'
  | 'tool'
  | 'arguments'
  | 'callId'
  | 'result'
  | 'error'
  | 'transcriptPath';

/** What the guard has to say to a harness. */
export type Reply =
  | { readonly kind: 'allow' }
  /** The call runs; the person reads the text. The model reads its own beside the result, see `nudges`. */
  | { readonly kind: 'warn'; readonly toPerson: string; readonly toModel?: string | undefined }
  | { readonly kind: 'ask'; readonly toPerson: string }
  /** The call has run; the model reads the text beside its result. */
  | { readonly kind: 'nudge'; readonly toModel: string; readonly afterFailure: boolean }
  /** The call does not run, the agent goes on. `toPerson` is undefined where the person is told in another way. */
  | { readonly kind: 'deny'; readonly toModel: string; readonly toPerson: string | undefined }
  /** The call does not run and the agent ends. A harness that has no such answer asks the model to end. */
  | { readonly kind: 'stop'; readonly toModel: string; readonly toPerson: string }
  /**
   * The agent must end, only for harnesses that have such an answer. The call runs: with the input that does nothing
   * where there is one, else once more as it is.
   */
  | {
      readonly kind: 'end';
      readonly toModel: string;
      readonly toPerson: string;
      readonly harmlessInput?: object | undefined;
    }
  /** Answers a request for permission: the call does not run and the agent ends. */
  | { readonly kind: 'interrupt'; readonly toPerson: string }
  /** The prompt does not reach the model; the person reads the text. */
  | { readonly kind: 'blockPrompt'; readonly toPerson: string };

/**
 * A program that runs an agent and asks hooks about its tool calls. All of them read a hook's standard output as JSON
 * when its exit code is 0. The hook never exits with another code: 2 refuses the call at once, and Copilot CLI refuses
 * it on any other, so a fault of ours would stop the agent.
 */
export interface Harness {
  readonly name: string;
  /** Who is behind the models of this harness, for `modelOverrides`. */
  readonly vendor: string;
  /** Whether an input, or the environment of the hook that got it, is one of this harness. */
  readonly looksLike: (input: RawInput, environment: NodeJS.ProcessEnv) => boolean;
  readonly fields: Readonly<Record<InputField, readonly string[]>>;
  /** Undefined for events that are of no interest. */
  readonly eventOf: (input: RawInput) => HookEvent | undefined;
  /** Whether a prompt is one that the harness submits by itself to make the agent go on. */
  readonly isOwnPrompt?: (prompt: string) => boolean;
  /** What the model reads of a result; its other parts may differ each time. */
  readonly resultOf: (result: unknown) => unknown;
  /** Whether a hook can have the person asked about a call. */
  readonly canAsk: boolean;
  /**
   * When a hook says what the model reads beside a result: with its answer before the call or after it. Either way it
   * is taken as read only once the result is there.
   */
  readonly nudges: 'beforeCall' | 'afterCall';
  /** Whether the answer to a call ends the agent. */
  readonly canEnd: boolean;
  /** An input with which a call of this tool does nothing, for agents that are ended only by a call that runs. */
  readonly harmlessInput?: (tool: string) => object | undefined;
  /**
   * A name for the answer of the model that a call is part of; undefined where they do not tell. The lines are those of
   * the session's own file, the last one first.
   */
  readonly roundIn?: (lines: Iterable<RawInput>, callId: string) => string | undefined;
  /** The text for standard output. */
  readonly write: (reply: Reply) => string;
}
