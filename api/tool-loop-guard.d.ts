/**
 * What the extension `tool-loop-guard.tool-loop-guard` exports. Copy this file; get the API with
 * `await vscode.extensions.getExtension('tool-loop-guard.tool-loop-guard')?.activate()`.
 */
import type * as vscode from 'vscode';

export interface ToolLoopGuardApi {
  /** Grows when something is added; what is there stays as it is. */
  readonly version: 1;

  /**
   * Wraps a chat participant's handler. It gets one argument more: tools called through it are judged before they
   * run, warnings appear in the participant's own answer, and a stop ends the request with the error.
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
   * Wraps a language model tool, to be registered under this name. A call that is held back gives the model the
   * guard's guidance as its result.
   */
  guardTool<Input>(name: string, tool: vscode.LanguageModelTool<Input>): vscode.LanguageModelTool<Input>;

  /** The guard's memory of one conversation, for agent loops of other kinds. */
  openConversation(id: string): GuardedConversation;

  /** Every detection, on every surface. Carries no argument text. */
  readonly onDetection: vscode.Event<DetectionSummary>;
}

export interface GuardedToolInvoker {
  /**
   * As `vscode.lm.invokeTool`. A call that is held back resolves to the guard's guidance.
   * @param options.callId the id that the model gave the call
   * @param options.round equal for the calls of one answer of the model
   * @throws {Error} named `ToolLoopBreak` when the run is to end; let it pass, the wrapper turns it into the answer's
   * error
   */
  invokeTool(
    name: string,
    options: vscode.LanguageModelToolInvocationOptions<object> & { readonly callId: string; readonly round?: string },
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult>;
}

export interface GuardedConversation {
  /** Asks whether a call may run. A call that may run is counted as run. */
  check(call: {
    readonly id: string;
    readonly tool: string;
    readonly arguments: unknown;
    readonly round?: string;
  }): GuardVerdict;
  /**
   * Tells what became of a call.
   * @param onNudge called at once when the model is to read a hint beside the result of a call that was run with a
   * warning; give it only where you pass the text on
   */
  record(
    outcome: { readonly callId: string; readonly result: unknown; readonly isError: boolean },
    onNudge?: (textForModel: string) => void,
  ): void;
  /** A real user message came: what was called before no longer counts. */
  beginTurn(): void;
}

export interface GuardVerdict {
  /** `allow`, `warn`: run it. `ask`: let the person decide. `chance`, `break`, `stopped`: do not run it. */
  readonly action: 'allow' | 'warn' | 'ask' | 'chance' | 'break' | 'stopped';
  /** What the model is to read in place of a result, when the call is held back. */
  readonly modelText?: string;
  /** What the person is to read, when there is something to say. */
  readonly userText?: string;
}

export interface DetectionSummary {
  readonly conversationId: string;
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
  /** `warn` also where the model got a hint beside the result. */
  readonly action: 'continue' | 'warn' | 'ask' | 'chance' | 'break';
  readonly count: number;
  readonly limit: number;
}
