import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { HiddenExchanges } from '../../core/models/hiddenExchanges';
import { CallIds } from '../../core/models/callIds';
import { programPrompt } from '../../node/wire/programPrompts';
import { SubAgents } from '../../core/models/subAgents';
import type { GuardWindow } from '../window/guardWindow';
import { callOfMoment } from '../../node/hooks/callAnswer';
import { RecentMap } from '../../engine/values/boundedMap';
import { hasModelProviders } from '../host/capabilities';
import { GUARDED_VENDOR } from '../host/ids';
import { translate } from '../host/translate';
import { type GuardedModel, ModelCatalog } from './catalog';
import { GuardedAnswer, isRefusal, noticePart } from './guardedAnswer';
import {
  afterLatestAnswer,
  callIdsInMessages,
  latestText,
  type Message,
  occurrencesOf,
  resultOf,
  withTextsBeside,
} from './messages';
import { nudgeText } from '../../core/words/modelTexts';

/** In all conversations together. */
const REMEMBERED_NUDGES = 1000;

/** Does nothing where VS Code has no model providers. */
export function registerGuardedModels(window: GuardWindow): void {
  const { settings, subscriptions } = window;
  if (hasModelProviders()) {
    const models = new GuardedModels(new ModelCatalog(() => settings.current.answers, settings.onDidChange), window);
    subscriptions.push(models, vscode.lm.registerLanguageModelChatProvider(GUARDED_VENDOR, models));
  }
}

class GuardedModels implements vscode.LanguageModelChatProvider<GuardedModel>, vscode.Disposable {
  readonly onDidChangeLanguageModelChatInformation: vscode.Event<void>;
  readonly #names = new CallIds();
  readonly #hiddenExchanges = new HiddenExchanges<Message>();
  /** What a model reads next to results. The agent sends results without it, so each request gets it again. */
  readonly #nudges = new RecentMap<string, string>(REMEMBERED_NUDGES);
  readonly #subAgents = new SubAgents();

  constructor(
    private readonly catalog: ModelCatalog,
    private readonly window: GuardWindow,
  ) {
    this.onDidChangeLanguageModelChatInformation = catalog.onDidChange;
  }

  dispose(): void {
    this.catalog.dispose();
  }

  provideLanguageModelChatInformation(): Promise<GuardedModel[]> {
    return this.catalog.list();
  }

  async provideLanguageModelChatResponse(
    { id, name }: GuardedModel,
    messages: readonly Message[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const model = await this.#wrapped(id, name);
    const { guard, budgets, settings, phrasing } = this.window;
    const conversationId = conversationOf(options, messages, this.#names);
    const agent = this.#agentOf(conversationId, messages);
    if (this.#isOver(conversationId, messages, options)) {
      this.#endParentOf(agent, conversationId);
      progress.report(noticePart(translate('Stopped by Tool Loop Guard. Details below.')));
      return;
    }
    const answer = new GuardedAnswer({
      guard,
      budgets,
      names: this.#names,
      model,
      conversationId,
      agent,
      onPassed: ({ callId, input }) => this.#subAgents.called(conversationId, callId, input),
      options,
      answers: settings.current.answers,
      phrasing,
      isExplained: namedConversation(options) !== undefined,
      progress,
      token,
    });
    const given = await answer
      .give(
        this.#hiddenExchanges.insertInto(
          conversationId,
          withTextsBeside(messages, (...result) => this.#nudges.get(resultKey(conversationId, ...result))),
          callIdsInMessages,
        ),
      )
      .catch((error: unknown) => {
        // The agent would show it with a stack; as an answer, it is readable.
        if (!isRefusal(error) || namedConversation(options) === undefined || (options.tools?.length ?? 0) === 0) {
          throw error;
        }
        progress.report(noticePart(error.message));
      });
    if (given === undefined) {
      return;
    }
    const { passed, exchange, isOver, isStopped } = given;
    if (isOver) {
      this.#endParentOf(agent, conversationId);
    }
    if (isStopped && namedConversation(options) !== undefined) {
      this.window.runEnded.fire(conversationId);
    }
    const [beforeCall] = passed;
    if (beforeCall === undefined) {
      return;
    }
    if (exchange.length > 0) {
      const earlier = messages.flatMap(callIdsInMessages).filter((callId) => callId === beforeCall);
      this.#hiddenExchanges.remember(conversationId, beforeCall, earlier.length + 1, exchange);
    }
    if (isOver) {
      this.#hiddenExchanges.end(conversationId, beforeCall);
    }
  }

  async provideTokenCount(
    { id, name }: GuardedModel,
    text: string | Message,
    token: vscode.CancellationToken,
  ): Promise<number> {
    const model = await this.#wrapped(id, name);
    return model.countTokens(text as string, token);
  }

  async #wrapped(id: string, name: string): Promise<vscode.LanguageModelChat> {
    const model = await this.catalog.wrapped(id);
    if (model === undefined) {
      throw vscode.LanguageModelError.NotFound(
        translate('{name}: its vendor no longer offers the model "{id}". Pick another model.', { name, id }),
      );
    }
    return model;
  }

  /** A subagent was ended: the agent that started it must not continue when it gets the answer. */
  #endParentOf(agent: string | undefined, conversationId: string): void {
    if (agent !== undefined) {
      this.#hiddenExchanges.end(conversationId, agent);
    }
  }

