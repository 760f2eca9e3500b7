import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type {
  DetectionSummary,
  GuardedConversation,
  GuardedToolInvoker,
  GuardVerdict,
  ToolLoopGuardApi,
} from '../../../api/tool-loop-guard';
import type { BudgetVerdict } from '../../core/budget/budgetMeter';
import { budgetQuestion, budgetStopText, budgetTextForModel } from '../../core/words/budgetTexts';
import type { Detection, Verdict } from '../../engine/decision/verdict';
import type { Phrasing } from '../../core/words/loopTexts';
import { nudgeText } from '../../core/words/modelTexts';
import { textsOf } from '../../core/words/words';
import type { GuardWindow } from '../window/guardWindow';
import { conversationIdOf, subAgentOf } from '../host/conversationId';
import {
  GuardedTools,
  type RunEnd,
  type ToolGuard,
  recordedContent,
  textContent,
  textOfContent,
  beginRequestedTurn,
} from './guardedTools';
import { translate } from '../host/translate';

/** Ends a guarded participant's request; the wrapper turns it into the answer's error. */
class ToolLoopBreak extends Error {
  override readonly name = 'ToolLoopBreak';

  constructor(readonly end: RunEnd) {
    super(end.text);
  }
}

type Handler = Parameters<ToolLoopGuardApi['guardParticipant']>[0];

export function createApi(window: ToolGuard & Pick<GuardWindow, 'onDetection'>): ToolLoopGuardApi {
  return {
    version: 1,
    guardParticipant: (handler) => guardParticipant(window, handler),
    guardTool: (name, tool) => guardTool(window, name, tool),
    openConversation: (id) => openConversation(window, id),
    onDetection: (listener, thisArgument, disposables) =>
      window.onDetection((detection) => void listener.call(thisArgument, summaryOf(detection)), undefined, disposables),
  };
}

function guardParticipant(toolGuard: ToolGuard, handler: Handler): vscode.ChatRequestHandler {
  const { guard } = toolGuard;
  return async (request, context, stream, token) => {
    const conversationId = conversationIdOf(request) ?? randomUUID();
    const { vendor, family, id } = request.model;
    guard.setModel(conversationId, { vendor, family, id });
    beginRequestedTurn(guard, conversationId, request);
    try {
      return (await handler(request, context, stream, token, invokerOf(toolGuard, conversationId, stream))) ?? {};
    } catch (error) {
      if (!(error instanceof ToolLoopBreak)) {
        throw error;
      }
      error.end.tell(stream);
      return { errorDetails: { message: error.message } };
    }
  };
}

function invokerOf(
  toolGuard: ToolGuard,
  conversationId: string,
  stream: vscode.ChatResponseStream,
): GuardedToolInvoker {
  const tools = new GuardedTools(toolGuard, conversationId, stream);
  return {
    invokeTool: async (name, { callId, round, input, toolInvocationToken }, token) => {
      const { content, end } = await tools.invoke(
        { callId, name, input, round: round ?? callId, toolInvocationToken },
        token,
      );
      if (end !== undefined) {
        throw new ToolLoopBreak(end);
      }
      return new vscode.LanguageModelToolResult([...content] as vscode.LanguageModelTextPart[]);
    },
  };
}

function guardTool<Input>(
  toolGuard: ToolGuard,
  name: string,
  tool: vscode.LanguageModelTool<Input>,
): vscode.LanguageModelTool<Input> {
  const { guard, budgets } = toolGuard;
  const prepare = tool.prepareInvocation?.bind(tool);
  return {
    ...(prepare === undefined ? {} : { prepareInvocation: prepare }),
    invoke: async (options, token) => {
      const conversationId = conversationIdOf(options);
      if (conversationId === undefined) {
        return tool.invoke(options, token);
      }
      const callId = randomUUID();
      const verdict = guard.check(
        conversationId,
        { id: callId, tool: name, arguments: options.input, agent: subAgentOf(options), surface: 'tool' },
        Date.now(),
      );
      const { modelText } = verdictOf(verdict, toolGuard.phrasing);
      const call = { id: callId, tool: name, agent: subAgentOf(options) };
      const budget = modelText === undefined ? budgets?.check(conversationId, call, 'end', Date.now()) : undefined;
      const heldBack = budget === undefined ? modelText : budgetTextForModel(budget.reached);
      if (heldBack !== undefined) {
        return new vscode.LanguageModelToolResult(textContent(heldBack));
      }
      try {
        const result = await tool.invoke(options, token);
        const outcome = { callId, result: textOfContent(result?.content ?? []), isError: false };
        const content = recordedContent(guard, conversationId, outcome, result?.content ?? []);
        return content === result?.content ? result : withContent(result, content);
      } catch (error) {
        const result = error instanceof Error ? error.message : String(error);
        guard.record(conversationId, { callId, result, isError: true }, Date.now());
        throw error;
      }
    },
  };
}

function openConversation(toolGuard: ToolGuard, id: string): GuardedConversation {
  const { guard, budgets } = toolGuard;
  return {
    check: (call) => {
      const verdict = verdictOf(guard.check(id, { ...call, surface: 'api' }, Date.now()), toolGuard.phrasing);
      const runs = verdict.action === 'allow' || verdict.action === 'warn';
      const budget = runs ? budgets?.check(id, { ...call, agent: undefined }, 'ask', Date.now()) : undefined;
      return budget === undefined ? verdict : budgetVerdictOf(budget);
    },
    record: (outcome, onNudge) =>
      guard.record(id, outcome, Date.now(), onNudge === undefined ? undefined : (nudge) => onNudge(nudgeText(nudge))),
    beginTurn: () => guard.beginTurn(id),
  };
}

function withContent(
  result: vscode.LanguageModelToolResult | null | undefined,
  content: readonly unknown[],
): vscode.LanguageModelToolResult | null | undefined {
  if (result === null || result === undefined) {
    return result;
  }
  const copy = Object.create(Object.getPrototypeOf(result) as object) as vscode.LanguageModelToolResult;
  return Object.assign(copy, result, { content });
}

function budgetVerdictOf({ action, reached }: BudgetVerdict): GuardVerdict {
  return action === 'stop'
    ? { action: 'stopped', modelText: budgetTextForModel(reached), userText: budgetStopText(reached, translate) }
    : { action, userText: budgetQuestion(reached, translate) };
}

function verdictOf(verdict: Verdict, phrasing: Phrasing): GuardVerdict {
  const { forModel, forPerson } = textsOf(verdict, phrasing);
  return {
    action: verdict.action,
    ...(forModel === undefined ? {} : { modelText: forModel }),
    ...(forPerson === undefined ? {} : { userText: forPerson }),
  };
}

function summaryOf({ conversationId, tool, action, finding }: Detection): DetectionSummary {
  return {
    conversationId,
    tool,
    action: action === 'nudge' ? 'warn' : action,
    detector: finding.detector,
    count: finding.count,
    limit: finding.threshold,
  };
}
