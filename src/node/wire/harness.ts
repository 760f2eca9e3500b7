export type RawInput = Readonly<Record<string, unknown>>;

export type HookEvent =
  | 'sessionStart'
  | 'userPrompt'
  | 'preToolUse'
  /** Asks whether a call may run; comes after `preToolUse`, and not for every tool. */
  | 'permissionRequest'
  | 'postToolUse'
  | 'postToolUseFailure'
  /** The model's answer is over. Some of its calls may have been refused before any hook was asked. */
  | 'answerOver'
  | 'subagentStart'
  | 'modelRequest'
  | 'compaction'
  | 'stop';

/** A fact in `fields`: of the names given there, the first that exists is used; none if it isn't provided. */
type InputField =
  | 'sessionId'
  | 'agentId'
  | 'model'
  | 'prompt'
  | 'tool'
  | 'arguments'
  | 'callId'
  /** Shared by all calls between two messages of the user. */
  | 'turnId'
  | 'result'
  | 'error'
  | 'transcriptPath'
  /** Shared only by the calls of one answer of the model. */
  | 'answerId';

export type AfterCall = 'postToolUse' | 'postToolUseFailure' | 'answerOver';

export type Reply =
  | { readonly kind: 'allow' }
  /** The call runs, and the user reads the text. The model reads its own next to the result, see `nudges`. */
  | { readonly kind: 'warn'; readonly toPerson: string; readonly toModel?: string | undefined }
  /** The call runs. With `nudges: 'beforeCall'`, the model reads it next to the result; otherwise a `nudge` follows. */
  | { readonly kind: 'nudgeBefore'; readonly toModel: string }
  | { readonly kind: 'ask'; readonly toPerson: string }
  /** The prompt reaches the model, with the text next to it. */
  | { readonly kind: 'hint'; readonly toPerson: string; readonly toModel: string }
  | {
      readonly kind: 'nudge';
      readonly toModel: string;
      readonly toPerson?: string | undefined;
      readonly answers: AfterCall;
    }
  /** The call doesn't run, and the agent continues. `toPerson` is undefined if the user is informed in another way. */
  | { readonly kind: 'deny'; readonly toModel: string; readonly toPerson: string | undefined }
  /** The call doesn't run, and the agent ends. If the harness can't end it, the model is asked to end. */
  | { readonly kind: 'stop'; readonly toModel: string; readonly toPerson: string }
  /** The agent must end, but the call runs once more; only if the harness has such an answer. */
  | { readonly kind: 'end'; readonly toModel: string; readonly toPerson: string }
  /** Answers a permission request or a request to the model: it isn't made, and the agent ends. */
  | { readonly kind: 'interrupt'; readonly toPerson: string }
  | { readonly kind: 'blockPrompt'; readonly toPerson: string };

export interface AskedCall {
  readonly sessionId: string;
  readonly agentId: string | undefined;
  readonly callId: string | undefined;
  readonly turnId?: string | undefined;
  readonly answerId?: string;
  readonly transcriptPath: string | undefined;
}

export type CallOfFile = AskedCall & { readonly transcriptPath: string };

export interface CallEnd {
  readonly callId: string;
  /** What the model reads of a failure, in any form; undefined if the call succeeded. */
  readonly failure?: unknown;
  /** What the model reads, if the line doesn't say how the call went. */
  readonly result?: unknown;
}

/**
 * A program that runs an agent and asks hooks about its tool calls. All read standard output as JSON on exit code 0.
 * A hook never exits with another code: 2 refuses the call at once, and Copilot CLI refuses it on any other, so a fault
 * of ours would stop the agent.
 */
export interface Harness {
  readonly name: string;
  /** Who provides the models of this harness, for `modelOverrides`. */
  readonly vendor: string;
  readonly looksLike: (input: RawInput, environment: NodeJS.ProcessEnv) => boolean;
  /** Names the variable with the session's folder, which hooks get in addition to the input. */
  readonly folderVariable?: string;
  readonly fields: Readonly<Record<InputField, readonly string[]>>;
  readonly eventOf: (input: RawInput) => HookEvent | undefined;
  /** Whether an input says that no person wrote its prompt; in most harnesses only its text shows that. */
  readonly marksOwnPrompt?: (input: RawInput) => boolean;
  /** The part of a result that the model reads; other parts may differ each time. */
  readonly resultOf: (result: unknown) => unknown;

  /** A failure that no separate event reports, as the model reads it. */
  readonly failureIn?: (result: unknown) => unknown;
  /** Calls of an answer that were refused before any hook was asked, in the fields of a call. */
  readonly refusedIn?: (input: RawInput) => readonly RawInput[];
  /** The end of a call in a line of the session's file, if no hook reports each end or how it went. */
  readonly endOf?: (line: RawInput) => CallEnd | undefined;

  readonly canAsk: boolean;
  /** When a hook adds text next to a result. Either way, it counts as read only after the result has arrived. */
  readonly nudges: 'beforeCall' | 'afterCall';
  /** The tool that runs a subagent whose calls look like its parent's; absent if hooks distinguish them. */
  readonly subAgentTool?: string;
  readonly canAnswerPrompt: boolean;
  /** Whether the answer to a call ends the agent. */
  readonly canEnd: boolean;
  /** Whether the main agent is ended before the model reads about a blocked call. */
  readonly endsBeforeModel?: true;
  /** Where a server can interrupt the main agent's turn, if no answer ends it. */
  readonly serverOf?: (transcriptPath: string) => string | undefined;
  /** Names the model's answer with a call, from the session's lines, the last one first; undefined if not yet known. */
  readonly roundIn?: (lines: Iterable<RawInput>, callId: string | undefined) => string | undefined;
  /** Where the calling agent's answers may be written, if not always to the transcript: the newest of these files. */
  readonly filesOfAgent?: (call: CallOfFile) => readonly string[];
  readonly write: (reply: Reply) => string;
}