  /** The agent that made the calls whose results this request brings, or one that begins with its task. */
  #agentOf(conversationId: string, messages: readonly Message[]): string | undefined {
    const { answer, results } = afterLatestAnswer(messages);
    if (answer === undefined) {
      return this.#subAgents.startedFor(conversationId, latestText(messages));
    }
    const [callId] = results.flatMap((result) => this.#names.latest(conversationId, result.callId) ?? []);
    return callId === undefined ? undefined : this.window.guard.callerOf(conversationId, callId)?.agent;
  }

  /** A new prompt after an answer. Hooks, where they run, report it first. */
  #beginTurn(conversationId: string, prompt: string): void {
    const { guard } = this.window;
    const own = programPrompt(undefined, prompt);
    if (own !== undefined) {
      guard.check(conversationId, callOfMoment('woken', own.notice), Date.now());
      return;
    }
    this.#hiddenExchanges.beginTurn(conversationId);
    const { callsInWindow, stopped } = guard.status(conversationId);
    if (callsInWindow > 0 || stopped !== undefined) {
      guard.beginTurn(conversationId);
    }
  }

  /** Records the results of the latest answer's calls. Returns whether the run was ended and the model isn't asked. */
  #isOver(
    conversationId: string,
    messages: readonly Message[],
    { tools }: vscode.ProvideLanguageModelChatResponseOptions,
  ): boolean {
    const { guard } = this.window;
    const { answer, results } = afterLatestAnswer(messages);
    if (results.length === 0) {
      if (answer !== undefined && (tools?.length ?? 0) > 0) {
        this.#beginTurn(conversationId, latestText(messages));
      }
      return false;
    }
    this.#subAgents.answered(
      conversationId,
      results.map(({ callId }) => callId),
    );
    for (const result of results) {
      const callId = this.#names.latest(conversationId, result.callId);
      if (callId !== undefined) {
        guard.record(conversationId, { callId, result: resultOf(result), isError: false }, Date.now(), (nudge) =>
          this.#nudges.set(
            resultKey(conversationId, result.callId, occurrencesOf(result.callId, messages)),
            nudgeText(nudge),
          ),
        );
      }
    }
    return this.#hiddenExchanges.hasEnded(
      conversationId,
      results.map(({ callId }) => callId),
    );
  }
}

/** @param occurrence of the call's ID, from 1: some vendors reuse IDs */
function resultKey(conversationId: string, callId: string, occurrence: number): string {
  return `${occurrence} ${conversationId} ${callId}`;
}

/** As VS Code's agent names it. Requests of other callers are assigned by the calls that they answer. */
function conversationOf(
  options: vscode.ProvideLanguageModelChatResponseOptions,
  messages: readonly Message[],
  names: CallIds,
): string {
  const named = namedConversation(options);
  if (named !== undefined) {
    return named;
  }
  const { results } = afterLatestAnswer(messages);
  return names.conversationOf(results.map(({ callId }) => callId)) ?? randomUUID();
}

/** Undefined for callers other than VS Code's agent. */
function namedConversation({ modelOptions }: vscode.ProvideLanguageModelChatResponseOptions): string | undefined {
  const named: unknown = modelOptions?.['_conversationId'];
  return typeof named === 'string' && named !== '' ? named : undefined;
}
