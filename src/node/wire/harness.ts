export type RawInput = Readonly<Record<string, unknown>>;

/** The events that matter, independent of their names in a harness. */
export type HookEvent =
  | 'sessionStart'
  | 'userPrompt'
  | 'preToolUse'
  /** The harness asks whether a call may run; it comes after `preToolUse`, and not for every tool. */
  | 'permissionRequest'
  | 'postToolUse'
  | 'postToolUseFailure'
  /** An answer of the model is over. Some of its calls may have been refused before a hook was asked about them. */
  | 'answerOver'
  | 'subagentStart'
  /** The model is about to be asked again, with the results of its calls. */
  | 'modelRequest'
  | 'compaction'
  | 'stop';

/**
 * A fact of an input, and the names of the fields that may contain it; the first that exists is used. None: the
 * harness doesn't provide it.
 */
type InputField =
  | 'sessionId'
  | 'agentId'
  | 'model'
  | 'prompt'
  | 'tool'
  | 'arguments'
  | 'callId'
  /** What all calls between two messages of the person have in common. */
  | 'turnId'
  | 'result'
  | 'error'
  | 'transcriptPath'
  /** What only the calls of one answer of the model have in common. */
  | 'answerId';

export type AfterCall = 'postToolUse' | 'postToolUseFailure' | 'answerOver';

export type Reply =
  | { readonly kind: 'allow' }
  /** The call runs, and the user reads the text. The model reads its own next to the result, see `nudges`. */
  | { readonly kind: 'warn'; readonly toPerson: string; readonly toModel?: string | undefined }
  /** The call runs. Where `nudges` is `beforeCall`, the model reads the text next to its result; else it comes then. */
  | { readonly kind: 'nudgeBefore'; readonly toModel: string }
  | { readonly kind: 'ask'; readonly toPerson: string }
  /** A prompt reaches the model, which reads the text next to it. */
  | { readonly kind: 'hint'; readonly toPerson: string; readonly toModel: string }
  /** The call has run, and the model reads the text next to its result. */
  | {
      readonly kind: 'nudge';
      readonly toModel: string;
      readonly toPerson?: string | undefined;
      readonly answers: AfterCall;
    }
  /** The call doesn't run, and the agent continues. `toPerson` is undefined if the user is told in another way. */
  | { readonly kind: 'deny'; readonly toModel: string; readonly toPerson: string | undefined }
  /** The call doesn't run, and the agent ends. A harness without such an answer asks the model to end. */
  | { readonly kind: 'stop'; readonly toModel: string; readonly toPerson: string }
  /** The agent must end; only for harnesses with such an answer. The call runs once more. */
  | { readonly kind: 'end'; readonly toModel: string; readonly toPerson: string }
  /** Answers a request for permission, or a request to the model: it isn't made, and the agent ends. */
  | { readonly kind: 'interrupt'; readonly toPerson: string }
  /** The prompt doesn't reach the model, and the user reads the text. */
  | { readonly kind: 'blockPrompt'; readonly toPerson: string };

export interface AskedCall {
  readonly sessionId: string;
  readonly agentId: string | undefined;
  readonly callId: string | undefined;
  readonly turnId?: string | undefined;
  readonly answerId?: string;
  readonly transcriptPath: string | undefined;
}

export interface CallEnd {
  readonly callId: string;
  /** What the model reads of a failure, whatever form it has; undefined if the call went well. */
  readonly failure?: unknown;
  /** What the model reads, where the line doesn't tell how the call went. */
  readonly result?: unknown;
}

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
  /** In which variable it tells its hooks the folder that a session works in, besides the input. */
  readonly folderVariable?: string;
  readonly fields: Readonly<Record<InputField, readonly string[]>>;
  readonly eventOf: (input: RawInput) => HookEvent | undefined;
  /** Whether an input says that no person wrote its prompt; most harnesses tell only by its text. */
  readonly marksOwnPrompt?: (input: RawInput) => boolean;
  /** What the model reads of a result; its other parts may differ each time. */
  readonly resultOf: (result: unknown) => unknown;

  /** What a result says of a failure that no event of its own tells, as the model reads it; undefined for none. */
  readonly failureIn?: (result: unknown) => unknown;
  /** The calls of an answer that were refused before a hook was asked about them, in the fields of a call. */
  readonly refusedIn?: (input: RawInput) => readonly RawInput[];
  /** The end of a call that a line of the session's own file tells, where no hook tells each end, or how it was. */
  readonly endOf?: (line: RawInput) => CallEnd | undefined;

  /** Whether a hook can make the harness ask the user about a call. */
  readonly canAsk: boolean;
  /**
   * When a hook provides the text next to a result: with its answer before the call or after it. In both cases, the
   * text counts as read only after the result has arrived.
   */
  readonly nudges: 'beforeCall' | 'afterCall';
  /** The tool that runs a subagent whose calls look like its parent's; none where hooks tell them apart. */
  readonly subAgentTool?: string;
  /** Whether a hook can answer a prompt, so that it doesn't reach the model. */
  readonly canAnswerPrompt: boolean;
  /** Whether the answer to a call ends the agent. */
  readonly canEnd: boolean;
  /** Whether it is ended before the model reads about a blocked call; only the main agent. */
  readonly endsBeforeModel?: true;
  /** Where a server listens that can interrupt the turn of the main agent, where no answer ends it. */
  readonly serverOf?: (transcriptPath: string) => string | undefined;
  /**
   * A name for the model's answer that contains a call; undefined if the lines don't say, or not yet. The lines are
   * those of the session's own file, the last one first.
   * @param callId undefined if the harness has none
   */
  readonly roundIn?: (lines: Iterable<RawInput>, callId: string | undefined) => string | undefined;
  /** The file that the answers of the agent that makes the call are written to, if it isn't always the transcript. */
  readonly fileOfAgent?: (call: AskedCall & { readonly transcriptPath: string }) => string;
  /** Where subagents have such files, if nothing tells which agent makes a call: the one that was answered last. */
  readonly folderOfAgents?: (call: AskedCall & { readonly transcriptPath: string }) => string;
  /** The text for standard output. */
  readonly write: (reply: Reply) => string;
}
