import * as vscode from 'vscode';
import type { Guard } from '../core/guard';
import { askText, breakText, chanceText, guidanceText, stoppedText, warningText } from '../core/words';

/** The model is asked at most this often for one request of the person. */
const MAX_ROUNDS = 50;

/** One request of a person to the guarded agent. */
export interface AgentRequest {
  readonly guard: Guard;
  readonly conversationId: string;
  readonly request: vscode.ChatRequest;
  readonly context: vscode.ChatContext;
  readonly stream: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
}

/**
 * Works on a prompt with the picked model and the available tools, every call judged by the guard before it
 * runs. Warnings and errors appear in the chat answer.
 */
export async function runGuardedAgent(agent: AgentRequest): Promise<vscode.ChatResult> {
  const { guard, conversationId, request, stream, token } = agent;
  guard.beginTurn(conversationId);
  const messages = [...historyMessages(agent.context), vscode.LanguageModelChatMessage.User(request.prompt)];
  const tools = toolsFor(request);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { text, calls } = await askModel(agent, messages, tools);
    if (calls.length === 0 || token.isCancellationRequested) {
      return {};
    }
    messages.push(vscode.LanguageModelChatMessage.Assistant([...(text === '' ? [] : [new vscode.LanguageModelTextPart(text)]), ...calls]));
    const results: vscode.LanguageModelToolResultPart[] = [];
    for (const call of calls) {
      const { result, stop } = await runCall(agent, call, `${request.prompt.length}:${round}`);
      if (stop !== undefined) {
        return { errorDetails: { message: stop } };
      }
      results.push(result);
    }
    messages.push(vscode.LanguageModelChatMessage.User(results));
  }
  stream.markdown(`\n\nStopped after ${MAX_ROUNDS} rounds of tool calls. Send a message to go on.`);
  return {};
}

async function askModel(
  { request, stream, token }: AgentRequest,
  messages: vscode.LanguageModelChatMessage[],
  tools: vscode.LanguageModelChatTool[],
): Promise<{ text: string; calls: vscode.LanguageModelToolCallPart[] }> {
  const response = await request.model.sendRequest(messages, { tools, justification: 'To work on your request to @loopguard.' }, token);
  let text = '';
  const calls: vscode.LanguageModelToolCallPart[] = [];
  for await (const part of response.stream) {
    if (part instanceof vscode.LanguageModelTextPart) {
      stream.markdown(part.value);
      text += part.value;
    } else if (part instanceof vscode.LanguageModelToolCallPart) {
      calls.push(part);
    }
  }
  return { text, calls };
}

async function runCall(
  { guard, conversationId, request, stream, token }: AgentRequest,
  call: vscode.LanguageModelToolCallPart,
  round: string,
): Promise<{ result: vscode.LanguageModelToolResultPart; stop?: string }> {
  const verdict = guard.check(conversationId, { id: call.callId, tool: call.name, arguments: call.input, round, surface: 'participant' }, Date.now());
  switch (verdict.action) {
    case 'warn':
      stream.markdown(`\n\n> ⚠️ ${escapeMarkdown(warningText(verdict.detection))}\n\n`);
      break;
    case 'chance':
      stream.markdown(`\n\n> ⚠️ ${escapeMarkdown(chanceText(verdict.detection))}\n\n`);
      return { result: textResult(call.callId, guidanceText(verdict.detection)) };
    case 'ask':
      // A participant cannot show VS Code's confirmation: the run ends, and the buttons under it ask.
      return { result: textResult(call.callId, stoppedText(verdict.detection)), stop: askText(verdict.detection) };
    case 'break':
      return { result: textResult(call.callId, stoppedText(verdict.detection)), stop: breakText(verdict.detection) };
    case 'stopped':
      return { result: textResult(call.callId, stoppedText(verdict.detection)), stop: breakText(verdict.detection) };
    case 'allow':
      break;
  }
  try {
    const { content } = await vscode.lm.invokeTool(call.name, { input: call.input, toolInvocationToken: request.toolInvocationToken }, token);
    guard.record(conversationId, { callId: call.callId, result: textOf(content), isError: false });
    return { result: new vscode.LanguageModelToolResultPart(call.callId, content) };
  } catch (error) {
    const message = `The tool failed: ${error instanceof Error ? error.message : String(error)}`;
    guard.record(conversationId, { callId: call.callId, result: message, isError: true });
    return { result: textResult(call.callId, message) };
  }
}

/** The tools a person referred to, else all that are available. */
function toolsFor(request: vscode.ChatRequest): vscode.LanguageModelChatTool[] {
  const referenced = new Set(request.toolReferences.map(({ name }) => name));
  return vscode.lm.tools
    .filter(({ name }) => referenced.size === 0 || referenced.has(name))
    .map(({ name, description, inputSchema }) => ({ name, description, ...(inputSchema === undefined ? {} : { inputSchema }) }));
}

function historyMessages(context: vscode.ChatContext): vscode.LanguageModelChatMessage[] {
  return context.history.flatMap((turn) => {
    if (turn instanceof vscode.ChatRequestTurn) {
      return turn.command === undefined ? [vscode.LanguageModelChatMessage.User(turn.prompt)] : [];
    }
    const text = turn.response
      .map((part) => (part instanceof vscode.ChatResponseMarkdownPart ? part.value.value : ''))
      .join('');
    return text === '' || turn.command !== undefined ? [] : [vscode.LanguageModelChatMessage.Assistant(text)];
  });
}

function textResult(callId: string, text: string): vscode.LanguageModelToolResultPart {
  return new vscode.LanguageModelToolResultPart(callId, [new vscode.LanguageModelTextPart(text)]);
}

function textOf(content: readonly unknown[]): string {
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('\n');
}

/** Tool names come from elsewhere: what would be Markdown in them is shown as it is. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>~]/g, '\\$&');
}
