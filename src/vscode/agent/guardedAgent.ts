import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { escapeMarkdown } from '../../core/words/pages/markdown';
import { watchAnswer } from '../../core/models/repeatingText';
import type { AnswerSettings } from '../../core/settings/configuration';
import { toolLabel } from '../../core/words/quoting';
import { DEMONSTRATION_TOOL, DEMONSTRATION_VENDOR } from '../host/ids';
import type { GuardWindow } from '../window/guardWindow';
import { GuardedTools, beginRequestedTurn } from './guardedTools';
import { translate } from '../host/translate';

const MAX_ROUNDS = 50;

interface AgentRequest {
  readonly conversationId: string;
  readonly request: vscode.ChatRequest;
  readonly context: vscode.ChatContext;
  readonly stream: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
}

/** Warnings and errors appear in the chat answer. */
export async function runGuardedAgent(window: GuardWindow, agent: AgentRequest): Promise<vscode.ChatResult> {
  const { conversationId, request, stream, token } = agent;
  beginRequestedTurn(window.guard, conversationId, request);
  const messages = [...historyMessages(agent.context), vscode.LanguageModelChatMessage.User(request.prompt)];
  const tools = toolsFor(request);
  const guarded = new GuardedTools(window, conversationId, stream);
  const run = randomUUID();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { text, calls } = await askModel(agent, window.settings.current.answers, messages, tools);
    if (calls.length === 0 || token.isCancellationRequested) {
      return {};
    }
    messages.push(
      vscode.LanguageModelChatMessage.Assistant([
        ...(text === '' ? [] : [new vscode.LanguageModelTextPart(text)]),
        ...calls,
      ]),
    );
    const results: vscode.LanguageModelToolResultPart[] = [];
    for (const { callId, name, input } of calls) {
      stream.progress(translate('Running {tool}', { tool: escapeMarkdown(toolLabel(name)) }));
      const { toolInvocationToken } = request;
      const { content, end } = await guarded.invoke(
        { callId, name, input, round: `${run}:${round}`, toolInvocationToken },
        token,
      );
      if (end !== undefined) {
        end.tell(stream);
        return { errorDetails: { message: end.text } };
      }
      results.push(new vscode.LanguageModelToolResultPart(callId, [...content]));
    }
    messages.push(vscode.LanguageModelChatMessage.User(results));
  }
  stream.markdown(
    `\n\n${translate('Stopped after {rounds} rounds of tool calls. Send a message to continue.', {
      rounds: MAX_ROUNDS,
    })}`,
  );
  return {};
}

async function askModel(
  { conversationId, request, stream, token }: AgentRequest,
  answers: AnswerSettings,
  messages: vscode.LanguageModelChatMessage[],
  tools: readonly vscode.LanguageModelChatTool[],
): Promise<{ text: string; calls: vscode.LanguageModelToolCallPart[] }> {
  const response = await request.model.sendRequest(
    messages,
    {
      tools: [...tools],
      modelOptions: { _conversationId: conversationId },
      justification: translate('To work on your request to @loopguard.'),
    },
    token,
  );
  const watch = watchAnswer(answers, translate);
  let text = '';
  const calls: vscode.LanguageModelToolCallPart[] = [];
  for await (const part of response.stream) {
    if (part instanceof vscode.LanguageModelTextPart) {
      stream.markdown(part.value);
      text += part.value;
      const notice = watch(part.value);
      if (notice !== undefined) {
        stream.markdown(`\n\n${notice}`);
        return { text, calls: [] };
      }
    } else if (part instanceof vscode.LanguageModelToolCallPart) {
      calls.push(part);
    }
  }
  return { text, calls };
}

/** The tools that the user referred to, else those picked for the chat if VS Code says which, else all. */
function toolsFor(request: vscode.ChatRequest): vscode.LanguageModelChatTool[] {
  const referenced = request.toolReferences.map(({ name }) => name);
  const wanted = new Set(referenced.length > 0 ? referenced : pickedTools(request));
  return vscode.lm.tools
    .filter(({ name }) => wanted.size === 0 || wanted.has(name))
    .filter(({ name }) => name !== DEMONSTRATION_TOOL || request.model.vendor === DEMONSTRATION_VENDOR)
    .map(({ name, description, inputSchema }) => ({
      name,
      description,
      ...(inputSchema === undefined ? {} : { inputSchema }),
    }));
}

/** Newer versions of VS Code say which tools are on in the chat; stable typings don't have it. */
function pickedTools(request: vscode.ChatRequest): string[] {
  const { tools } = request as { tools?: unknown };
  return tools instanceof Map
    ? [...(tools as Map<{ name?: string } | string, boolean>)].flatMap(([tool, isOn]) =>
        isOn ? [typeof tool === 'string' ? tool : (tool.name ?? '')] : [],
      )
    : [];
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
