/**
 * The API that the extension `tool-loop-guard.tool-loop-guard` exports. Copy this file, and get the API with
 * `await vscode.extensions.getExtension('tool-loop-guard.tool-loop-guard')?.activate()`.
 */
import type * as vscode from 'vscode';

export interface ToolLoopGuardApi {
  /** Increases when something is added. What exists stays as it is. */
  readonly version: 1;

  /**
   * Wraps a chat participant's handler, which gets one more argument. Tools that are called through it are checked
   * before they run, warnings appear in the participant's own answer, and a stop ends the request with an error.
   */
  guardParticipant(
    handler: (
      request: vscode.ChatRequest,
      context: vscode.ChatContext,
      stream: vscode.ChatResponseStream,
      token: vscode.CancellationToken,
      tools: GuardedToolInvoker,
    ) => vscode.ProviderResult<vscode.ChatResult | void>,
  ): vscode.ChatRequestHandler;

  /**
   * Wraps a language model tool that you register under this name. For a blocked call, the model gets the guard's
   * guidance as its result.
   */
  guardTool<Input>(name: string, tool: vscode.LanguageModelTool<Input>): vscode.LanguageModelTool<Input>;

  /** Opens the guard's state of one conversation, for your own agent loop. */
  openConversation(id: string): GuardedConversation;

  /** Fires for every detection, wherever it was made. Contains no argument text. */
  readonly onDetection: vscode.Event<DetectionSummary>;
}

export interface GuardedToolInvoker {
  /**
   * Like `vscode.lm.invokeTool`. A blocked call resolves to the guard's guidance.
   * @param options.callId the ID that the model gave the call
   * @param options.round the same value for all calls of one model answer
   * @throws {Error} named `ToolLoopBreak` if the run must stop. Don't catch it: the wrapper turns it into the error of
   * the answer
   */
  invokeTool(
    name: string,
    options: vscode.LanguageModelToolInvocationOptions<object> & { readonly callId: string; readonly round?: string },
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult>;
}

export interface GuardedConversation {
  /** Checks whether a call may run. A call that may run counts as run. */
  check(call: {
    readonly id: string;
    readonly tool: string;
    readonly arguments: unknown;
    readonly round?: string;
  }): GuardVerdict;
  /**
   * Records the outcome of a call.
   * @param onNudge called synchronously if the model should read a hint next to the result of a call that ran with a
   * warning. Pass it only if you show the text to the model
   */
  record(
    outcome: { readonly callId: string; readonly result: unknown; readonly isError: boolean },
    onNudge?: (textForModel: string) => void,
  ): void;
  /** Call this for each real message from the user. Earlier calls no longer count. */
  beginTurn(): void;
}

export interface GuardVerdict {
  /** `allow`, `warn`: run the call. `ask`: let the user decide. `chance`, `break`, `stopped`: don't run it. */
  readonly action: 'allow' | 'warn' | 'ask' | 'chance' | 'break' | 'stopped';
  /** What the model reads instead of a result, if the call is blocked. */
  readonly modelText?: string;
  /** The text for the user, if any. */
  readonly userText?: string;
}

export interface DetectionSummary {
  readonly conversationId: string;
  readonly tool: string;
  readonly detector:
    'repeat' | 'cycle' | 'similar' | 'stall' | 'reread' | 'revert' | 'fanout' | 'idleTurns' | 'waiting';
  /** Also `warn` if the model got a hint next to the result. */
  readonly action: 'continue' | 'warn' | 'ask' | 'chance' | 'break';
  readonly count: number;
  readonly limit: number;
}
