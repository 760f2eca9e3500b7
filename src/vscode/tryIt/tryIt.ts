import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { GuardEvent } from '../../engine/events';
import { hasModelProviders } from '../window/capabilities';
import { setContext } from '../window/commands';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { CONTEXT_KEYS, DEMONSTRATION_TOOL, DEMONSTRATION_VENDOR } from '../window/ids';
import type { Observer } from '../window/observers';
import { translate } from '../window/translate';
import { DEMONSTRATION_MODEL, DemonstrationModel, registerDemonstrationTool } from './demonstrationModel';
import { closing, notGuarded, question } from './demonstrationTexts';
import { hasLocalSessions, isModelOffered, obstacleToAgent } from './readiness';

/**
 * A signed-out window learns a little later than extensions do that there is a model; until then the chat asks for a
 * sign-in.
 */
const WORKBENCH_LEARNS_MS = 3_000;

/** Four answers take about three seconds; after this long the way taken has failed. */
const STOP_LIMIT_MS = 25_000;

/** The model stays this long for a person who presses "Continue" after the stop. */
const DEMONSTRATION_LIMIT_MS = 5 * 60_000;

/** Time for the chat to end the answer before its model goes. */
const LAST_WORD_MS = 2_000;

type TryItWindow = Pick<GuardWindow, 'guard' | 'conversations' | 'metrics' | 'chat' | 'log' | 'protection'>;

/** Registers the demonstration. */
export function registerTryIt(window: GuardWindow): Registered<'tryIt'> {
  const tryIt = new TryIt(window);
  window.observers.push(tryIt);
  return { parts: [tryIt], commands: { 'toolLoopGuard.tryIt': () => tryIt.run() } };
}

/**
 * Shows a person how a looping agent is stopped, in their own VS Code: a scripted model without an account makes the
 * same harmless call again and again. Where VS Code's agent can be driven it is the agent that is stopped, else
 * `@loopguard`.
 */
class TryIt implements vscode.Disposable, Observer {
  readonly #model = new DemonstrationModel();
  readonly #subscriptions: vscode.Disposable;
  #phase: 'idle' | 'looping' | 'stopped' = 'idle';
  #conversationId: string | undefined;
  #endTimer: NodeJS.Timeout | undefined;
  #onStop: (() => void) | undefined;

  constructor(private readonly window: TryItWindow) {
    this.#subscriptions = vscode.Disposable.from(
      this.#model,
      this.#model.onDidConclude(() => this.#endAfter(LAST_WORD_MS)),
      registerDemonstrationTool(),
      ...(hasModelProviders() ? [vscode.lm.registerLanguageModelChatProvider(DEMONSTRATION_VENDOR, this.#model)] : []),
    );
  }

  /** Takes note of what the guard reports: the demonstration's conversation, its stop, and the end. */
  note(event: GuardEvent): void {
    if (event.kind === 'turn') {
      this.#turn(event.conversationId, event.prompt);
    } else if (
      event.kind === 'detection' &&
      event.detection.action === 'break' &&
      event.detection.tool === DEMONSTRATION_TOOL &&
      this.#phase === 'looping'
    ) {
      this.#phase = 'stopped';
      this.#model.conclude([closing(), ...notGuarded(this.window.protection.notGuarded)].join('\n\n'));
      this.#onStop?.();
    }
  }

  dispose(): void {
    clearTimeout(this.#endTimer);
    this.#subscriptions.dispose();
  }

  #turn(conversationId: string, prompt: string | undefined): void {
    if (this.#phase === 'looping' && prompt?.includes(question()) === true) {
      this.#begin(conversationId);
    } else if (this.#phase === 'stopped' && conversationId !== this.#conversationId) {
      this.#end();
    }
  }

  /** The demonstration shows a stop under any settings, and the metrics do not count it. */
  #begin(conversationId: string): void {
    const { metrics, conversations } = this.window;
    const { overrides } = conversations;
    this.#conversationId = conversationId;
    metrics.keepApart(conversationId);
    overrides.set(conversationId, 'enabled', true);
    overrides.set(conversationId, 'actions', []);
    overrides.set(conversationId, 'mode', 'break');
  }

  /** Shows the demonstration, unless one is running. */
  async run(): Promise<void> {
    if (this.#phase === 'looping') {
      return;
    }
    if (!hasLocalSessions()) {
      void vscode.window.showWarningMessage(
        translate(
          'The demonstration needs a Local session, and there are none in this window: ' +
            'chat.editor.localAgent.enabled is off. In another session its question would go to a real model.',
        ),
      );
      return;
    }
    this.#end();
    this.#phase = 'looping';
    const stopped = new Promise<boolean>((resolve) => (this.#onStop = () => resolve(true)));
    await setContext(CONTEXT_KEYS.isTrying, true);
    this.#model.offer();
    try {
      const isShown =
        hasModelProviders() &&
        (await isModelOffered()) &&
        ((await this.#loopInAgent(stopped)) || (await this.#loopInParticipant(stopped)));
      if (!isShown) {
        this.window.log.info('The demonstration could not be shown: the chat did not use its model.');
        void vscode.window.showWarningMessage(
          translate(
            'The demonstration could not be shown: the chat of this window did not use its model. Is the chat ' +
              'switched on?',
          ),
        );
        this.#end();
        return;
      }
    } catch (error) {
      this.#end();
      throw error;
    }
    this.#endAfter(DEMONSTRATION_LIMIT_MS);
  }

  /** VS Code's own agent, stopped through its hooks. */
  async #loopInAgent(stopped: Promise<boolean>): Promise<boolean> {
    const obstacle = obstacleToAgent();
    if (obstacle !== undefined) {
      this.window.log.info(`The demonstration goes by way of @loopguard: ${obstacle}.`);
      return false;
    }
    await pause(WORKBENCH_LEARNS_MS);
    return this.#ask(question(), stopped);
  }

  async #loopInParticipant(stopped: Promise<boolean>): Promise<boolean> {
    this.#model.offer();
    return this.#ask(`@loopguard ${question()}`, stopped);
  }

  /** Asks in a new conversation, and resolves to whether the guard stopped what came of it. */
  async #ask(query: string, stopped: Promise<boolean>): Promise<boolean> {
    const { answered } = await this.window.chat.begin({ query, model: DEMONSTRATION_MODEL });
    const givenUp = answered.then(
      () => pause(1_000),
      (error: unknown) => this.window.log.info(`The chat did not take the demonstration: ${String(error)}`),
    );
    const isStopped = await Promise.race([stopped, givenUp.then(() => false), pause(STOP_LIMIT_MS).then(() => false)]);
    if (!isStopped) {
      await this.window.chat.cancelFocused();
    }
    return isStopped;
  }

  #endAfter(milliseconds: number): void {
    clearTimeout(this.#endTimer);
    this.#endTimer = setTimeout(() => this.#end(), milliseconds);
  }

  #end(): void {
    clearTimeout(this.#endTimer);
    this.#phase = 'idle';
    this.#conversationId = undefined;
    this.#model.withdraw();
    void setContext(CONTEXT_KEYS.isTrying, false);
  }
}
